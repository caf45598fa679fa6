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
package dev.streak.tools.cli;

import java.util.Locale;

/** Quantities as people read them, the same in every locale. */
public final class Quantity {
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};

  private Quantity() {}

  /** 1,234,567. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** 1 document, 1,234 documents. */
  public static String count(long count, String what) {
    return count(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** 12.3 MB, in powers of 1000. */
  public static String bytes(long bytes) {
    return scaled((double) bytes, BYTE_UNITS);
  }

  /** 850 ns, 12.3 us, 4.56 ms, 1.20 s. */
  public static String nanos(double nanos) {
    return scaled(nanos, TIME_UNITS);
  }

  /** In the unit, of some that are a thousand times the one before, that makes it short. */
  private static String scaled(double number, String[] units) {
    double value = number;
    int unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    String format =
        unit == 0 || value >= 99.95 ? "%.0f %s" : value >= 9.995 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, format, value, units[unit]);
  }

  /** 3 s, 2 min 5 s, 1 h 20 min. */
  public static String seconds(double seconds) {
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3600
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }
}
