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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * Several systems answer the same questions in turns, A B B A, so that whatever else the machine
 * does meets all of them alike. The first system is the baseline.
 *
 * <p>A <em>round</em> asks every system every input once. Rounds of short calls are taken many in a
 * turn: who has just been asked finds its code and data in the processor's caches, and when turns
 * took a millisecond a baseline beside its own control, which shares both, won five to ten percent
 * by that alone. Each call is one latency in its system's histogram. Before anything is timed, and
 * again at the end, the answers are compared; a difference ends the run.
 *
 * <p>Warm-up goes on until the time of a round no longer falls, within bounds. Measuring goes on
 * for some seconds and some rounds, whichever is longer, again within bounds.
 */
public final class Duel {

  /** Answers one question. */
  @FunctionalInterface
  public interface Operation {
    /**
     * Answers question {@code input}; what is returned must be equal for all systems and depend on
     * all work done, or the compiler may leave work out. Arrays are compared by content.
     */
    Object run(int input) throws Exception;
  }

  /** Work that is not timed. */
  @FunctionalInterface
  public interface Preparation {
    /** Called before question {@code input} is timed. */
    void run(int input) throws Exception;
  }

  record Contestant(String name, Preparation preparation, Operation operation, Histogram nanos) {}

  static final Preparation NO_PREPARATION = input -> {};
  private static final double STILL_FALLING = 0.97;

  private final BenchContext context;
  private final String title;
  private final List<Contestant> systems = new ArrayList<>();

  private int inputs = 1;
  private int operationsPerCall = 1;
  private int warmUpRounds = -1;
  private int countedRounds = -1;
  private boolean compare = true;
  private boolean byProcessorTime;

  private Rounds rounds;

  /** Rounds that a system takes in one turn. */
  private int roundsInTurn = 1;

  Duel(BenchContext context, String title) {
    this.context = context;
    this.title = title;
  }

  /** Number of different questions; one if not called. */
  public Duel inputs(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be >= 1: count=" + count);
    }
    inputs = count;
    return this;
  }

  /**
   * Each call does this many operations, and the result is per operation: a call should take some
   * microseconds at least, so that reading the clock does not count.
   */
  public Duel operationsPerCall(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be >= 1: count=" + count);
    }
    operationsPerCall = count;
    return this;
  }

  /**
   * Exact numbers of rounds, for work that takes seconds, such as building an index. Comparing the
   * answers runs each system once before the warm-up, which is often enough of one.
   */
  public Duel rounds(int warmUp, int measured) {
    if (warmUp < 0 || measured < 1) {
      throw new IllegalArgumentException(
          "warmUp must be >= 0, measured >= 1: warmUp=" + warmUp + ", measured=" + measured);
    }
    warmUpRounds = warmUp;
    countedRounds = measured;
    return this;
  }

  /** For systems that cannot give the same answer, such as two file sizes. Say why at the call. */
  public Duel answersDiffer() {
    compare = false;
    return this;
  }

  /**
   * Lets speed-ups compare the calling thread's processor time, which other programs on the machine
   * disturb far less than the clock on the wall. Only for work that neither waits for a device nor
   * hands work to other threads. Latencies stay those of the wall.
   */
  public Duel byProcessorTime() {
    byProcessorTime = true;
    return this;
  }

  /** Adds a system. The first one is the baseline. */
  public Duel system(String name, Operation operation) {
    return system(name, NO_PREPARATION, operation);
  }

  /** Adds a system with work before each call that is not timed. */
  public Duel system(String name, Preparation preparation, Operation operation) {
    if (systems.stream().anyMatch(s -> s.name().equals(name))) {
      throw new IllegalArgumentException("systems need different names: name=" + name);
    }
    systems.add(new Contestant(name, preparation, operation, new Histogram(3)));
    return this;
  }

  /** Runs everything. */
  public DuelResult run() throws Exception {
    if (systems.isEmpty()) {
      throw new IllegalStateException("a duel needs a system: title=" + title);
    }
    context.progress(title);
    compareAnswers();
    rounds = new Rounds(systems, inputs, byProcessorTime);
    warmUp();
    rounds.clear();
    systems.forEach(s -> s.nanos().reset());
    measure();
    // Rounds that were counted out are too dear to be repeated just for this.
    if (countedRounds < 0) {
      compareAnswers();
    }
    return new DuelResult(
        title, systems, rounds.nanos(), rounds.processorNanos(), inputs, operationsPerCall);
  }

  private void compareAnswers() throws Exception {
    if (!compare || (countedRounds > 0 && systems.size() == 1)) {
      return;
    }
    for (int input = 0; input < inputs; input++) {
      Object expected = null;
      for (int i = 0; i < systems.size(); i++) {
        Contestant system = systems.get(i);
        system.preparation().run(input);
        Object answer = system.operation().run(input);
        if (i == 0) {
          expected = answer;
        } else if (!Objects.deepEquals(expected, answer)) {
          throw new AnswerMismatchException(
              String.format(
                  Locale.ROOT,
                  "%s, input %d: %s answers %s, %s answers %s",
                  title,
                  input,
                  systems.get(0).name(),
                  show(expected),
                  system.name(),
                  show(answer)));
        }
      }
    }
  }

  private static String show(Object answer) {
    String text = Arrays.deepToString(new Object[] {answer});
    return text.length() <= 200 ? text : text.substring(0, 200) + "...";
  }

  private void warmUp() throws Exception {
    if (warmUpRounds >= 0) {
      for (int i = 0; i < warmUpRounds; i++) {
        rounds.take(1);
      }
      return;
    }
    Budget budget = context.budget();
    long start = System.nanoTime();
    double[] best = new double[systems.size()];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    boolean falling = true;
    for (int slice = 0; elapsed(start) < budget.maxWarmUpNanos(); slice++) {
      if (!falling && elapsed(start) >= budget.minWarmUpNanos()) {
        return;
      }
      falling = warmUpSlice(budget.sliceNanos(), best) || slice == 0;
      double slowest = Arrays.stream(best).max().orElseThrow();
      roundsInTurn = (int) Math.max(1, budget.turnNanos() / slowest);
    }
  }

  /** Whether any system got clearly faster than ever before. */
  private boolean warmUpSlice(long sliceNanos, double[] best) throws Exception {
    long start = System.nanoTime();
    rounds.clear();
    do {
      rounds.take(roundsInTurn);
    } while (elapsed(start) < sliceNanos);
    boolean falling = false;
    for (int s = 0; s < best.length; s++) {
      double fastest = rounds.fastest(s);
      falling |= fastest < best[s] * STILL_FALLING;
      best[s] = Math.min(best[s], fastest);
    }
    return falling;
  }

  private void measure() throws Exception {
    if (countedRounds > 0) {
      for (int i = 0; i < countedRounds; i++) {
        context.progress(title + ": round " + (i + 1) + " of " + countedRounds);
        rounds.take(1);
      }
      return;
    }
    Budget budget = context.budget();
    long start = System.nanoTime();
    while (!budget.isSpent(rounds.size(), elapsed(start))) {
      rounds.take(roundsInTurn);
    }
  }

  private static long elapsed(long start) {
    return System.nanoTime() - start;
  }
}
