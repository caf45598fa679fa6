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

import com.carrotsearch.hppc.LongLongHashMap;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.ForkedRuns;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.tables.NeighborHash;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * A hash table of the codec by itself, beside tables in memory and an array of its size. It has
 * JVMs of its own: an array is read at 8.8 to 12 ns, depending on what was in the process before.
 */
final class BareTable {
  private static final double LOAD = 0.8;
  private static final double HITS = 0.9;

  /**
   * So many that what one round brought into the processor's caches is gone before the next asks
   * for it: few questions asked again and again would be no random access to a table of that size.
   */
  private static final int BUCKETS_FOR_A_QUESTION = 4;

  private static final String ARRAY = "array";
  private static final String BATCH = "batch";
  private static final String ONE_BY_ONE = "one_by_one";
  private static final String HPPC = "hppc";
  private static final String PROBING = "linear_probing";

  /** What goes into the parent's table only. */
  private static final String OWN = "table.";

  private static final String NANOS = OWN + "nanos.";
  private static final String SPEED = OWN + "speed.";
  private static final String BUILD_NANOS = OWN + "build_nanos";
  private static final String LINES = "lookup.cache_lines";
  private static final List<String> SYSTEMS = List.of(ARRAY, ONE_BY_ONE, BATCH, HPPC, PROBING);

  private final int buckets;

  private BareTable(int buckets) {
    this.buckets = buckets;
  }

  /** Measures in some JVMs and reports the medians. */
  static void measure(BenchContext context, int buckets) throws Exception {
    ForkedRuns runs =
        ForkedRuns.run(
            context,
            "bare table of " + Numbers.count(buckets) + " buckets",
            BareTable.class,
            List.of(
                Integer.toString(buckets),
                Long.toString(context.seed()),
                Boolean.toString(context.quick())));
    runs.names().stream()
        .filter(name -> name.startsWith(OWN) == false)
        .forEach(name -> context.ratio(name, runs.median(name)));
    Table table =
        new Table(
            "Bare table, " + Numbers.count(buckets) + " buckets, 90 % hits, over " + runs,
            "",
            "median",
            "lowest",
            "highest",
            "speed");
    for (String system : SYSTEMS) {
      String nanos = NANOS + system;
      table.row(
          system.replace('_', ' '),
          Numbers.nanos(runs.median(nanos)),
          Numbers.nanos(runs.lowest(nanos)),
          Numbers.nanos(runs.highest(nanos)),
          Numbers.times(runs.median(SPEED + system)));
    }
    context.table(table);
    context.table(
        new Table("The table", "", "")
            .row("cache lines per look-up", Numbers.digits(runs.median(LINES)))
            .row("build, ns per key", Numbers.digits(runs.median(BUILD_NANOS)))
            .row("bytes per key", Numbers.digits(16 / LOAD)));
  }

  /** What the parent calls: buckets, seed, whether to be quick. */
  public static void main(String[] args) throws Exception {
    BareTable table = new BareTable(Integer.parseInt(args[0]));
    ForkedRuns.measure(
        "table", table::run, Long.parseLong(args[1]), Boolean.parseBoolean(args[2]), false, args);
  }

  private void run(BenchContext context) throws Exception {
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
              .system(ARRAY, i -> sum(array, places[i]))
              .system(ONE_BY_ONE, i -> single(file, questions[i]))
              .system(BATCH, i -> batch(file, questions[i], payloads))
              .system(HPPC, i -> payloads(hppc, questions[i]))
              .system(PROBING, i -> payloads(probing, questions[i]))
              .byProcessorTime()
              .run();
      for (String system : SYSTEMS) {
        context.ratio(NANOS + system, result.mean(system));
        context.ratio(SPEED + system, result.speedup(system));
      }
      context.ratio(BUILD_NANOS, file.buildNanosPerKey());
      context.ratio("lookup.table.vs_array", result.speedup(BATCH, ARRAY));
      context.ratio("lookup.table.vs_hppc", result.speedup(BATCH, HPPC));
      context.ratio("lookup.table.vs_linear_probing", result.speedup(BATCH, PROBING));
      long lines = 0;
      for (long[] batch : questions) {
        for (long key : batch) {
          lines += file.cacheLines(key);
        }
      }
      context.ratio(LINES, (double) lines / batches / LookupWorkload.BATCH);
    }
  }

  /** The duel itself cannot compare answers, as an array has none. */
  private static void checkAnswers(
      HashTableFile file, LongLongHashMap map, long[] keys, long[] payloads) throws IOException {
    file.hash().get(keys, null, 0, keys.length, payloads);
    for (int i = 0; i < keys.length; i++) {
      long expected = map.getOrDefault(keys[i], NeighborHash.ABSENT);
      if (payloads[i] != expected || file.hash().get(keys[i], 0) != expected) {
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
      sum += file.hash().get(key, 0);
    }
    return sum;
  }

  private static long batch(HashTableFile file, long[] keys, long[] payloads) throws IOException {
    file.hash().get(keys, null, 0, keys.length, payloads);
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
