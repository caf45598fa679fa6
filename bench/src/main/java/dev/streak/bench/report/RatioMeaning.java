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
package dev.streak.bench.report;

import java.util.regex.Pattern;

/** Whether a ratio speaks for Streak or against it, by what {@code docs/ratios.md} says of it. */
final class RatioMeaning {
  private static final RatioExplanations EXPLANATIONS = RatioExplanations.load();

  /** Differences below this share are noise. */
  private static final double NOISE = 0.03;

  /** Bytes, and keys a second: beside nothing. */
  private static final Pattern AMOUNT =
      Pattern.compile("kv\\.versions\\.heap_bytes|kv\\.tables\\.million_keys_a_second\\..*");

  /** The verdict on one ratio. */
  enum Verdict {
    BETTER,
    LEVEL,
    WORSE
  }

  private RatioMeaning() {}

  static Verdict judge(String name, double value) {
    if (isControl(name) || isAmount(name)) {
      return Verdict.LEVEL;
    }
    double goodness = goodness(name, value);
    if (goodness > 1 + NOISE) {
      return Verdict.BETTER;
    }
    return goodness < 1 - NOISE ? Verdict.WORSE : Verdict.LEVEL;
  }

  /** Whether Streak is behind at all, noise or not. */
  static boolean isBehind(String name, double value) {
    return !isControl(name) && !isAmount(name) && goodness(name, value) < 1;
  }

  /** Above one Streak is better, whether the ratio is a cost or not. */
  static double goodness(String name, double value) {
    return isCost(name) ? 1 / value : value;
  }

  /** Lucene beside itself. */
  private static boolean isControl(String name) {
    return name.startsWith("general.control");
  }

  private static boolean isAmount(String name) {
    return AMOUNT.matcher(name).matches();
  }

  /** Costs are better when they are below one; everything else is better above. */
  static boolean isCost(String name) {
    return EXPLANATIONS.of(name).map(RatioExplanations.Row::lowerIsBetter).orElse(false);
  }
}
