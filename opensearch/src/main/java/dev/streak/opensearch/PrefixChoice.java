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
package dev.streak.opensearch;

import dev.streak.codec.StreakCodec;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of prefixes and the room for their sets, written {@code 1-4} or {@code 1-4,10%}.
 *
 * @param min least length
 * @param max greatest length
 * @param budgetPercent share of the field's size, or null for the library's default
 */
record PrefixChoice(int min, int max, Double budgetPercent) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,4})-(\\d{1,4})(?:, ?(\\d{1,4}(?:\\.\\d{1,4})?)%)?");

  /**
   * @param field what messages name
   */
  static PrefixChoice parse(String field, String value) {
    Matcher matcher = FORM.matcher(value);
    if (matcher.matches() == false) {
      throw new IllegalArgumentException("must look like 1-4 or 1-4,10%");
    }
    String percent = matcher.group(3);
    PrefixChoice choice =
        new PrefixChoice(
            Integer.parseInt(matcher.group(1)),
            Integer.parseInt(matcher.group(2)),
            percent == null ? null : Double.valueOf(percent));
    choice.apply(StreakCodec.builder(), field); // The library knows the limits.
    return choice;
  }

  void apply(StreakCodec.Builder builder, String field) {
    if (budgetPercent == null) {
      builder.prefixes(field, min, max);
    } else {
      builder.prefixes(field, min, max, budgetPercent);
    }
  }

  @Override
  public String toString() {
    return min + "-" + max + (budgetPercent == null ? "" : "," + budgetPercent + "%");
  }
}
