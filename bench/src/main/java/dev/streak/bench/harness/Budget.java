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

import java.util.concurrent.TimeUnit;

/** How long a duel may take. */
record Budget(
    long minWarmUpNanos,
    long maxWarmUpNanos,
    long sliceNanos,
    long turnNanos,
    long measureNanos,
    long maxMeasureNanos,
    int enoughRounds,
    int leastRounds) {

  /**
   * The least warm-up is long enough for the compiler to come back to what other comparisons in the
   * same JVM made it compile for: with 0.6 seconds some were measured at twice their time.
   */
  static final Budget USUAL = ofMillis(2_000, 6_000, 200, 20, 2_000, 8_000, 15, 7);

  static final Budget QUICK = ofMillis(150, 800, 75, 5, 400, 1_500, 9, 5);

  /** For what is left of a quick run on a machine that is busy with other things. */
  static final Budget HURRIED = ofMillis(50, 200, 50, 5, 150, 400, 5, 3);

  static Budget ofMillis(
      long minWarmUp,
      long maxWarmUp,
      long slice,
      long turn,
      long measure,
      long maxMeasure,
      int enoughRounds,
      int leastRounds) {
    return new Budget(
        TimeUnit.MILLISECONDS.toNanos(minWarmUp),
        TimeUnit.MILLISECONDS.toNanos(maxWarmUp),
        TimeUnit.MILLISECONDS.toNanos(slice),
        TimeUnit.MILLISECONDS.toNanos(turn),
        TimeUnit.MILLISECONDS.toNanos(measure),
        TimeUnit.MILLISECONDS.toNanos(maxMeasure),
        enoughRounds,
        leastRounds);
  }

  boolean isSpent(int rounds, long nanos) {
    if (rounds >= enoughRounds && nanos >= measureNanos) {
      return true;
    }
    return rounds >= leastRounds && nanos >= maxMeasureNanos;
  }
}
