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
package dev.streak.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** A workload's view of the run: options in, tables, charts and ratios out. */
public final class BenchContext implements AutoCloseable {
  private static final Pattern RATIO_NAME = Pattern.compile("[a-z0-9_]+(\\.[a-z0-9_]+)+");
  private static final double[] PERCENTILES = {10, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.9};

  private final Workload workload;
  private final BenchOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final ScratchDirectory scratch;
  private final long startNanos = System.nanoTime();
  private final List<Table> tables = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Double> ratios = new LinkedHashMap<>();

  /** Tables go to {@code out} as they come, progress goes to {@code err}. */
  public BenchContext(Workload workload, BenchOptions options, PrintStream out, PrintStream err) {
    this.workload = workload;
    this.options = options;
    this.out = out;
    this.err = err;
    this.scratch = new ScratchDirectory(options.directory(), workload.name());
  }

  /** The folder given with {@code --data}: real posting lists and logs. */
  public Optional<Path> data() {
    return options.data();
  }

  /** Whether sizes and times are to be small. */
  public boolean quick() {
    return options.quick();
  }

  /** The seed of everything random. */
  public long seed() {
    return options.seed();
  }

  /** A generator of its own for each purpose, so that one more draw here moves nothing there. */
  public Random random(String purpose) {
    return new Random(options.seed() * 0x9E3779B97F4A7C15L + purpose.hashCode());
  }

  /** A size that the workload declares: as the user set it, or its default. */
  public int size(String name) {
    return Math.toIntExact(sizeAsLong(name));
  }

  private long sizeAsLong(String name) {
    Size size =
        workload.sizes().stream()
            .filter(s -> s.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("undeclared size: name=" + name));
    return options.sizes().getOrDefault(name, quick() ? size.quick() : size.usual());
  }

  /** All sizes of the run by name. */
  Map<String, Long> chosenSizes() {
    Map<String, Long> chosen = new LinkedHashMap<>();
    workload.sizes().forEach(size -> chosen.put(size.name(), sizeAsLong(size.name())));
    return chosen;
  }

  /** A new empty folder for work files, deleted at the end of the run. */
  public Path scratch(String name) throws IOException {
    return Files.createTempDirectory(scratch.path(), name + "-");
  }

  /** Deletes such a folder, whether the others are kept or not. */
  public void discard(Path folder) throws IOException {
    ScratchDirectory.delete(folder);
  }

  /** Closes what writes to scratch folders when the user interrupts the run. */
  public void closeBeforeCleaning(AutoCloseable writer) {
    scratch.closeFirst(writer);
  }

  /** Leaves all work files where they are, below the folder returned. */
  public Path keepScratch() {
    scratch.keep();
    return scratch.path();
  }

  /** One line that says what is being done now. */
  public void progress(String line) {
    err.printf(Locale.ROOT, "[%6.1f s] %s%n", (System.nanoTime() - startNanos) / 1e9, line);
  }

  /** Starts a comparison. */
  public Duel duel(String title) {
    return new Duel(this, title);
  }

  /** A quick run promises to end within a minute; a busy machine makes it hurry. */
  Budget budget() {
    if (!quick()) {
      return Budget.USUAL;
    }
    return elapsedSeconds() < workload.hurryAfterSeconds() ? Budget.QUICK : Budget.HURRIED;
  }

  /** Prints a table and keeps it for the report. */
  public void table(Table table) {
    tables.add(table);
    out.println();
    out.print(table.toText());
    out.flush();
  }

  /** Adds a chart to the report; points may be added until the workload ends. */
  public Chart chart(String name, String title, Chart.Axis x, Chart.Axis y) {
    Chart chart = new Chart(name, title, x, y);
    charts.add(chart);
    return chart;
  }

  /** Adds a chart of the latencies of all systems of a duel, from p10 to p99.9. */
  public void percentileChart(String name, String title, DuelResult result) {
    Chart chart =
        chart(
            name,
            title,
            new Chart.Axis("percentile of calls", Chart.Scale.PERCENTILE),
            new Chart.Axis("latency, us", Chart.Scale.LOG));
    for (String system : result.systems()) {
      Histogram histogram = result.histogram(system);
      for (double percentile : PERCENTILES) {
        if (histogram.getTotalCount() * (100 - percentile) >= 100) {
          chart.point(system, percentile, Math.max(1, result.percentile(system, percentile)) / 1e3);
        }
      }
    }
  }

  /** A sentence for the report: what the figures mean, or do not mean. */
  public void note(String sentence) {
    notes.add(sentence);
    out.println(sentence);
  }

  /**
   * Records a figure under a name that never changes its meaning: letters, digits and underscores,
   * in parts joined by dots. Above one means that Streak is better, unless the documented name says
   * what else is counted ({@code bits_vs_best}, {@code cache_lines}, {@code disk_vs_*}, {@code
   * fetch_vs_*}, {@code fetch10_vs_*}).
   */
  public void ratio(String name, double value) {
    if (!RATIO_NAME.matcher(name).matches() || !Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "a ratio needs a name like " + RATIO_NAME + " and a finite value: " + name + "=" + value);
    }
    if (ratios.putIfAbsent(name, value) != null) {
      throw new IllegalArgumentException("ratio recorded twice: name=" + name);
    }
  }

  Workload workload() {
    return workload;
  }

  BenchOptions options() {
    return options;
  }

  List<Table> tables() {
    return tables;
  }

  List<Chart> charts() {
    return charts;
  }

  List<String> notes() {
    return notes;
  }

  double elapsedSeconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** Ratios in the order recorded. */
  public Map<String, Double> ratios() {
    return Collections.unmodifiableMap(ratios);
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
