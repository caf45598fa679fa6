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
package dev.streak.tools.advise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells from the times of rounds when they get no faster, so that what a JVM compiles meanwhile is
 * not measured. Rounds are taken together until they have taken long enough to tell something; when
 * that was twice in a row not faster than before, for none of the things that take turns, it ends.
 */
final class WarmUp {
  /** Rounds that are taken together take so long, for code is compiled by and by. */
  static final long TOGETHER_NANOS = 80_000_000;

  /** And are so many at least, for a median. */
  static final int TOGETHER_ROUNDS = 4;

  /** It ends, whatever the rounds do. */
  private static final long MOST_NANOS = 800_000_000;

  /** Some clocks stand still for a while. */
  static final int MOST_ROUNDS = 20_000;

  /** Less than this share of the time before is faster. */
  private static final double FASTER = 0.95;

  private static final int MOST_WITHOUT_GAIN = 2;

  private final long mostNanos;
  private final long[] least;
  private final List<long[]> together = new ArrayList<>();
  private long togetherNanos;
  private long allNanos;
  private int rounds;
  private int withoutGain;

  /** A warm-up of so many things, which take turns. */
  WarmUp(int things) {
    this(things, MOST_NANOS);
  }

  /** The same with another limit. */
  WarmUp(int things, long mostNanos) {
    this.mostNanos = mostNanos;
    least = new long[things];
    Arrays.fill(least, Long.MAX_VALUE);
  }

  /** Notes a round: how long each thing took. */
  void add(long... nanos) {
    together.add(nanos);
    rounds++;
    for (long each : nanos) {
      togetherNanos += each;
      allNanos += each;
    }
    if (togetherNanos >= TOGETHER_NANOS && together.size() >= TOGETHER_ROUNDS) {
      withoutGain = isFaster() ? 0 : withoutGain + 1;
      together.clear();
      togetherNanos = 0;
    }
  }

  private boolean isFaster() {
    boolean isFaster = false;
    for (int i = 0; i < least.length; i++) {
      int thing = i;
      long now = Medians.median(together.stream().mapToLong(round -> round[thing]).toArray());
      isFaster |= now < FASTER * least[i];
      least[i] = Math.min(least[i], now);
    }
    return isFaster;
  }

  /** Whether there is nothing more to wait for. */
  boolean isOver() {
    return withoutGain >= MOST_WITHOUT_GAIN || allNanos >= mostNanos || rounds >= MOST_ROUNDS;
  }
}
