/*
 * Copyright 2026 The Streak Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.streak.bench.workload.lookup;

import dev.streak.bench.data.KeyKind;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import dev.streak.search.TermLookup;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Unique keys of every kind to their documents: one by one, in batches, and absent ones. */
final class KeyLookups {
  static final String SIZE = "keys-of-a-kind";

  private static final String FIELD = "id";
  private static final String LUCENE = "Lucene";
  private static final String SINGLE = "Streak seekExact";
  private static final String BATCH = "Streak batch";
  private static final double HITS = 0.9;

  private final BenchContext context;
  private final int count;
  private final Table table =
      new Table(
          "Unique keys to first document, 90 % found; absent keys",
          "keys",
          LUCENE,
          SINGLE,
          "speed",
          BATCH,
          "speed",
          "absent, Lucene",
          "absent, batch",
          "speed",
          "bytes a key, Lucene",
          "Streak");

  private KeyLookups(BenchContext context) {
    this.context = context;
    this.count = context.size(SIZE);
  }

  static void run(BenchContext context) throws Exception {
    KeyLookups lookups = new KeyLookups(context);
    for (KeyKind kind : KeyKind.values()) {
      lookups.measure(kind);
    }
    context.table(lookups.table);
  }

  /**
   * Of each two numbers one is in the index, the first or the second without a pattern: otherwise
   * the last bit of a counter would tell what is absent.
   */
  private static BytesRef key(BenchContext context, KeyKind kind, long number, boolean present) {
    boolean first = number * 0x9E37_79B9_7F4A_7C15L < 0;
    return kind.key(context.seed(), 2 * number + (first == present ? 0 : 1));
  }

  private void measure(KeyKind kind) throws Exception {
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context, count, i -> document(kind, i), IndexWriterConfig::new, new StreakCodec());
    double luceneBytes = (double) sides.get(0).bytes() / count;
    double streakBytes = (double) sides.get(1).bytes() / count;
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      DuelResult found = duel(kind, HITS, lucene, streak);
      DuelResult absent = duel(kind, 0, lucene, streak);
      table.row(
          kind.label(),
          Numbers.nanos(found.mean(LUCENE)),
          Numbers.nanos(found.mean(SINGLE)),
          Numbers.times(found.speedup(SINGLE)),
          Numbers.nanos(found.mean(BATCH)),
          Numbers.times(found.speedup(BATCH)),
          Numbers.nanos(absent.mean(LUCENE)),
          Numbers.nanos(absent.mean(BATCH)),
          Numbers.times(absent.speedup(BATCH)),
          Numbers.digits(luceneBytes),
          Numbers.digits(streakBytes));
      String ratio = "lookup.keys." + kind.label();
      context.ratio(ratio + ".single", found.speedup(SINGLE));
      context.ratio(ratio + ".batch", found.speedup(BATCH));
      context.ratio(ratio + ".miss", absent.speedup(BATCH));
      context.ratio(ratio + ".bytes_vs_lucene", streakBytes / luceneBytes);
    }
  }

  private Document document(KeyKind kind, int number) {
    Document document = new Document();
    document.add(new StringField(FIELD, key(context, kind, number, true), Field.Store.NO));
    return document;
  }

  private DuelResult duel(KeyKind kind, double hits, DirectoryReader lucene, DirectoryReader streak)
      throws Exception {
    Random random = context.random("keys of " + kind + hits);
    BytesRef[][] terms = new BytesRef[LookupWorkload.BATCHES][LookupWorkload.BATCH];
    for (BytesRef[] batch : terms) {
      for (int i = 0; i < batch.length; i++) {
        batch[i] = key(context, kind, random.nextInt(count), random.nextDouble() < hits);
      }
    }
    TermsEnum luceneTerms = lucene.leaves().get(0).reader().terms(FIELD).iterator();
    TermsEnum streakTerms = streak.leaves().get(0).reader().terms(FIELD).iterator();
    TermLookup batches = new TermLookup(streak, FIELD);
    String what = hits == 0 ? "absent keys" : "keys to first document";
    DuelResult result =
        context
            .duel("Kind " + kind.label() + ", " + what)
            .inputs(terms.length)
            .operationsPerCall(LookupWorkload.BATCH)
            .system(LUCENE, i -> LookupWorkload.firstDocs(luceneTerms, terms[i]))
            .system(SINGLE, i -> LookupWorkload.firstDocs(streakTerms, terms[i]))
            .system(BATCH, i -> LookupWorkload.firstDocs(batches.find(terms[i])))
            .run();
    return result;
  }
}
