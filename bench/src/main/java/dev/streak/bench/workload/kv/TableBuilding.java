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
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.keyvalue.KeyTables;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.apache.lucene.index.IndexReader;

/** What building the tables over all segments of a reader costs. */
final class TableBuilding {
  private static final int ROUNDS = 7;

  /** What a key may take. */
  private static final double BUDGET_BYTES = 5;

  private TableBuilding() {}

  static void measure(BenchContext context, KeyValues rows, IndexReader reader) throws IOException {
    context.progress("building tables over " + reader.leaves().size() + " segments");
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] nanos = new double[ROUNDS];
    KeyTables tables = null;
    for (int round = 0; round < ROUNDS; round++) {
      long start = threads.getCurrentThreadCpuTime();
      tables = KeyTables.build(reader, KeyValueIndex.KEY, Long.MAX_VALUE);
      nanos[round] = (threads.getCurrentThreadCpuTime() - start) / (double) rows.count();
    }
    Arrays.sort(nanos);
    double median = nanos[ROUNDS / 2];
    double bytes = tables.bytes() / (double) rows.count();
    context.table(
        new Table("Tables over 64 segments, " + rows.kind(), "what", "value")
            .row("building, processor time a key", Numbers.digits(median) + " ns")
            .row("keys a second and core", Numbers.count((long) (1e9 / median)))
            .row("heap a key", Numbers.digits(bytes) + " bytes"));
    context.ratio("kv.tables.million_keys_a_second." + rows.kind(), 1e3 / median);
    context.ratio("kv.tables." + rows.kind() + ".bytes_vs_budget", bytes / BUDGET_BYTES);
  }
}
