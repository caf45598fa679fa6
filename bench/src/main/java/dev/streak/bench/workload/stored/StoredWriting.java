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
package dev.streak.bench.workload.stored;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.stored.StoredIndex.Nanos;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Writing and merging with every system in turn, round by round. Ratios compare the processor time
 * of the thread that indexes or merges, which other programs on the machine disturb little; what
 * the clock on the wall and all threads together say stands beside it.
 */
final class StoredWriting {
  static final String WRITE = "write";
  static final String MERGE = "merge";
  static final String MERGE_REOPENED = "merge_reopened";

  private static final List<String> WORKS = List.of(WRITE, MERGE, MERGE_REOPENED);

  private final BenchContext context;
  private final StoredData data;
  private final List<StoredSystem> systems;
  private final Map<String, Path> indexes = new LinkedHashMap<>();

  /** For each work and system what each round took. */
  private final Map<String, List<Nanos>> measured = new LinkedHashMap<>();

  StoredWriting(BenchContext context, StoredData data, List<StoredSystem> systems) {
    this.context = context;
    this.data = data;
    this.systems = systems;
  }

  /** Afterwards {@link #index} is there for every system, merged to one segment. */
  void run(int segments, int rounds) throws IOException {
    Map<String, Path> unmerged = new LinkedHashMap<>();
    for (StoredSystem system : systems) {
      indexes.put(system.name(), context.scratch("stored"));
      unmerged.put(system.name(), context.scratch("unmerged"));
    }
    Path work = context.scratch("reopened");
    // The first round warms up.
    for (int round = 0; round <= rounds; round++) {
      for (int i = 0; i < systems.size(); i++) {
        StoredSystem system = systems.get(round % 2 == 0 ? i : systems.size() - 1 - i);
        context.progress(data.name() + ", round " + round + " of " + rounds + ": " + system.name());
        Map<String, Nanos> took =
            StoredIndex.write(
                data,
                system.codec(),
                segments,
                indexes.get(system.name()),
                unmerged.get(system.name()));
        Nanos reopened =
            StoredIndex.mergeReopened(system.codec(), unmerged.get(system.name()), work);
        if (round > 0) {
          took.forEach((name, nanos) -> add(name, system, nanos));
          add(MERGE_REOPENED, system, reopened);
        }
      }
    }
  }

  private static String key(String work, String system) {
    return work + ' ' + system;
  }

  private void add(String work, StoredSystem system, Nanos nanos) {
    measured.computeIfAbsent(key(work, system.name()), k -> new ArrayList<>()).add(nanos);
  }

  Path index(String system) {
    return indexes.get(system);
  }

  /** How many times faster one system is than another: median of the rounds' quotients. */
  double speedup(String work, String system, String baseline) {
    List<Nanos> times = measured.get(key(work, system));
    List<Nanos> others = measured.get(key(work, baseline));
    double[] quotients = new double[times.size()];
    for (int i = 0; i < quotients.length; i++) {
      quotients[i] = (double) others.get(i).thread() / times.get(i).thread();
    }
    return median(quotients);
  }

  /** Megabytes of documents in a second. */
  private String speed(String work, String system, ToLongFunction<Nanos> clock) {
    double[] nanos =
        measured.get(key(work, system)).stream().mapToLong(clock).asDoubleStream().toArray();
    return Numbers.digits(data.rawBytes() * 1e3 / median(nanos));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  void report() throws IOException {
    Table table =
        new Table(
            data.title() + ": disk, and MB/s of writing and merging",
            "",
            "disk / raw",
            "writing",
            "on the wall",
            "all threads",
            "merging",
            "after reopening");
    for (StoredSystem system : systems) {
      double disk = StoredIndex.diskBytes(index(system.name())) / (double) data.rawBytes();
      table.row(
          system.name(),
          Numbers.digits(disk),
          speed(WRITE, system.name(), Nanos::thread),
          speed(WRITE, system.name(), Nanos::wall),
          speed(WRITE, system.name(), Nanos::all),
          speed(MERGE, system.name(), Nanos::thread),
          speed(MERGE_REOPENED, system.name(), Nanos::thread));
    }
    context.table(table);
    String prefix = "stored." + data.name() + ".";
    for (String work : WORKS) {
      context.ratio(
          prefix + work + "_vs_lz4", speedup(work, StoredSystem.STREAK, StoredSystem.LZ4));
      context.ratio(
          prefix + work + "_vs_deflate", speedup(work, StoredSystem.STREAK, StoredSystem.DEFLATE));
    }
    disk(prefix, StoredSystem.STREAK, StoredSystem.DEFLATE, "disk_vs_deflate");
    disk(prefix, StoredSystem.STREAK, StoredSystem.LZ4, "disk_vs_lz4");
    disk(prefix, StoredSystem.SMALLEST, StoredSystem.DEFLATE, "smallest.disk_vs_deflate");
    disk(prefix, StoredSystem.FASTEST, StoredSystem.LZ4, "fastest.disk_vs_lz4");
  }

  private void disk(String prefix, String system, String baseline, String name) throws IOException {
    context.ratio(
        prefix + name,
        (double) StoredIndex.diskBytes(index(system)) / StoredIndex.diskBytes(index(baseline)));
  }
}
