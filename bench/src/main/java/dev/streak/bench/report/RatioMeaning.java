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

/** Whether a ratio speaks for Streak or against it; its name tells what is counted. */
final class RatioMeaning {
  /** Differences below this share are noise. */
  private static final double NOISE = 0.03;

  /** The verdict on one ratio. */
  enum Verdict {
    BETTER,
    LEVEL,
    WORSE
  }

  private RatioMeaning() {}

  static Verdict judge(String name, double value) {
    if (name.startsWith("general.control")) {
      return Verdict.LEVEL; // Lucene beside itself
    }
    double goodness = isCost(name) ? 1 / value : value;
    if (goodness > 1 + NOISE) {
      return Verdict.BETTER;
    }
    return goodness < 1 - NOISE ? Verdict.WORSE : Verdict.LEVEL;
  }

  /** Costs are better when they are below one; everything else is better above. */
  static boolean isCost(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.equals("bits_vs_best")
        || last.equals("cache_lines")
        || last.equals("bytes_vs_budget")
        || last.startsWith("disk_vs_")
        || last.startsWith("fetch_vs_")
        || last.startsWith("fetch10_vs_");
  }
}
