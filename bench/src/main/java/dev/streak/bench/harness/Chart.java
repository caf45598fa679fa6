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

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Points for a chart of the report: one line for each series. */
public final class Chart {

  /** How values are spread over an axis. */
  public enum Scale {
    /** Equal steps. */
    LINEAR,
    /** Equal factors; values must be positive. */
    LOG,
    /** Percentiles below 100, each further nine as wide as the one before: 90, 99, 99.9. */
    PERCENTILE
  }

  /** One measured point. */
  public record Point(double x, double y) {}

  /** What an axis shows, unit included, and how. */
  public record Axis(String label, Scale scale) {}

  private final String name;
  private final String title;
  private final Axis x;
  private final Axis y;
  private final Map<String, List<Point>> series = new LinkedHashMap<>();

  Chart(String name, String title, Axis x, Axis y) {
    this.name = name;
    this.title = title;
    this.x = x;
    this.y = y;
  }

  /** Adds a point to a series, which is made at its first point. */
  public Chart point(String seriesName, double xValue, double yValue) {
    checkScale(x, xValue);
    checkScale(y, yValue);
    series.computeIfAbsent(seriesName, key -> new ArrayList<>()).add(new Point(xValue, yValue));
    return this;
  }

  private void checkScale(Axis axis, double value) {
    boolean allowed =
        switch (axis.scale()) {
          case LINEAR -> Double.isFinite(value);
          case LOG -> Double.isFinite(value) && value > 0;
          case PERCENTILE -> value >= 0 && value < 100;
        };
    if (!allowed) {
      throw new IllegalArgumentException(
          "value must be finite, positive on a log scale, below 100 for percentiles: chart="
              + name
              + ", axis="
              + axis
              + ", value="
              + value);
    }
  }

  /** Stable name, also of the anchor in the report. */
  public String name() {
    return name;
  }

  /** What the chart shows. */
  public String title() {
    return title;
  }

  /** The horizontal axis. */
  public Axis x() {
    return x;
  }

  /** The vertical axis. */
  public Axis y() {
    return y;
  }

  /** Points by series. */
  public Map<String, List<Point>> series() {
    return Collections.unmodifiableMap(series);
  }
}
