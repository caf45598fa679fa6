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
import dev.streak.bench.harness.Chart.Point;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A chart of lines with dots; a series of one point is a dot alone. */
final class LineChart {
  /** Told apart by people who see fewer colours, too; the baseline is grey. */
  private static final String[] COLOURS = {
    "#6b7280", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#000000"
  };

  private static final String INK = "#1f2937";
  private static final String MUTED = "#4b5563";
  private static final String GRID = "#e5e7eb";
  private static final int TEXT = 12;
  private static final int TITLE = 15;
  private static final double PLOT_WIDTH = 520;
  private static final double PLOT_HEIGHT = 300;
  private static final double TOP = 44;
  private static final double BOTTOM = 52;
  private static final double LEGEND_ROW = 20;

  private final Chart chart;
  private final AxisLayout xAxis;
  private final AxisLayout yAxis;
  private final double left;
  private final double width;
  private final double height;

  private LineChart(Chart chart) {
    this.chart = chart;
    this.xAxis = layout(chart.x(), Point::x);
    this.yAxis = layout(chart.y(), Point::y);
    double widestTick =
        yAxis.ticks().stream().mapToDouble(t -> Svg.textWidth(t.label(), TEXT)).max().orElse(0);
    this.left = widestTick + 40;
    double widestName =
        chart.series().keySet().stream()
            .mapToDouble(name -> Svg.textWidth(name, TEXT))
            .max()
            .orElse(0);
    this.width =
        Math.max(
            left + PLOT_WIDTH + 44 + widestName, left + Svg.textWidth(chart.title(), TITLE) + 20);
    this.height =
        Math.max(TOP + PLOT_HEIGHT + BOTTOM, TOP + LEGEND_ROW * (chart.series().size() + 1));
  }

  private AxisLayout layout(Chart.Axis axis, ToDoubleFunction<Point> value) {
    double[] values =
        chart.series().values().stream()
            .flatMap(List::stream)
            .mapToDouble(value)
            .sorted()
            .toArray();
    return new AxisLayout(axis.scale(), values[0], values[values.length - 1]);
  }

  /** The chart as an SVG element; it must have a point. */
  static String draw(Chart chart) {
    return new LineChart(chart).draw();
  }

  private String draw() {
    Svg svg = new Svg(width, height, chart.title());
    svg.text(left, 24, TITLE, "start", INK, chart.title());
    drawAxes(svg);
    List<String> names = List.copyOf(chart.series().keySet());
    for (int i = 0; i < names.size(); i++) {
      double y = TOP + 8 + i * LEGEND_ROW;
      svg.marker(marker(i), left + PLOT_WIDTH + 24, y);
      svg.text(left + PLOT_WIDTH + 36, y + 4, TEXT, "start", INK, names.get(i));
      drawLine(svg, chart.series().get(names.get(i)), marker(i));
    }
    // On top of all lines; and lone dots on top of those that a line leads to.
    IntStream.range(0, names.size())
        .boxed()
        .sorted(Comparator.comparingInt(i -> -chart.series().get(names.get(i)).size()))
        .forEach(i -> drawDots(svg, chart.series().get(names.get(i)), marker(i)));
    return svg.end();
  }

  /** A colour and a shape for each series; when the colours are used up the shapes are hollow. */
  private static Svg.Marker marker(int series) {
    boolean hollow = (series / COLOURS.length & 1) == 1;
    return new Svg.Marker(series % Svg.Marker.SHAPES, COLOURS[series % COLOURS.length], hollow);
  }

  private void drawAxes(Svg svg) {
    for (AxisLayout.Tick tick : yAxis.ticks()) {
      double y = TOP + PLOT_HEIGHT * (1 - tick.position());
      svg.line(left, y, left + PLOT_WIDTH, y, GRID, 1);
      svg.text(left - 8, y + 4, TEXT, "end", MUTED, tick.label());
    }
    for (AxisLayout.Tick tick : xAxis.ticks()) {
      double x = left + PLOT_WIDTH * tick.position();
      svg.line(x, TOP, x, TOP + PLOT_HEIGHT, GRID, 1);
      svg.text(x, TOP + PLOT_HEIGHT + 18, TEXT, "middle", MUTED, tick.label());
    }
    svg.line(left, TOP, left, TOP + PLOT_HEIGHT, MUTED, 1);
    svg.line(left, TOP + PLOT_HEIGHT, left + PLOT_WIDTH, TOP + PLOT_HEIGHT, MUTED, 1);
    svg.text(left + PLOT_WIDTH / 2, TOP + PLOT_HEIGHT + 40, TEXT, "middle", INK, chart.x().label());
    svg.verticalText(16, TOP + PLOT_HEIGHT / 2, TEXT, INK, chart.y().label());
  }

  private void drawLine(Svg svg, List<Point> points, Svg.Marker marker) {
    StringBuilder line = new StringBuilder();
    for (Point point : points) {
      line.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point), y(point)));
    }
    svg.polyline(line.toString().strip(), marker.colour());
  }

  private void drawDots(Svg svg, List<Point> points, Svg.Marker marker) {
    points.forEach(point -> svg.marker(marker, x(point), y(point)));
  }

  private double x(Point point) {
    return left + PLOT_WIDTH * xAxis.position(point.x());
  }

  private double y(Point point) {
    return TOP + PLOT_HEIGHT * (1 - yAxis.position(point.y()));
  }
}
