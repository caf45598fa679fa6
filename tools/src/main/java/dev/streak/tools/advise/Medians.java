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

import java.util.Arrays;

/**
 * What rounds took, in nanoseconds of processor time. Where the halves differ, something else than
 * the thing itself was measured.
 *
 * @param all the median of all rounds
 * @param earlier that of the first half
 * @param later that of the second half
 */
record Medians(double all, double earlier, double later) {
  /** Of nothing. */
  static final Medians NONE = new Medians(0, 0, 0);

  static Medians of(long... rounds) {
    int half = rounds.length / 2;
    return new Medians(
        median(rounds),
        median(Arrays.copyOfRange(rounds, 0, half)),
        median(Arrays.copyOfRange(rounds, half, rounds.length)));
  }

  static long median(long[] times) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** With those of other rounds, so many times. */
  Medians plus(Medians other, double scale) {
    return new Medians(
        all + other.all * scale, earlier + other.earlier * scale, later + other.later * scale);
  }

  boolean isMeasured() {
    return all > 0 && earlier > 0 && later > 0;
  }
}
