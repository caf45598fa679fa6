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
  private final List<long[]> rounds;
  private final List<long[]> processorNanos;
  private final int inputs;
  private final int operationsPerCall;

  DuelResult(
      String title,
      List<Duel.Contestant> systems,
      List<long[]> rounds,
      List<long[]> processorNanos,
      int inputs,
      int operationsPerCall) {
    this.title = title;
    this.systems = List.copyOf(systems);
    this.rounds = List.copyOf(rounds);
    this.processorNanos = List.copyOf(processorNanos);
    this.inputs = inputs;
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

  /**
   * Mean over the questions of the median time of each: what a mix of all of them costs, without
   * the calls that the machine interrupted.
   */
  public double mean(String system) {
    int s = indexOf(system);
    double sum = 0;
    for (int input = 0; input < inputs; input++) {
      int call = s * inputs + input;
      sum += median(times -> (double) times[call]);
    }
    return sum / inputs / operationsPerCall;
  }

  /** Distance of the quartiles of the rounds' total times, as a share of their median. */
  public double spread(String system) {
    int s = indexOf(system);
    double[] sorted = rounds.stream().mapToDouble(times -> total(times, s)).sorted().toArray();
    double low = sorted[(sorted.length - 1) / 4];
    double high = sorted[(sorted.length - 1) - (sorted.length - 1) / 4];
    return (high - low) / median(times -> total(times, s));
  }

  /**
   * How many times faster {@code system} is than {@code baseline}. With several questions: the
   * quotient of {@link #mean means}. With one: the median over rounds of the quotient within a
   * round, so that a machine that slows down or speeds up in between does not show. By processor
   * time ({@link Duel#byProcessorTime}): the median over rounds of the quotient within a round.
   */
  public double speedup(String system, String baseline) {
    if (!processorNanos.isEmpty()) {
      int s = indexOf(system);
      int b = indexOf(baseline);
      return median(processorNanos, times -> (double) times[b] / times[s]);
    }
    if (inputs > 1) {
      return mean(baseline) / mean(system);
    }
    int s = indexOf(system);
    int b = indexOf(baseline);
    return median(times -> (double) times[b] / times[s]);
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

  private double total(long[] times, int system) {
    return (double) Arrays.stream(times, system * inputs, (system + 1) * inputs).sum();
  }

  private double median(ToDoubleFunction<long[]> value) {
    return median(rounds, value);
  }

  private static double median(List<long[]> rounds, ToDoubleFunction<long[]> value) {
    double[] values = rounds.stream().mapToDouble(value).sorted().toArray();
    int middle = values.length / 2;
    return (values.length & 1) == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
