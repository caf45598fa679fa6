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
package dev.streak.bench.workload.kv;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.keyvalue.BatchReader;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.util.BytesRef;

/** Batches of one size, of which nine keys in ten are there, answered by all stores. */
final class KeyValueDuels {
  private static final String QUERIES = "Lucene, a query a key";
  private static final String SEEKS = "Lucene, a seek a key";
  private static final String ROCKS = "RocksDB multiGet";
  private static final String MAP = "map on the heap";
  private static final String STREAK = "Streak BatchReader";
  private static final String ONE = "1 segment";
  private static final String MANY = "64 segments, one by one";
  private static final String TABLES = "64 segments, KeyTables";

  /**
   * Keys in all batches. Few batches of few keys would be answered from the processor's caches
   * again and again, as no stream of requests over millions of keys is.
   */
  private static final int QUESTIONS = 80_000;

  /** RocksDB's cache holds all of its blocks. */
  private static final long CACHE_BYTES_PER_KEY = 400;

  private final BenchContext context;
  private final KeyValues rows;
  private final int size;
  private final int batches;
  private final BytesRef[][] terms;

  /** Null if the keys are no numbers. */
  private final long[][] ids;

  KeyValueDuels(BenchContext context, KeyValues rows, int size) {
    this.context = context;
    this.rows = rows;
    this.size = size;
    this.batches = Math.max(1, QUESTIONS / size);
    Random random = context.random("questions " + size);
    terms = new BytesRef[batches][size];
    ids = rows.isDecimal() ? new long[batches][size] : null;
    for (int batch = 0; batch < batches; batch++) {
      int[] questions = rows.questions(random, size);
      for (int i = 0; i < size; i++) {
        terms[batch][i] = rows.term(questions[i]);
        if (ids != null) {
          ids[batch][i] = rows.id(questions[i]);
        }
      }
    }
  }

  /** Everything in memory, in one segment. */
  void run(KeyValueIndex lucene, KeyValueIndex streak, Path rocksPath) throws Exception {
    try (Store queries = new LuceneLoops(lucene.reader(), terms, true);
        Store seeks = new LuceneLoops(lucene.reader(), terms, false);
        Store batches = batches(new BatchReader(streak.reader(), KeyValueIndex.KEY));
        Store map = new HeapMap(rows, terms, ids);
        Store rocks = new RocksStore(rocksPath, terms, CACHE_BYTES_PER_KEY * rows.count())) {
      DuelResult numbers =
          duel("eight numbers")
              .system(SEEKS, seeks::numbers)
              .system(QUERIES, queries::numbers)
              .system(ROCKS, rocks::numbers)
              .system(MAP, map::numbers)
              .system(STREAK, batches::numbers)
              .run();
      DuelResult blobs =
          duel("a hundred bytes")
              .system(SEEKS, seeks::blobs)
              .system(QUERIES, queries::blobs)
              .system(ROCKS, rocks::blobs)
              .system(STREAK, batches::blobs)
              .run();
      record(numbers, blobs);
    }
  }

  private void record(DuelResult numbers, DuelResult blobs) {
    context.table(numbers.toTable());
    context.table(blobs.toTable());
    String name = "kv." + rows.kind() + "." + size / 1_000 + "k.";
    context.ratio(name + "vs_queries", numbers.speedup(STREAK, QUERIES));
    context.ratio(name + "vs_lucene", numbers.speedup(STREAK, SEEKS));
    context.ratio(name + "vs_rocksdb", numbers.speedup(STREAK, ROCKS));
    context.ratio(name + "vs_heap_map", numbers.speedup(STREAK, MAP));
    context.ratio(name + "bytes_vs_queries", blobs.speedup(STREAK, QUERIES));
    context.ratio(name + "bytes_vs_lucene", blobs.speedup(STREAK, SEEKS));
    context.ratio(name + "bytes_vs_rocksdb", blobs.speedup(STREAK, ROCKS));
  }

  /** The same rows in one segment and in many. */
  void segments(BatchReader one, BatchReader many, BatchReader tables) throws Exception {
    DuelResult result =
        duel("eight numbers, by segments")
            .system(ONE, batches(one)::numbers)
            .system(MANY, batches(many)::numbers)
            .system(TABLES, batches(tables)::numbers)
            .run();
    context.table(result.toTable());
    context.ratio("kv.segments.64_vs_1." + rows.kind(), result.speedup(TABLES));
    context.ratio("kv.segments.tables." + rows.kind(), result.speedup(TABLES, MANY));
  }

  private StreakBatches batches(BatchReader reader) {
    return new StreakBatches(reader, terms, ids);
  }

  private Duel duel(String what) {
    return context
        .duel(
            "Batch of "
                + Numbers.count(size)
                + " "
                + rows.kind()
                + " keys to "
                + what
                + ", "
                + Numbers.count(rows.count())
                + " keys")
        .inputs(batches)
        .operationsPerCall(size)
        .byProcessorTime();
  }
}
