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
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.PageCache;
import dev.streak.keyvalue.BatchReader;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.util.BytesRef;

/**
 * Batches while the page cache is empty: it is dropped before each. Both indexes are read without
 * being mapped, and RocksDB has no cache of blocks.
 */
final class ColdBatches {
  private static final String SEEKS = "Lucene, a seek a key";
  private static final String ROCKS = "RocksDB multiGet";
  private static final String STREAK = "Streak BatchReader";
  private static final String AHEAD = "Streak, 8 slices at a time";
  private static final int BATCHES = 4;
  private static final int SIZE = 1_000;

  private ColdBatches() {}

  static void run(
      BenchContext context, KeyValues rows, Path lucenePath, Path streakPath, Path rocksPath)
      throws Exception {
    if (PageCache.canDrop(context, "cold batches") == false) {
      return;
    }
    Random random = context.random("cold");
    BytesRef[][] terms = new BytesRef[BATCHES][SIZE];
    for (BytesRef[] batch : terms) {
      int[] questions = rows.questions(random, SIZE);
      for (int i = 0; i < SIZE; i++) {
        batch[i] = rows.term(questions[i]);
      }
    }
    try (KeyValueIndex lucene = KeyValueIndex.unmapped(lucenePath);
        KeyValueIndex streak = KeyValueIndex.unmapped(streakPath);
        Store rocks = new RocksStore(rocksPath, terms, RocksStore.NO_CACHE);
        Store seeks = new LuceneLoops(lucene.reader(), terms, false);
        Store batches =
            new StreakBatches(new BatchReader(streak.reader(), KeyValueIndex.KEY), terms, null);
        Store ahead = new StreakAhead(new BatchReader(streak.reader(), KeyValueIndex.KEY), terms)) {
      DuelResult result =
          context
              .duel("Cold batch of 1,000 " + rows.kind() + " keys to a hundred bytes")
              .inputs(BATCHES)
              .rounds(0, context.quick() ? 2 : 5)
              .system(SEEKS, i -> PageCache.drop(), seeks::blobs)
              .system(ROCKS, i -> PageCache.drop(), rocks::blobs)
              .system(STREAK, i -> PageCache.drop(), batches::blobs)
              .system(AHEAD, i -> PageCache.drop(), ahead::blobs)
              .run();
      context.table(result.toTable());
      context.ratio("kv.cold.vs_lucene." + rows.kind(), result.speedup(STREAK));
      context.ratio("kv.cold.vs_rocksdb." + rows.kind(), result.speedup(STREAK, ROCKS));
      context.ratio("kv.cold.ahead.vs_lucene." + rows.kind(), result.speedup(AHEAD));
      context.ratio("kv.cold.ahead.vs_rocksdb." + rows.kind(), result.speedup(AHEAD, ROCKS));
    }
  }
}
