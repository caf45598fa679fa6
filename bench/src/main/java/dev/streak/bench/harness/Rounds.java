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

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds of a duel and their times: in a round every system is asked every input once. Some rounds
 * may be taken in one turn: a system does its part of all of them before the next one begins.
 */
final class Rounds {
  private final List<Duel.Contestant> systems;
  private final int inputs;
  private final boolean byProcessorTime;

  /** For each round the times of all calls, system by system. */
  private final List<long[]> nanos = new ArrayList<>();

  /** For each round the processor time of each system, zero if nobody wants it. */
  private final List<long[]> processorNanos = new ArrayList<>();

  private boolean backwards;

  /** The last answer, read by nobody: it keeps answers alive. */
  Object lastAnswer;

  Rounds(List<Duel.Contestant> systems, int inputs, boolean byProcessorTime) {
    this.systems = List.copyOf(systems);
    this.inputs = inputs;
    this.byProcessorTime = byProcessorTime;
  }

  List<long[]> nanos() {
    return nanos;
  }

  List<long[]> processorNanos() {
    return byProcessorTime ? processorNanos : List.of();
  }

  int size() {
    return nanos.size();
  }

  /** Forgets all rounds and begins with the first system. */
  void clear() {
    nanos.clear();
    processorNanos.clear();
    backwards = false;
  }

  /** One turn of each system, {@code count} rounds long; every other time in reverse order. */
  void take(int count) throws Exception {
    int first = nanos.size();
    for (int i = 0; i < count; i++) {
      nanos.add(new long[systems.size() * inputs]);
      processorNanos.add(new long[systems.size()]);
    }
    for (int i = 0; i < systems.size(); i++) {
      int s = backwards ? systems.size() - 1 - i : i;
      for (int round = first; round < first + count; round++) {
        processorNanos.get(round)[s] = askAll(systems.get(s), nanos.get(round), s * inputs);
      }
    }
    backwards = !backwards;
  }

  /** Returns the processor time of all calls, zero if nobody wants it. */
  private long askAll(Duel.Contestant system, long[] times, int offset) throws Exception {
    // That clock is slow: it is read once for all calls unless preparations must be left out.
    boolean once = system.preparation() == Duel.NO_PREPARATION;
    long processor = once ? -processorTime() : 0;
    for (int input = 0; input < inputs; input++) {
      system.preparation().run(input);
      processor -= once ? 0 : processorTime();
      long start = System.nanoTime();
      lastAnswer = system.operation().run(input);
      times[offset + input] = System.nanoTime() - start;
      processor += once ? 0 : processorTime();
      system.nanos().recordValue(times[offset + input]);
    }
    return processor + (once ? processorTime() : 0);
  }

  private long processorTime() {
    return byProcessorTime ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() : 0;
  }

  /** Time of the round in which {@code system} was fastest. */
  double fastest(int system) {
    return nanos.stream().mapToDouble(times -> total(times, system)).min().orElseThrow();
  }

  private double total(long[] times, int system) {
    long total = 0;
    for (int input = 0; input < inputs; input++) {
      total += times[system * inputs + input];
    }
    return (double) total;
  }
}
