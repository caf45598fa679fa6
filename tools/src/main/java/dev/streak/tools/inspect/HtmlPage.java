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
package dev.streak.tools.inspect;

import dev.streak.tools.cli.Printable;
import dev.streak.tools.cli.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report as a page of HTML that needs nothing else: sizes as a map, lists as strips. */
public final class HtmlPage {
  private static final String FILES =
      "Files by extension, those within compound files and bundles by their own";

  private static final int WIDTH = 960;
  private static final int HEIGHT = 420;
  private static final int STRIP = 24;
  private static final String[] COLORS = {
    "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#b07aa1", "#9c755f"
  };

  private final String title;
  private final IndexReport index;
  private final List<TermReport> terms;
  private final StringBuilder html = new StringBuilder();

  /** A page of an index and, if there are any, of a term in its segments. */
  public HtmlPage(String title, IndexReport index, List<TermReport> terms) {
    this.title = title;
    this.index = index;
    this.terms = terms;
  }

  /** The page. */
  public String text() {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>")
        .append(escaped(title))
        .append("</title>\n<style>body{font:14px sans-serif;max-width:")
        .append(WIDTH)
        .append("px;margin:2em auto}td,th{padding:2px 8px;text-align:left}svg text{font:11px")
        .append(" sans-serif;fill:#fff}</style>\n<h1>")
        .append(escaped(title))
        .append("</h1>\n<p>")
        .append(Quantity.count(index.documents(), "document"))
        .append(", ")
        .append(Quantity.count(index.deleted()))
        .append(" deleted, ")
        .append(Quantity.count(index.segments().size(), "segment"))
        .append(", ")
        .append(Quantity.bytes(index.bytes()))
        .append("</p>\n<h2>What fields take</h2>\n");
    map(fieldAreas());
    html.append("<h2>").append(FILES).append("</h2>\n");
    map(fileAreas());
    fields();
    terms.forEach(this::strip);
    return html.append("</html>\n").toString();
  }

  private List<TreeMapLayout.Area> fieldAreas() {
    List<TreeMapLayout.Area> areas = new ArrayList<>();
    for (FieldReport field : index.fields()) {
      field
          .bytes()
          .forEach(
              (what, size) ->
                  areas.add(
                      new TreeMapLayout.Area(field.field() + ": " + what, field.field(), size)));
    }
    return areas;
  }

  private List<TreeMapLayout.Area> fileAreas() {
    List<TreeMapLayout.Area> areas = new ArrayList<>();
    for (Map.Entry<String, Long> file : index.files().entrySet()) {
      areas.add(new TreeMapLayout.Area("." + file.getKey(), file.getKey(), file.getValue()));
    }
    return areas;
  }

  private void map(List<TreeMapLayout.Area> areas) {
    html.append(String.format(Locale.ROOT, "<svg width=\"%d\" height=\"%d\">%n", WIDTH, HEIGHT));
    Map<String, Integer> groups = new HashMap<>();
    areas.forEach(area -> groups.putIfAbsent(area.group(), groups.size()));
    for (TreeMapLayout.Box box : TreeMapLayout.of(areas, WIDTH, HEIGHT)) {
      String color = COLORS[groups.get(box.area().group()) % COLORS.length];
      String label = box.area().label() + ", " + Quantity.bytes(box.area().size());
      html.append(
          String.format(
              Locale.ROOT,
              "<g><title>%s</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\""
                  + " fill=\"%s\" stroke=\"#fff\"/>",
              escaped(label),
              box.x(),
              box.y(),
              box.width(),
              box.height(),
              color));
      if (box.width() > 7.0 * label.length() && box.height() > 16) {
        html.append(
            String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\">%s</text>",
                box.x() + 4,
                box.y() + 14,
                escaped(label)));
      }
      html.append("</g>\n");
    }
    html.append("</svg>\n");
  }

  private void fields() {
    html.append("<h2>Fields</h2>\n<table><tr><th>field<th>indexed<th>about<th>terms")
        .append(index.segments().size() > 1 ? ", counted in each segment" : "")
        .append("<th>why</tr>\n");
    for (FieldReport field : index.fields()) {
      html.append("<tr><td>")
          .append(escaped(field.field()))
          .append("<td>")
          .append(escaped(field.indexed()))
          .append("<td>")
          .append(Quantity.bytes(field.allBytes()))
          .append("<td>")
          .append(Quantity.count(field.terms()))
          .append("<td>")
          .append(escaped(String.join("; ", field.told(index.segments().size()))))
          .append("</tr>\n");
    }
    html.append("</table>\n");
  }

  /** A list as a strip: where in the segment its documents are. */
  private void strip(TermReport term) {
    html.append("<h3>The list in segment ")
        .append(escaped(term.segment()))
        .append("</h3>\n<p>")
        .append(Quantity.count(term.documents(), "document"))
        .append(", ")
        .append(Quantity.count(term.runCount(), "run"))
        .append("; ")
        .append(escaped(term.kept()))
        .append("</p>\n")
        .append(
            String.format(
                Locale.ROOT,
                "<svg width=\"%d\" height=\"%d\"><rect width=\"%d\" height=\"%d\" fill=\"#ddd\"/>%n",
                WIDTH,
                STRIP,
                WIDTH,
                STRIP));
    for (int[] run : term.runs()) {
      double scale = (double) WIDTH / term.maxDoc();
      html.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.2f\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>%n",
              run[0] * scale,
              Math.max(0.3, (run[1] - run[0]) * scale),
              STRIP,
              COLORS[0]));
    }
    html.append("</svg>\n");
  }

  private static String escaped(String text) {
    return Printable.text(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
