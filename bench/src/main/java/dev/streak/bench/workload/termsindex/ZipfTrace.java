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
package dev.streak.bench.workload.termsindex;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.cache.BlockCache;
import dev.streak.cache.blocks.BlockLoader;
import dev.streak.cache.blocks.BlockStore;
import dev.streak.cache.blocks.HandleSource;
import dev.streak.cache.blocks.SegmentFileKey;
import dev.streak.cache.monitor.CacheStats;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * Hit ratios under a Zipf load with room for half of the blocks: ours, where weak handles stand
 * before the policy and blocks in use cannot go, against Caffeine with the same trace on the heap.
 */
final class ZipfTrace {
  private static final int BLOCKS = 4_096;
  private static final int BLOCK_BYTES = 4_096;
  private static final double EXPONENT = 0.9;

  /** What a search leaves behind on the heap: it is what makes the collector come by. */
  private static final int GARBAGE_BYTES = 2_048;

  private ZipfTrace() {}

  private static final class Loader implements BlockLoader {
    @Override
    public int lengthBytes(int blockIndex) {
      return BLOCK_BYTES;
    }

    @Override
    public void load(int blockIndex, ByteBuffer target) {
      target.put(new byte[BLOCK_BYTES]);
    }
  }

  static void run(BenchContext context) throws Exception {
    int accesses = context.quick() ? 500_000 : 4_000_000;
    context.progress("hit ratio over " + Numbers.count(accesses) + " accesses");
    int[] trace = trace(context.random("zipf"), accesses);
    double caffeine = caffeine(trace);
    BlockStore cache =
        BlockCache.builder().capacityBytes((long) BLOCKS * BLOCK_BYTES / 2).build().blocks();
    long garbage = 0;
    try (HandleSource handles =
        cache.open(new SegmentFileKey("zipf", "trace"), BLOCKS, new Loader())) {
      for (int block : trace) {
        handles.get(block);
        garbage += new byte[GARBAGE_BYTES].length;
      }
      CacheStats stats = cache.stats();
      Table table = new Table("Hit ratio, room for half of the blocks", "", "hit ratio");
      table.row("Caffeine on the heap", Numbers.percent(caffeine));
      table.row("Streak", Numbers.percent(stats.hitRatio()));
      context.table(table);
      context.note(
          "cache after the trace: " + stats.toLine() + " garbage=" + Numbers.bytes(garbage));
      context.ratio("termsindex.hit_ratio_vs_caffeine", stats.hitRatio() / caffeine);
    }
  }

  private static double caffeine(int[] trace) {
    Cache<Integer, byte[]> cache =
        Caffeine.newBuilder()
            .maximumWeight((long) BLOCKS * BLOCK_BYTES / 2)
            .weigher((Integer key, byte[] block) -> BLOCK_BYTES)
            .executor(Runnable::run)
            .build();
    byte[] content = new byte[1];
    long hits = 0;
    for (int block : trace) {
      if (cache.getIfPresent(block) != null) {
        hits++;
      } else {
        cache.put(block, content);
      }
    }
    return (double) hits / trace.length;
  }

  private static int[] trace(Random random, int length) {
    double[] cumulated = new double[BLOCKS];
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
      sum += 1 / Math.pow(i + 1, EXPONENT);
      cumulated[i] = sum;
    }
    int[] trace = new int[length];
    for (int i = 0; i < length; i++) {
      int rank = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
      // Popular blocks lie anywhere in the file.
      trace[i] = (rank < 0 ? -1 - rank : rank) * 1_237 % BLOCKS;
    }
    return trace;
  }
}
