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
package dev.streak.bench.workload;

import com.carrotsearch.hppc.LongLongHashMap;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.termhash.NeighborHash;
import java.io.IOException;
import java.util.Random;

/** A hash table of the codec by itself, beside tables in memory and an array of its size. */
final class BareTable {
  private static final double LOAD = 0.8;
  private static final double HITS = 0.9;

  /**
   * So many that what one round brought into the processor's caches is gone before the next asks
   * for it: few questions asked again and again would be no random access to a table of that size.
   */
  private static final int BUCKETS_FOR_A_QUESTION = 4;

  private BareTable() {}

  static void measure(BenchContext context, int buckets) throws Exception {
    int count = (int) (buckets * LOAD);
    context.progress("building a table of " + Numbers.count(buckets) + " buckets");
    long[] keys = LookupWorkload.randomKeys(context.random("table"), count);
    try (HashTableFile file =
        new HashTableFile(context.scratch("table"), keys, buckets, context.seed())) {
      LinearProbingTable probing = new LinearProbingTable(count);
      LongLongHashMap hppc = new LongLongHashMap(count);
      for (int i = 0; i < count; i++) {
        probing.put(keys[i], i);
        hppc.put(keys[i], i);
      }
      int batches =
          Math.max(LookupWorkload.BATCHES, buckets / BUCKETS_FOR_A_QUESTION / LookupWorkload.BATCH);
      long[][] questions =
          LookupWorkload.questions(keys, context.random("table questions"), HITS, batches);
      long[] array = new long[2 * buckets];
      int[][] places = new int[batches][LookupWorkload.BATCH];
      Random random = context.random("places");
      for (int[] batch : places) {
        for (int i = 0; i < LookupWorkload.BATCH; i++) {
          array[2 * random.nextInt(buckets)] = i;
          batch[i] = 2 * random.nextInt(buckets);
        }
      }
      long[] payloads = new long[LookupWorkload.BATCH];
      for (long[] batch : questions) {
        checkAnswers(file, hppc, batch, payloads);
      }
      DuelResult result =
          context
              .duel("Bare table, " + Numbers.count(buckets) + " buckets, 90 % hits")
              .answersDiffer()
              .inputs(batches)
              .operationsPerCall(LookupWorkload.BATCH)
              .system("array", i -> sum(array, places[i]))
              .system("one by one", i -> single(file, questions[i]))
              .system("batch", i -> batch(file, questions[i], payloads))
              .system("HPPC", i -> payloads(hppc, questions[i]))
              .system("linear probing", i -> payloads(probing, questions[i]))
              .byProcessorTime()
              .run();
      context.table(result.toTable());
      context.ratio("lookup.table.vs_array", result.speedup("batch", "array"));
      context.ratio("lookup.table.vs_hppc", result.speedup("batch", "HPPC"));
      context.ratio("lookup.table.vs_linear_probing", result.speedup("batch", "linear probing"));
      long lines = 0;
      for (long[] batch : questions) {
        for (long key : batch) {
          lines += file.hash().countLines(key);
        }
      }
      double perLookup = (double) lines / batches / LookupWorkload.BATCH;
      context.ratio("lookup.cache_lines", perLookup);
      context.table(
          new Table("The table", "", "")
              .row("cache lines per look-up", Numbers.digits(perLookup))
              .row("build, ns per key", Numbers.digits(file.buildNanosPerKey()))
              .row("bytes per key", Numbers.digits(16 / LOAD)));
    }
  }

  /** The duel itself cannot compare answers, as an array has none. */
  private static void checkAnswers(
      HashTableFile file, LongLongHashMap map, long[] keys, long[] payloads) throws IOException {
    file.hash().get(keys, 0, keys.length, payloads);
    for (int i = 0; i < keys.length; i++) {
      long expected = map.getOrDefault(keys[i], NeighborHash.ABSENT);
      if (payloads[i] != expected || file.hash().get(keys[i]) != expected) {
        throw new IllegalStateException(
            "key " + keys[i] + ": payload " + payloads[i] + ", expected " + expected);
      }
    }
  }

  private static long sum(long[] array, int[] places) {
    long sum = 0;
    for (int place : places) {
      sum += array[place];
    }
    return sum;
  }

  private static long payloads(LongLongHashMap map, long[] keys) {
    long sum = 0;
    for (long key : keys) {
      sum += map.getOrDefault(key, NeighborHash.ABSENT);
    }
    return sum;
  }

  private static long single(HashTableFile file, long[] keys) throws IOException {
    long sum = 0;
    for (long key : keys) {
      sum += file.hash().get(key);
    }
    return sum;
  }

  private static long batch(HashTableFile file, long[] keys, long[] payloads) throws IOException {
    file.hash().get(keys, 0, keys.length, payloads);
    long sum = 0;
    for (long payload : payloads) {
      sum += payload;
    }
    return sum;
  }

  private static long payloads(LinearProbingTable table, long[] keys) {
    long sum = 0;
    for (long key : keys) {
      sum += table.get(key);
    }
    return sum;
  }
}
