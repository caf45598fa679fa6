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

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What a {@link Duel} measured; times are nanoseconds for one operation. */
public final class DuelResult {
  private final String title;
  private final List<Duel.Contestant> systems;
  private final List<double[]> roundNanos;
  private final double operationsPerRound;
  private final int operationsPerCall;

  DuelResult(
      String title,
      List<Duel.Contestant> systems,
      List<double[]> roundNanos,
      int inputs,
      int operationsPerCall) {
    this.title = title;
    this.systems = List.copyOf(systems);
    this.roundNanos = List.copyOf(roundNanos);
    this.operationsPerRound = (double) inputs * operationsPerCall;
    this.operationsPerCall = operationsPerCall;
  }

  /** Names of the systems, baseline first. */
  public List<String> systems() {
    return systems.stream().map(Duel.Contestant::name).toList();
  }

  /** The latency that {@code percentile} percent of the calls did not exceed. */
  public double percentile(String system, double percentile) {
    return (double) histogram(system).getValueAtPercentile(percentile) / operationsPerCall;
  }

  /** Half of the calls took at most this long. */
  public double median(String system) {
    return percentile(system, 50);
  }

  /** Median over rounds of the mean time of an operation: what throughput follows from. */
  public double mean(String system) {
    int s = indexOf(system);
    return medianOfRounds(times -> times[s]) / operationsPerRound;
  }

  /** Distance of the quartiles of the rounds, as a share of their median. */
  public double spread(String system) {
    int s = indexOf(system);
    double[] sorted = roundNanos.stream().mapToDouble(times -> times[s]).sorted().toArray();
    double low = sorted[(sorted.length - 1) / 4];
    double high = sorted[(sorted.length - 1) - (sorted.length - 1) / 4];
    return (high - low) / medianOfRounds(times -> times[s]);
  }

  /**
   * How many times faster {@code system} is than {@code baseline}: the median over rounds of the
   * quotient of their times in the same round.
   */
  public double speedup(String system, String baseline) {
    int s = indexOf(system);
    int b = indexOf(baseline);
    return medianOfRounds(times -> times[b] / times[s]);
  }

  /** As {@link #speedup(String, String)}, against the first system. */
  public double speedup(String system) {
    return speedup(system, systems.get(0).name());
  }

  /** How many times smaller {@code system}'s latency is at a percentile. */
  public double speedupAt(double percentile, String system, String baseline) {
    return percentile(baseline, percentile) / percentile(system, percentile);
  }

  /** All systems with median, tail, spread and speed against the first. */
  public Table toTable() {
    Table table = new Table(title, "", "p50", "p90", "p99", "mean", "spread", "speed");
    for (String system : systems()) {
      table.row(
          system,
          Numbers.nanos(median(system)),
          Numbers.nanos(percentile(system, 90)),
          Numbers.nanos(percentile(system, 99)),
          Numbers.nanos(mean(system)),
          Numbers.percent(spread(system)),
          Numbers.times(speedup(system)));
    }
    return table;
  }

  Histogram histogram(String system) {
    return systems.get(indexOf(system)).nanos();
  }

  int operationsPerCall() {
    return operationsPerCall;
  }

  private int indexOf(String system) {
    for (int i = 0; i < systems.size(); i++) {
      if (systems.get(i).name().equals(system)) {
        return i;
      }
    }
    throw new IllegalArgumentException("system must be one of " + systems() + ": system=" + system);
  }

  private double medianOfRounds(ToDoubleFunction<double[]> value) {
    return median(roundNanos.stream().mapToDouble(value).toArray());
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return (values.length & 1) == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
