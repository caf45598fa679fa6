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
import dev.streak.bench.harness.Chart;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Stored fields and term vectors: disk, writing, fetching and merging. */
public final class StoredWorkload implements Workload {
  private static final String MEGABYTES = "megabytes";

  @Override
  public String name() {
    return "stored";
  }

  @Override
  public String description() {
    return "stored fields of logs, items and texts, against LZ4, DEFLATE and large zstd blocks; term vectors";
  }

  @Override
  public List<Size> sizes() {
    return List.of(new Size(MEGABYTES, 48, 5, 5, 1_000, "megabytes of documents of each kind"));
  }

  @Override
  public String needs() {
    return "1 GB of heap, 2 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    long bytes = context.size(MEGABYTES) * 1_000_000L;
    run(context, StoredData.logs(context, bytes));
    run(context, StoredData.drift(context, bytes));
    StoredData catalogue = StoredData.catalogue(context, bytes);
    run(context, catalogue);
    TermVectorFetching.run(context, catalogue);
    StoredData texts = StoredData.texts(context, bytes);
    run(context, texts);
    TermVectorFetching.run(context, texts);
    context.note(
        "Writing and merging are compared by the processor time of the thread that does it. Streak"
            + " makes dictionaries on a thread of its own, one for an index and one more each time that"
            + " documents change: about twenty milliseconds each, which 'all threads' includes.");
  }

  private static void run(BenchContext context, StoredData data) throws Exception {
    List<StoredSystem> systems = StoredSystem.all();
    StoredWriting writing = new StoredWriting(context, data, systems);
    writing.run(context.quick() ? 2 : 8, context.quick() ? 1 : 3);
    writing.report();
    try (StoredFetching fetching = new StoredFetching(context, data.title())) {
      for (StoredSystem system : systems) {
        fetching.add(system.name(), writing.index(system.name()));
      }
      DuelResult single = fetching.single(context.quick() ? 100 : 500);
      context.table(single.toTable());
      context.percentileChart("fetch_" + data.name(), data.title() + ": fetching one", single);
      DuelResult consecutive = fetching.consecutive(context.quick() ? 30 : 100);
      context.table(consecutive.toTable());
      String prefix = "stored." + data.name() + ".";
      context.ratio(prefix + "fetch_vs_lz4", 1 / single.speedup(StoredSystem.STREAK));
      context.ratio(prefix + "fetch10_vs_lz4", 1 / consecutive.speedup(StoredSystem.STREAK));
      context.ratio(prefix + "smallest.fetch_vs_lz4", 1 / single.speedup(StoredSystem.SMALLEST));
      context.ratio(prefix + "fastest.fetch_vs_lz4", 1 / single.speedup(StoredSystem.FASTEST));
    }
    frontier(context, data, writing);
  }

  /** Disk against fetch for many settings, beside the systems that have names. */
  private static void frontier(BenchContext context, StoredData data, StoredWriting writing)
      throws Exception {
    Map<String, Path> indexes = new LinkedHashMap<>();
    for (StoredSystem system : StoredSystem.all()) {
      indexes.put(system.name(), writing.index(system.name()));
    }
    for (StoredSystem system : StoredSystem.frontier()) {
      context.progress(data.name() + ": " + system.name());
      Path path = context.scratch("frontier");
      StoredIndex.write(data, system.codec(), 1, path, null);
      indexes.put(system.name(), path);
    }
    try (StoredFetching fetching =
        new StoredFetching(context, data.title() + ", disk against fetch")) {
      for (Map.Entry<String, Path> index : indexes.entrySet()) {
        fetching.add(index.getKey(), index.getValue());
      }
      report(context, data, fetching.single(context.quick() ? 50 : 200), indexes);
    }
  }

  private static void report(
      BenchContext context, StoredData data, DuelResult fetched, Map<String, Path> indexes)
      throws IOException {
    Table table =
        new Table(data.title() + ": disk against fetch", "", "disk / raw", "fetch p50", "fetch");
    Chart chart =
        context.chart(
            "frontier_" + data.name(),
            data.title() + ": disk against fetch",
            new Chart.Axis("fetching one document, us", Chart.Scale.LOG),
            new Chart.Axis("disk, share of the documents' bytes", Chart.Scale.LINEAR));
    for (Map.Entry<String, Path> index : indexes.entrySet()) {
      String system = index.getKey();
      double disk = StoredIndex.diskBytes(index.getValue()) / (double) data.rawBytes();
      table.row(
          system,
          Numbers.digits(disk),
          Numbers.nanos(fetched.median(system)),
          Numbers.times(1 / fetched.speedup(system)) + " LZ4's");
      chart.point(series(system), fetched.median(system) / 1e3, disk);
    }
    context.table(table);
  }

  /** Settings that differ in one thing make a line; systems with names are points. */
  private static String series(String system) {
    if (!system.startsWith("level 3,")) {
      return system.startsWith("level ") ? "other levels" : system;
    }
    if (system.endsWith(" dictionary 0 kB")) {
      return "blocks of 1-60 kB, no dictionary";
    }
    return system.endsWith(" dictionary 256 kB")
        ? "blocks of 1-60 kB, dictionary"
        : "dictionaries of 32-512 kB";
  }
}
