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

import java.util.Locale;

/** Writes the few SVG elements that charts are made of. */
final class Svg {
  static final String FONT = "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\"";

  /** Rough width, generous, of a character of the font, for leaving room. */
  private static final double CHARACTER_WIDTH = 0.68;

  private final StringBuilder out = new StringBuilder();

  Svg(double width, double height, String title) {
    add(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\""
                + " height=\"%.0f\" role=\"img\" aria-label=\"%s\" %s>",
            width,
            height,
            width,
            height,
            escape(title),
            FONT));
    add(
        String.format(
            Locale.ROOT, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>", width, height));
  }

  void line(double x1, double y1, double x2, double y2, String colour, double width) {
    add(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
                + " stroke-width=\"%.1f\"/>",
            x1,
            y1,
            x2,
            y2,
            colour,
            width));
  }

  void rectangle(double x, double y, double width, double height, String colour) {
    add(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
            x,
            y,
            Math.max(width, 0),
            height,
            colour));
  }

  void polyline(String points, String colour) {
    add(
        String.format(
            Locale.ROOT,
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\""
                + " stroke-linejoin=\"round\"/>",
            points,
            colour));
  }

  /** How the dots of a series look: shapes tell apart what colours do not. */
  record Marker(int shape, String colour, boolean hollow) {
    static final int SHAPES = 4;

    /** Hollow ones have a white inside, solid ones a thin white edge to part them from others. */
    private String paint() {
      return String.format(
          Locale.ROOT,
          "fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"",
          hollow ? "#ffffff" : colour,
          hollow ? colour : "#ffffff",
          hollow ? "1.8" : "0.8");
    }
  }

  void marker(Marker marker, double x, double y) {
    switch (marker.shape()) {
      case 0 ->
          add(
              String.format(
                  Locale.ROOT,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.3\" %s/>",
                  x,
                  y,
                  marker.paint()));
      case 1 ->
          polygon(marker, x - 3.8, y - 3.8, x + 3.8, y - 3.8, x + 3.8, y + 3.8, x - 3.8, y + 3.8);
      case 2 -> polygon(marker, x, y - 5, x + 4.8, y + 3.8, x - 4.8, y + 3.8);
      default -> polygon(marker, x, y - 5.2, x + 5.2, y, x, y + 5.2, x - 5.2, y);
    }
  }

  private void polygon(Marker marker, double... points) {
    StringBuilder text = new StringBuilder();
    for (double point : points) {
      text.append(String.format(Locale.ROOT, "%.1f ", point));
    }
    add(
        String.format(
            Locale.ROOT, "<polygon points=\"%s\" %s/>", text.toString().strip(), marker.paint()));
  }

  /** Text; {@code anchor} is start, middle or end. */
  void text(double x, double y, int size, String anchor, String colour, String text) {
    add(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
            x,
            y,
            size,
            anchor,
            colour,
            escape(text)));
  }

  /** Text from bottom to top, centred. */
  void verticalText(double x, double y, int size, String colour, String text) {
    add(
        String.format(
            Locale.ROOT,
            "<text transform=\"translate(%.1f %.1f) rotate(-90)\" font-size=\"%d\""
                + " text-anchor=\"middle\" fill=\"%s\">%s</text>",
            x,
            y,
            size,
            colour,
            escape(text)));
  }

  static double textWidth(String text, int size) {
    return text.length() * size * CHARACTER_WIDTH;
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void add(String element) {
    out.append(element).append('\n');
  }

  String end() {
    return out + "</svg>\n";
  }
}
