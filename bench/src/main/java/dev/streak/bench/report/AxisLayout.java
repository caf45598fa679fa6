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

import dev.streak.bench.harness.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where values and ticks lie on an axis; positions go from 0 to 1. */
final class AxisLayout {
  private static final int LINEAR_TICKS = 6;
  private static final double DECADES_WITH_STEPS = 2.6;
  private static final double[] PERCENTILE_TICKS = {10, 50, 90, 99, 99.9, 99.99};

  record Tick(double position, String label) {}

  private final Chart.Scale scale;
  private final double low;
  private final double high;
  private final List<Tick> ticks = new ArrayList<>();

  /** An axis that holds all values from {@code min} to {@code max}, widened to round numbers. */
  AxisLayout(Chart.Scale scale, double min, double max) {
    this.scale = scale;
    switch (scale) {
      case LINEAR -> {
        double from = Math.min(0, min);
        double step = roundStep((Math.max(max, from + 1e-12) - from) / LINEAR_TICKS);
        low = Math.floor(from / step) * step;
        high = Math.ceil(max / step) * step;
        for (int i = 0; low + i * step <= high + step / 2; i++) {
          addTick(low + i * step);
        }
      }
      case LOG -> {
        boolean steps = Math.log10(max / min) < DECADES_WITH_STEPS;
        double[] factors = steps ? new double[] {1, 2, 5} : new double[] {1};
        low = Math.log10(stepBelow(min, factors));
        high = Math.log10(stepAbove(Math.max(max, min * 1.01), factors));
        addLogTicks(factors);
      }
      case PERCENTILE -> {
        low = stretch(Math.min(min, PERCENTILE_TICKS[0]));
        high = stretch(max);
        for (double tick : PERCENTILE_TICKS) {
          if (stretch(tick) >= low - 1e-9 && stretch(tick) <= high + 1e-9) {
            ticks.add(new Tick(position(tick), "p" + compact(tick)));
          }
        }
      }
      default -> throw new AssertionError(scale);
    }
  }

  private void addLogTicks(double[] factors) {
    // Beyond eight decades every second one is enough.
    int stride = high - low > 8 ? 2 : 1;
    for (int decade = (int) Math.floor(low); decade <= high + 1e-9; decade += stride) {
      for (double factor : factors) {
        double value = factor * Math.pow(10, decade);
        double logarithm = Math.log10(value);
        if (logarithm >= low - 1e-9 && logarithm <= high + 1e-9) {
          addTick(value);
        }
      }
    }
  }

  private void addTick(double value) {
    ticks.add(new Tick(position(value), compact(value)));
  }

  double position(double value) {
    double at =
        switch (scale) {
          case LINEAR -> value;
          case LOG -> Math.log10(value);
          case PERCENTILE -> stretch(value);
        };
    return high == low ? 0.5 : (at - low) / (high - low);
  }

  List<Tick> ticks() {
    return ticks;
  }

  private static double stretch(double percentile) {
    return -Math.log10(1 - percentile / 100);
  }

  private static double roundStep(double step) {
    double decade = Math.pow(10, Math.floor(Math.log10(step)));
    double digit = step / decade;
    return decade * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }

  private static double stepBelow(double value, double[] factors) {
    double decade = Math.pow(10, Math.floor(Math.log10(value)));
    double best = decade;
    for (double factor : factors) {
      if (factor * decade <= value * (1 + 1e-9)) {
        best = factor * decade;
      }
    }
    return best;
  }

  private static double stepAbove(double value, double[] factors) {
    double decade = Math.pow(10, Math.floor(Math.log10(value)));
    for (double factor : factors) {
      if (factor * decade >= value * (1 - 1e-9)) {
        return factor * decade;
      }
    }
    return 10 * decade;
  }

  /** A number in few characters: 0.05, 20, 5k, 10M. */
  static String compact(double value) {
    double magnitude = Math.abs(value);
    if (magnitude >= 1e9) {
      return plain(value / 1e9) + "G";
    } else if (magnitude >= 1e6) {
      return plain(value / 1e6) + "M";
    } else if (magnitude >= 1e3) {
      return plain(value / 1e3) + "k";
    }
    return plain(value);
  }

  private static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
