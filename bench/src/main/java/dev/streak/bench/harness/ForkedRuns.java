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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The same measurement in several JVMs: which code the compiler puts together and which pages of
 * memory a process gets differ from one to the next.
 */
public final class ForkedRuns {
  private static final int FORKS = 5;

  /** Part of a workload, done in another JVM. */
  @FunctionalInterface
  public interface Work {
    void run(BenchContext context) throws Exception;
  }

  private record ForkedWork(String name, Work work, boolean hurried) implements Workload {

    @Override
    public String description() {
      return "part of a workload, in another JVM";
    }

    @Override
    public List<Size> sizes() {
      return List.of();
    }

    @Override
    public String needs() {
      return "what its parent says";
    }

    @Override
    public int hurryAfterSeconds() {
      return hurried ? 0 : Integer.MAX_VALUE;
    }

    @Override
    public void run(BenchContext context) throws Exception {
      work.run(context);
    }
  }

  private final Map<String, double[]> sortedValues = new LinkedHashMap<>();
  private final int forks;

  private ForkedRuns(int forks) {
    this.forks = forks;
  }

  /**
   * Runs {@code main}, which must call {@link #measure}, in some JVMs, for a quick run in one. It
   * is given {@code arguments}, and behind them what {@code measure} needs.
   */
  public static ForkedRuns run(
      BenchContext context, String title, Class<?> main, List<String> arguments) throws Exception {
    int forks = context.quick() ? 1 : FORKS;
    Path directory = context.scratch("forks");
    Path json = directory.resolve("ratios.json");
    List<String> all = new ArrayList<>(arguments);
    all.add(directory.toString());
    all.add(json.toString());
    ForkedRuns runs = new ForkedRuns(forks);
    for (int fork = 0; fork < forks; fork++) {
      context.progress(title + ": JVM " + (fork + 1) + " of " + forks);
      int status = ForkedJvm.run(main, all);
      if (status != 0) {
        throw new IOException(title + ": another JVM ended with status " + status);
      }
      runs.add(fork, json);
    }
    runs.sortedValues.values().forEach(Arrays::sort);
    return runs;
  }

  private void add(int fork, Path json) throws IOException {
    ResultFile.read(json)
        .getAsJsonObject("ratios")
        .asMap()
        .forEach(
            (name, value) ->
                sortedValues.computeIfAbsent(name, n -> new double[forks])[fork] =
                    value.getAsDouble());
  }

  /**
   * What the other JVM does, told by all its arguments; it hurries from the start if that is
   * wanted.
   */
  public static void measure(
      String name, Work work, long seed, boolean quick, boolean hurried, String[] args)
      throws Exception {
    Path directory = Path.of(args[args.length - 2]);
    Path json = Path.of(args[args.length - 1]);
    BenchOptions options =
        new BenchOptions(Optional.empty(), directory, Optional.empty(), seed, quick, Map.of());
    measure(new ForkedWork(name, work, hurried), options, json, System.out, System.err);
  }

  private static void measure(
      Workload workload, BenchOptions options, Path json, PrintStream out, PrintStream err)
      throws Exception {
    try (BenchContext context = new BenchContext(workload, options, out, err)) {
      workload.run(context);
      ResultFile.write(json, ResultFile.of(context));
    }
  }

  /** Names of what was measured. */
  public Set<String> names() {
    return sortedValues.keySet();
  }

  public double median(String name) {
    return sortedValues.get(name)[forks / 2];
  }

  public double lowest(String name) {
    return sortedValues.get(name)[0];
  }

  public double highest(String name) {
    return sortedValues.get(name)[forks - 1];
  }

  @Override
  public String toString() {
    return forks + (forks == 1 ? " JVM" : " JVMs");
  }
}
