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
import java.util.DoubleSummaryStatistics;
import java.util.Map;

/**
 * Ratios as bars on a log scale: to the right of one Streak is better. The bar of a cost is turned,
 * and its figure is marked.
 */
final class RatioChart {
  private static final String BETTER = "#0072b2";
  private static final String WORSE = "#d55e00";
  private static final String LEVEL = "#9ca3af";
  private static final String INK = "#1f2937";
  private static final String GRID = "#e5e7eb";
  private static final int TEXT = 12;
  private static final double ROW = 22;
  private static final double PLOT_WIDTH = 420;
  private static final double VALUE_WIDTH = 70;
  private static final double TOP = 58;

  private RatioChart() {}

  /** All ratios, in the order given. */
  static String draw(String title, Map<String, Double> ratios) {
    double nameWidth =
        ratios.keySet().stream().mapToDouble(name -> Svg.textWidth(name, TEXT)).max().orElse(0);
    double left = nameWidth + 16;
    double width = left + PLOT_WIDTH + VALUE_WIDTH;
    double height = TOP + ROW * ratios.size() + 12;
    DoubleSummaryStatistics goodness =
        ratios.entrySet().stream()
            .mapToDouble(ratio -> RatioMeaning.goodness(ratio.getKey(), ratio.getValue()))
            .summaryStatistics();
    AxisLayout axis =
        new AxisLayout(
            Chart.Scale.LOG, Math.min(goodness.getMin(), 0.5), Math.max(goodness.getMax(), 2));
    Svg svg = new Svg(width, height, title);
    svg.text(12, 24, 15, "start", INK, title);
    for (AxisLayout.Tick tick : axis.ticks()) {
      double x = left + PLOT_WIDTH * tick.position();
      svg.line(x, TOP, x, height - 10, GRID, 1);
      svg.text(x, TOP - 8, TEXT, "middle", INK, tick.label());
    }
    double one = left + PLOT_WIDTH * axis.position(1);
    double y = TOP;
    for (Map.Entry<String, Double> ratio : ratios.entrySet()) {
      double better = RatioMeaning.goodness(ratio.getKey(), ratio.getValue());
      double x = left + PLOT_WIDTH * axis.position(better);
      svg.text(left - 8, y + 15, TEXT, "end", INK, ratio.getKey());
      svg.rectangle(Math.min(one, x), y + 4, Math.abs(x - one), ROW - 8, colour(ratio));
      svg.text(Math.max(one, x) + 6, y + 15, TEXT, "start", INK, Report.marked(ratio));
      y += ROW;
    }
    svg.line(one, TOP, one, height - 10, INK, 1.2);
    return svg.end();
  }

  private static String colour(Map.Entry<String, Double> ratio) {
    return switch (RatioMeaning.judge(ratio.getKey(), ratio.getValue())) {
      case BETTER -> BETTER;
      case WORSE -> WORSE;
      case LEVEL -> LEVEL;
    };
  }
}
