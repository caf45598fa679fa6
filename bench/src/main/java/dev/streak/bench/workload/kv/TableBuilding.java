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
import org.apache.lucene.index.MultiReader;

/** What building the tables over all segments of a reader costs, and what refreshing them does. */
final class TableBuilding {
  private static final int ROUNDS = 7;

  /** What a key may take. */
  private static final double BUDGET_BYTES = 5;

  private TableBuilding() {}

  /** Takes the rows of {@code more} for the new ones of a refresh. */
  static void measure(BenchContext context, KeyValues rows, IndexReader reader, IndexReader more)
      throws IOException {
    context.progress("building tables over " + reader.leaves().size() + " segments");
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] building = new double[ROUNDS];
    double[] refreshing = new double[ROUNDS];
    KeyTables tables = null;
    try (MultiReader newer = new MultiReader(new IndexReader[] {reader, more}, false)) {
      for (int round = 0; round < ROUNDS; round++) {
        long start = threads.getCurrentThreadCpuTime();
        tables = KeyTables.build(reader, KeyValueIndex.KEY, Long.MAX_VALUE);
        long built = threads.getCurrentThreadCpuTime();
        building[round] = built - start;
        if (tables.refresh(newer).uncoveredSegments() > 0) {
          throw new IllegalStateException("a segment is in no table");
        }
        refreshing[round] = threads.getCurrentThreadCpuTime() - built;
      }
    }
    report(context, rows, tables, median(building), median(refreshing), more.maxDoc());
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static void report(
      BenchContext context,
      KeyValues rows,
      KeyTables tables,
      double building,
      double refreshing,
      int newRows) {
    double nanos = building / rows.count();
    double bytes = tables.bytes() / (double) rows.count();
    context.table(
        new Table("Tables over 64 segments, " + rows.kind(), "what", "value")
            .row("building, processor time a key", Numbers.digits(nanos) + " ns")
            .row("keys a second and core", Numbers.count((long) (1e9 / nanos)))
            .row("building", Numbers.digits(building / 1e6) + " ms")
            .row(
                "refreshing with " + Numbers.count(newRows) + " new rows",
                Numbers.digits(refreshing / 1e6) + " ms")
            .row("heap a key", Numbers.digits(bytes) + " bytes"));
    context.ratio("kv.tables.million_keys_a_second." + rows.kind(), 1e3 / nanos);
    context.ratio("kv.tables." + rows.kind() + ".refresh_vs_build", refreshing / building);
    context.ratio("kv.tables." + rows.kind() + ".bytes_vs_budget", bytes / BUDGET_BYTES);
  }
}
