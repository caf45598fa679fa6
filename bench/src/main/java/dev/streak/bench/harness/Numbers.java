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

import java.util.Locale;

/** How numbers are written in tables: three digits that count, and a unit that fits. */
public final class Numbers {
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};

  private Numbers() {}

  /** A duration. */
  public static String nanos(double nanos) {
    if (nanos < 1_000) {
      return digits(nanos) + " ns";
    } else if (nanos < 1_000_000) {
      return digits(nanos / 1_000) + " us";
    } else if (nanos < 1_000_000_000) {
      return digits(nanos / 1_000_000) + " ms";
    }
    return digits(nanos / 1_000_000_000) + " s";
  }

  /** A size, in decimal units as disks are sold. */
  public static String bytes(long bytes) {
    int unit = 0;
    double value = (double) bytes;
    while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
      value /= 1_000;
      unit++;
    }
    return (unit == 0 ? String.format(Locale.ROOT, "%.0f", value) : digits(value))
        + " "
        + BYTE_UNITS[unit];
  }

  /** A count with thousands separated. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** How many times faster or smaller. */
  public static String times(double ratio) {
    return digits(ratio) + "x";
  }

  /** A share. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  /** Three digits that count. */
  public static String digits(double value) {
    double magnitude = Math.abs(value);
    if (magnitude >= 99.95) {
      return String.format(Locale.ROOT, "%,.0f", value);
    } else if (magnitude >= 9.995) {
      return String.format(Locale.ROOT, "%.1f", value);
    } else if (magnitude >= 0.9995 || magnitude == 0) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
