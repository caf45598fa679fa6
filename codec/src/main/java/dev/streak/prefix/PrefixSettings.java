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
package dev.streak.prefix;

import org.apache.lucene.index.FieldInfo;

/**
 * Which prefixes of a field are worth a set. Lengths are in code points; in terms that are not
 * UTF-8, in bytes that are not of the form {@code 10xxxxxx}.
 *
 * @param min least length of a prefix
 * @param max greatest length of a prefix
 * @param budgetPercent the most that the sets may take, as a share of the field's size
 */
public record PrefixSettings(int min, int max, double budgetPercent) {

  /** What sets may take when nothing else is said. */
  public static final double DEFAULT_BUDGET_PERCENT = 5;

  /** Longest prefix: each length costs memory while a segment is written. */
  public static final int MAX_LENGTH = 16;

  private static final String ATTRIBUTE = "StreakPrefixSets.settings";

  /** Checks the settings of a field. */
  public static PrefixSettings of(String field, int min, int max, double budgetPercent) {
    if (min < 1 || max < min || max > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "min and max must be 1 <= min <= max <= "
              + MAX_LENGTH
              + ": field="
              + field
              + " min="
              + min
              + " max="
              + max);
    }
    if (!(budgetPercent > 0 && budgetPercent <= 100)) {
      throw new IllegalArgumentException(
          "budgetPercent must be > 0 and <= 100: field="
              + field
              + " budgetPercent="
              + budgetPercent);
    }
    return new PrefixSettings(min, max, budgetPercent);
  }

  /**
   * Records the settings of a field, null where there are none, for people who look into a segment.
   * A merge hands on what its sources said, which attributes cannot be rid of: it is overwritten.
   */
  public static void record(FieldInfo field, PrefixSettings settings) {
    if (settings != null) {
      field.putAttribute(
          ATTRIBUTE, settings.min + "-" + settings.max + " in " + settings.budgetPercent + " %");
    } else if (field.getAttribute(ATTRIBUTE) != null) {
      field.putAttribute(ATTRIBUTE, "NONE");
    }
  }
}
