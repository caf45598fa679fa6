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
package dev.streak.bench.workload.live;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.keyvalue.KeyTables;
import dev.streak.search.FoundTerms;
import dev.streak.search.TermLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Batches of unique keys, each looked up in all segments. */
final class LiveKeys {
  static final String LUCENE = "Lucene seekExact";
  static final String SINGLE = "Streak seekExact";
  static final String BATCH = "Streak batch";
  static final String TABLES = "Streak batch, KeyTables";
  static final String HITS = "Streak, keys of each segment";

  private static final int KEYS = 10_000;
  private static final int FEW_KEYS = 1_000;
  private static final int BATCHES = 4;

  /** In fewer segments look-ups do not use tables over all of them. */
  private static final int SEGMENTS_FOR_TABLES = 20;

  private final BenchContext context;
  private final LiveIndex index;
  private final String field;
  private final String where;
  private final int keys;
  private final BytesRef[][] terms;

  /** The same as numbers; null for UUIDs. */
  private final long[][] ids;

  private LiveKeys(BenchContext context, LiveIndex index, String field) {
    this.context = context;
    this.index = index;
    this.field = field;
    this.where = field + ", " + index.layout().segments() + " segments";
    this.keys = context.quick() ? FEW_KEYS : KEYS;
    this.terms = new BytesRef[BATCHES][keys];
    boolean decimal = field.equals(LiveDocuments.DECIMAL);
    this.ids = decimal ? new long[BATCHES][keys] : null;
    Random random = context.random("keys");
    for (int batch = 0; batch < BATCHES; batch++) {
      for (int i = 0; i < keys; i++) {
        int item = random.nextInt(index.documents().count());
        if (decimal) {
          ids[batch][i] = index.documents().decimal(item);
        }
        terms[batch][i] =
            new BytesRef(decimal ? Long.toString(ids[batch][i]) : LiveDocuments.uuid(item));
      }
    }
  }

  /** Measures one kind of keys and records its ratios with {@code suffix} behind their names. */
  static void measure(BenchContext context, LiveIndex index, String field, String suffix)
      throws Exception {
    LiveKeys workload = new LiveKeys(context, index, field);
    String name = "live.keys_" + index.layout().segments() + "_segments.";
    DuelResult found = workload.find();
    context.table(found.toTable());
    context.ratio(name + "batch" + suffix, found.speedup(BATCH));
    if (index.layout().segments() >= SEGMENTS_FOR_TABLES) {
      context.ratio(name + "tables" + suffix, found.speedup(TABLES));
    }
    context.ratio(name + "single" + suffix, found.speedup(SINGLE));
    DuelResult hits = workload.besideHits();
    context.table(hits.toTable());
    context.ratio(name + "batch" + suffix + "_vs_hits", hits.speedup(BATCH));
  }

  private DuelResult find() throws Exception {
    IndexReader lucene = index.luceneReader();
    IndexReader streak = index.streakReader();
    TermLookup lookup = new TermLookup(streak, field);
    Duel duel =
        context
            .duel("Key to live document in all segments, " + where)
            .inputs(BATCHES)
            .operationsPerCall(keys)
            .byProcessorTime()
            .system(LUCENE, i -> seek(lucene, terms[i]))
            .system(SINGLE, i -> seek(streak, terms[i]))
            .system(BATCH, i -> batch(lookup, i));
    if (index.layout().segments() < SEGMENTS_FOR_TABLES) {
      return duel.run();
    }
    // A reader of its own, as the tables would be found for the other one, too.
    try (DirectoryReader reader = DirectoryReader.open(index.streakReader().directory())) {
      KeyTables tables = KeyTables.build(reader, field, Long.MAX_VALUE);
      TermLookup withTables = new TermLookup(tables.reader(), field);
      DuelResult result = duel.system(TABLES, i -> batch(withTables, i)).run();
      context.note("The tables of " + where + " take " + Numbers.bytes(tables.bytes()) + ".");
      return result;
    }
  }

  private long seek(IndexReader reader, BytesRef[] keys) throws IOException {
    long sum = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      TermsEnum termsEnum = leaf.reader().terms(field).iterator();
      Bits liveDocs = leaf.reader().getLiveDocs();
      PostingsEnum postings = null;
      for (BytesRef key : keys) {
        if (termsEnum.seekExact(key)) {
          postings = termsEnum.postings(postings, PostingsEnum.NONE);
          int doc = postings.nextDoc();
          while (doc != DocIdSetIterator.NO_MORE_DOCS && liveDocs.get(doc) == false) {
            doc = postings.nextDoc();
          }
          sum += doc == DocIdSetIterator.NO_MORE_DOCS ? 0 : leaf.docBase + doc;
        }
      }
    }
    return sum;
  }

  private long batch(TermLookup lookup, int batch) throws IOException {
    FoundTerms found = ids == null ? lookup.find(terms[batch]) : lookup.find(ids[batch]);
    long sum = 0;
    for (int i = 0; i < found.size(); i++) {
      sum += Math.max(0, found.firstDoc(i));
    }
    return sum;
  }

  /**
   * Beside as many look-ups of which each finds its key in the one segment where it is looked for.
   * Those are other questions, so the answers differ.
   */
  private DuelResult besideHits() throws Exception {
    TermLookup all = new TermLookup(index.streakReader(), field);
    List<TermLookup> one = new ArrayList<>();
    List<BytesRef[]> own = new ArrayList<>();
    for (LeafReaderContext leaf : index.streakReader().leaves()) {
      one.add(new TermLookup(leaf.reader(), field));
      own.add(keysOf(leaf));
    }
    List<long[]> numbers = ids == null ? List.of() : own.stream().map(LiveKeys::numbers).toList();
    return context
        .duel("Key in all segments beside keys of each segment, " + where)
        .inputs(BATCHES)
        .operationsPerCall(keys)
        .byProcessorTime()
        .answersDiffer()
        .system(
            HITS,
            i -> {
              long sum = 0;
              for (int segment = 0; segment < one.size(); segment++) {
                TermLookup lookup = one.get(segment);
                FoundTerms found =
                    ids == null ? lookup.find(own.get(segment)) : lookup.find(numbers.get(segment));
                for (int key = 0; key < found.size(); key++) {
                  sum += found.firstDoc(key);
                }
              }
              return sum;
            })
        .system(BATCH, i -> batch(all, i))
        .run();
  }

  private static long[] numbers(BytesRef[] keys) {
    long[] numbers = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      numbers[i] = Long.parseLong(keys[i].utf8ToString());
    }
    return numbers;
  }

  /** A batch of a segment's keys in no order; those of a small segment come more than once. */
  private BytesRef[] keysOf(LeafReaderContext leaf) throws IOException {
    List<BytesRef> all = new ArrayList<>();
    TermsEnum termsEnum = leaf.reader().terms(field).iterator();
    for (BytesRef term = termsEnum.next(); term != null; term = termsEnum.next()) {
      all.add(BytesRef.deepCopyOf(term));
    }
    Collections.shuffle(all, context.random("keys of segment " + leaf.ord));
    BytesRef[] chosen = new BytesRef[keys];
    for (int i = 0; i < keys; i++) {
      chosen[i] = all.get(i % all.size());
    }
    return chosen;
  }
}
