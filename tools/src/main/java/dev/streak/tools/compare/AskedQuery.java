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
package dev.streak.tools.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.lucene.util.IORunnable;

/** A query that is asked again and again on both sides, in turns, and what its calls took. */
final class AskedQuery {
  /** The kinds of calls. */
  static final int LUCENE_COUNT = 0;

  static final int STREAK_COUNT = 1;
  static final int LUCENE_TOP = 2;
  static final int STREAK_TOP = 3;
  private static final int KINDS = 4;

  /** Calls that take less are made several times in a row. */
  private static final long SHORT_NANOS = 200_000;

  private static final int MOST_REPEATS = 1_000;

  private final List<IORunnable> calls;
  private final LongSupplier clock;
  private final LongSupplier processor;

  /** How many times in a row, for each kind: a fast side must not make a slow one's turns long. */
  private final int[] repeats = {1, 1, 1, 1};

  /** For each round the nanoseconds of a call of each kind, then those of the processor. */
  private final List<long[]> rounds = new ArrayList<>();

  private long spentNanos;

  /**
   * A query.
   *
   * @param calls one of each kind
   * @param processor the time that the processor gave to this thread
   */
  AskedQuery(List<IORunnable> calls, LongSupplier clock, LongSupplier processor) {
    this.calls = List.copyOf(calls);
    this.clock = clock;
    this.processor = processor;
  }

  /** A call of each kind, or several; who begins takes turns, for the first finds pages cold. */
  void ask() throws IOException {
    boolean luceneFirst = (rounds.size() & 1) == 0;
    long[] round = new long[2 * KINDS];
    long began = clock.getAsLong();
    for (int turn = 0; turn < KINDS; turn++) {
      int kind = luceneFirst ? turn : turn ^ 1;
      IORunnable call = calls.get(kind);
      long processorStart = processor.getAsLong();
      long start = clock.getAsLong();
      for (int i = 0; i < repeats[kind]; i++) {
        call.run();
      }
      round[kind] = (clock.getAsLong() - start) / repeats[kind];
      round[KINDS + kind] = (processor.getAsLong() - processorStart) / repeats[kind];
    }
    rounds.add(round);
    spentNanos += clock.getAsLong() - began;
  }

  /**
   * Forgets all rounds. A short call by itself is told by what the query before left in the
   * processor's caches, so short ones are repeated from now on.
   */
  void endWarmUp() {
    for (int kind = 0; kind < KINDS; kind++) {
      repeats[kind] = repeats((long) medianNanos(kind));
    }
    rounds.clear();
    spentNanos = 0;
  }

  static int repeats(long nanos) {
    return Math.clamp(SHORT_NANOS / Math.max(nanos, 1), 1, MOST_REPEATS);
  }

  int rounds() {
    return rounds.size();
  }

  long spentNanos() {
    return spentNanos;
  }

  /** How many calls of a kind there were, of the kind with fewest. */
  long calls() {
    long fewest = Long.MAX_VALUE;
    for (int each : repeats) {
      fewest = Math.min(fewest, each);
    }
    return fewest * rounds.size();
  }

  /** What a call took in each round by the clock, the shortest first. */
  long[] nanos(int kind) {
    return rounds.stream().mapToLong(round -> round[kind]).sorted().toArray();
  }

  double medianNanos(int kind) {
    return Contest.median(nanos(kind));
  }

  /** Medians of all kinds by processor time, or by the clock if the system's steps are too long. */
  double[] medians() {
    double[] byClock = new double[KINDS];
    double[] byProcessor = new double[KINDS];
    boolean fine = true;
    for (int kind = 0; kind < KINDS; kind++) {
      byClock[kind] = medianNanos(kind);
      byProcessor[kind] = medianNanos(KINDS + kind);
      fine &= byProcessor[kind] > 0;
    }
    return fine ? byProcessor : byClock;
  }
}
