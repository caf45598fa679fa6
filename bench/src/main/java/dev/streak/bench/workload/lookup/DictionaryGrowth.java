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

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Chart;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import dev.streak.search.TermLookup;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Exact look-ups while the dictionary grows, each key in one document. */
final class DictionaryGrowth {
  static final String SIZE = "most-keys";

  private static final String FIELD = "id";
  private static final String LUCENE = "Lucene";
  private static final String SINGLE = "Streak seekExact";
  private static final String BATCH = "Streak batch";
  private static final int FEWEST = 10_000;

  private final BenchContext context;
  private final Table table =
      new Table(
          "Key to first document, growing dictionary",
          "keys",
          LUCENE,
          SINGLE,
          "speed",
          BATCH,
          "speed",
          "Lucene disk",
          "Streak disk");
  private final Chart chart;

  private DictionaryGrowth(BenchContext context) {
    this.context = context;
    this.chart =
        context.chart(
            "lookup.growth",
            "Key to first document",
            new Chart.Axis("keys of the dictionary", Chart.Scale.LOG),
            new Chart.Axis("time of a look-up, ns", Chart.Scale.LOG));
  }

  /** Ten times as many keys at each step, the last one the user's. */
  static void run(BenchContext context) throws Exception {
    DictionaryGrowth growth = new DictionaryGrowth(context);
    int most = context.size(SIZE);
    for (long keys = FEWEST; keys < most; keys *= 10) {
      growth.measure((int) keys, names(keys));
    }
    growth.measure(most, "most");
    context.table(growth.table);
  }

  private static String names(long keys) {
    return keys < 1_000_000 ? keys / 1_000 + "k" : keys / 1_000_000 + "m";
  }

  private void measure(int count, String step) throws Exception {
    long[] keys = LookupWorkload.randomKeys(context.random("growth " + count), count);
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context, count, i -> document(keys[i]), IndexWriterConfig::new, new StreakCodec());
    long[][] questions =
        LookupWorkload.questions(
            keys, context.random("growth questions"), 1, LookupWorkload.BATCHES);
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      DuelResult result = duel(questions, count, lucene, streak);
      table.row(
          Numbers.count(count),
          Numbers.nanos(result.mean(LUCENE)),
          Numbers.nanos(result.mean(SINGLE)),
          Numbers.times(result.speedup(SINGLE)),
          Numbers.nanos(result.mean(BATCH)),
          Numbers.times(result.speedup(BATCH)),
          Numbers.bytes(sides.get(0).bytes()),
          Numbers.bytes(sides.get(1).bytes()));
      for (String system : result.systems()) {
        chart.point(system, count, result.mean(system));
      }
      context.ratio("lookup.dictionary." + step + ".single_vs_lucene", result.speedup(SINGLE));
      context.ratio("lookup.dictionary." + step + ".batch_vs_lucene", result.speedup(BATCH));
    }
  }

  private DuelResult duel(
      long[][] questions, int count, DirectoryReader lucene, DirectoryReader streak)
      throws Exception {
    BytesRef[][] terms = new BytesRef[questions.length][];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = new BytesRef[questions[i].length];
      for (int j = 0; j < terms[i].length; j++) {
        terms[i][j] = new BytesRef(Long.toString(questions[i][j]));
      }
    }
    TermsEnum luceneTerms = lucene.leaves().get(0).reader().terms(FIELD).iterator();
    TermsEnum streakTerms = streak.leaves().get(0).reader().terms(FIELD).iterator();
    TermLookup batches = new TermLookup(streak, FIELD);
    return context
        .duel("Key to first document, " + Numbers.count(count) + " keys")
        .inputs(questions.length)
        .operationsPerCall(questions[0].length)
        .system(LUCENE, i -> LookupWorkload.firstDocs(luceneTerms, terms[i]))
        .system(SINGLE, i -> LookupWorkload.firstDocs(streakTerms, terms[i]))
        .system(BATCH, i -> LookupWorkload.firstDocs(batches.find(questions[i])))
        .run();
  }

  private static Document document(long key) {
    Document document = new Document();
    document.add(new StringField(FIELD, Long.toString(key), Field.Store.NO));
    return document;
  }
}
