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

  /** A dot whose shape tells series apart where colours do not. */
  void marker(int shape, double x, double y, String colour) {
    switch (shape % 4) {
      case 0 ->
          add(
              String.format(
                  Locale.ROOT,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>",
                  x,
                  y,
                  colour));
      case 1 -> rectangle(x - 3.5, y - 3.5, 7, 7, colour);
      case 2 -> polygon(colour, x, y - 5, x + 4.5, y + 3.5, x - 4.5, y + 3.5);
      default -> polygon(colour, x, y - 5, x + 5, y, x, y + 5, x - 5, y);
    }
  }

  private void polygon(String colour, double... points) {
    StringBuilder text = new StringBuilder();
    for (double point : points) {
      text.append(String.format(Locale.ROOT, "%.1f ", point));
    }
    add(
        String.format(
            Locale.ROOT, "<polygon points=\"%s\" fill=\"%s\"/>", text.toString().strip(), colour));
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
