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
import dev.streak.bench.harness.Table;
import java.util.List;
import java.util.Map;

/** The report as one page that needs nothing from anywhere. */
final class HtmlReport {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Streak beside its peers</title>
      <style>
      :root { color-scheme: light dark; --ink: #1f2937; --muted: #4b5563; --line: #e5e7eb;
              --paper: #ffffff; --shade: #f3f4f6; --ours: #e0effa; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e5e7eb; --muted: #9ca3af; --line: #374151; --paper: #111827;
                --shade: #1f2937; --ours: #16324a; }
        svg { filter: invert(.93) hue-rotate(180deg); }
      }
      body { font: 16px/1.5 system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; color: var(--ink);
             max-width: 1000px; margin: 2rem auto; padding: 0 1rem; background: var(--paper); }
      a { color: inherit; }
      h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
      nav a { margin-right: 1rem; display: inline-block; }
      table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
      caption { text-align: left; font-weight: 600; padding: .3rem 0; }
      th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right;
               white-space: nowrap; }
      th { color: var(--muted); font-weight: 600; }
      th:first-child, td:first-child { text-align: left; }
      .ours td { background: var(--ours); font-weight: 600; }
      .explained td:first-child, .explained td:last-child, .explained th:last-child {
             text-align: left; white-space: normal; }
      .explained td:first-child { font-family: monospace; font-size: .8rem; }
      details { margin: 1rem 0; }
      summary { cursor: pointer; color: var(--muted); }
      code { background: var(--shade); padding: .1rem .3rem; border-radius: 3px; }
      .wide { overflow-x: auto; }
      svg { max-width: 100%; height: auto; display: block; margin: 1rem 0; }
      @media (max-width: 600px) {
        body { font-size: 15px; margin: 1rem auto; }
        .explained td:first-child { overflow-wrap: anywhere; }
        .wide svg { max-width: none; }
      }
      </style>
      </head>
      <body>
      """;

  private final Report report;
  private final StringBuilder out = new StringBuilder();

  private HtmlReport(Report report) {
    this.report = report;
  }

  static String write(Report report) {
    HtmlReport html = new HtmlReport(report);
    html.writeAll();
    return html.out.toString();
  }

  private void writeAll() {
    out.append(HEAD);
    element("h1", ReportText.TITLE);
    element("p", ReportText.METHOD);
    out.append("<nav><a href=\"#losses\">where Streak loses</a>");
    for (Report.Section section : report.sections()) {
      String name = Svg.escape(section.workload());
      out.append("<a href=\"#").append(name).append("\">").append(name).append("</a>");
    }
    out.append("<a href=\"#ratios\">all ratios</a></nav>\n");
    machine();
    if (!report.headlines().isEmpty()) {
      out.append("<h2 id=\"short\">In short</h2>\n");
      chart(RatioChart.draw("Ratios", report.headlines()));
      element("p", ReportText.RATIOS);
      explained(report.headlines());
    }
    losses();
    report.sections().forEach(this::section);
    out.append("<h2 id=\"ratios\">All ratios</h2>\n");
    chart(RatioChart.draw("All ratios", report.ratios()));
    out.append("</body>\n</html>\n");
  }

  private void machine() {
    Table table = new Table("Measured " + report.measured(), "", "");
    report.machine().forEach(table::row);
    table(table);
  }

  private void losses() {
    out.append("<h2 id=\"losses\">Where Streak loses</h2>\n");
    Map<String, Double> losses = report.losses();
    if (losses.isEmpty()) {
      element("p", ReportText.NO_LOSSES);
    } else {
      element("p", ReportText.LOSSES);
      explained(losses);
    }
    if (!report.narrowLosses().isEmpty()) {
      element("p", report.narrowLossesSentence());
    }
    if (!losses.isEmpty()) {
      element("p", ReportText.COSTS_FOLLOW);
    }
    list(List.of(ReportText.COSTS));
  }

  private void section(Report.Section section) {
    out.append("<h2 id=\"").append(Svg.escape(section.workload())).append("\">");
    out.append(Svg.escape(MarkdownReport.capital(section.description()))).append("</h2>\n");
    out.append("<p><code>").append(Svg.escape(section.command())).append("</code>, ");
    out.append(section.seconds()).append(" seconds.</p>\n");
    if (!section.notes().isEmpty()) {
      list(section.notes());
    }
    section.tables().forEach(this::table);
    for (Chart chart : section.charts()) {
      chart(LineChart.draw(chart));
    }
    Map<String, Double> ratios = report.ratiosOf(section);
    if (!ratios.isEmpty()) {
      out.append("<details><summary>Ratios</summary>\n");
      ratios(ratios);
      out.append("</details>\n");
    }
  }

  private void chart(String svg) {
    out.append("<div class=\"wide\">").append(svg).append("</div>\n");
  }

  /** Here what is counted may take several lines. */
  private void explained(Map<String, Double> ratios) {
    Table table = report.explained(ratios);
    out.append("<table class=\"explained\">\n");
    row("", "th", table.columns());
    for (List<String> row : table.rows()) {
      row("", "td", List.of(row.get(0), row.get(1), row.get(2).replace("`", "")));
    }
    out.append("</table>\n");
  }

  private void ratios(Map<String, Double> ratios) {
    Table table = new Table("", "name", "value");
    ratios.entrySet().forEach(ratio -> table.row(ratio.getKey(), Report.marked(ratio)));
    table(table);
  }

  private void list(List<String> items) {
    out.append("<ul>\n");
    items.forEach(item -> element("li", item));
    out.append("</ul>\n");
  }

  private void table(Table table) {
    out.append("<div class=\"wide\"><table>\n");
    if (!table.title().isEmpty()) {
      element("caption", table.title());
    }
    row("", "th", table.columns());
    table.rows().forEach(row -> row(Report.isOurs(row) ? " class=\"ours\"" : "", "td", row));
    out.append("</table></div>\n");
  }

  private void row(String attributes, String tag, List<String> cells) {
    out.append("<tr").append(attributes).append('>');
    for (String cell : cells) {
      out.append('<').append(tag).append('>').append(Svg.escape(cell));
      out.append("</").append(tag).append('>');
    }
    out.append("</tr>\n");
  }

  private void element(String tag, String text) {
    out.append('<').append(tag).append('>').append(Svg.escape(text));
    out.append("</").append(tag).append(">\n");
  }
}
