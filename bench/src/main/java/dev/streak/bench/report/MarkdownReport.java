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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The report as Markdown with charts as files beside it. */
final class MarkdownReport {
  private static final String CHARTS = "charts";

  /** Longest line of prose. */
  private static final int COLUMNS = 120;

  private final Report report;
  private final Path directory;
  private final StringBuilder out = new StringBuilder();

  private MarkdownReport(Report report, Path directory) {
    this.report = report;
    this.directory = directory;
  }

  /** Writes {@code benchmarks.md} and {@code charts/*.svg}. */
  static void write(Report report, Path directory) throws IOException {
    Files.createDirectories(directory.resolve(CHARTS));
    MarkdownReport markdown = new MarkdownReport(report, directory);
    markdown.writeAll();
    Files.writeString(directory.resolve("benchmarks.md"), markdown.out);
  }

  private void writeAll() throws IOException {
    out.append("# ").append(ReportText.TITLE).append("\n\n");
    out.append("<!-- Written by ./streak report; edits are lost. -->\n\n");
    paragraph(ReportText.METHOD);
    out.append("Measured ").append(report.measured()).append(", on:\n\n| | |\n|---|---|\n");
    report.machine().forEach((name, value) -> row(List.of(name, value)));
    out.append(
        "\nEverything again: `./streak report`. One part: the command under its heading.\n\n");
    if (!report.headlines().isEmpty()) {
      out.append("## In short\n\n");
      chart("headlines", "In short", RatioChart.draw("Ratios", report.headlines()));
      paragraph(ReportText.RATIOS);
      explained(report.headlines());
    }
    losses();
    for (Report.Section section : report.sections()) {
      section(section);
    }
    out.append("## All ratios\n\n");
    chart("ratios", "All ratios", RatioChart.draw("All ratios", report.ratios()));
  }

  private void explained(Map<String, Double> ratios) {
    Table table = report.explained(ratios);
    line(table.columns());
    out.append("|---|---:|---|\n");
    // The texts are Markdown already.
    table.rows().forEach(row -> line(List.of("`" + row.get(0) + "`", row.get(1), row.get(2))));
    out.append('\n');
  }

  private void losses() {
    out.append("## Where Streak loses\n\n");
    Map<String, Double> losses = report.losses();
    if (losses.isEmpty()) {
      paragraph(ReportText.NO_LOSSES);
    } else {
      paragraph(ReportText.LOSSES);
      explained(losses);
    }
    if (!report.narrowLosses().isEmpty()) {
      paragraph(report.narrowLossesSentence());
    }
    if (!losses.isEmpty()) {
      paragraph(ReportText.COSTS_FOLLOW);
    }
    for (String cost : ReportText.COSTS) {
      wrapped("* " + cost, "  ");
    }
    out.append('\n');
  }

  private void section(Report.Section section) throws IOException {
    out.append("## ").append(capital(section.description())).append("\n\n");
    out.append("`").append(section.command()).append("`, ");
    out.append(section.seconds()).append(" seconds.\n\n");
    for (String note : section.notes()) {
      wrapped("* " + note, "  ");
    }
    out.append(section.notes().isEmpty() ? "" : "\n");
    section.tables().forEach(this::table);
    for (Chart chart : section.charts()) {
      chart(chart.name(), chart.title(), LineChart.draw(chart));
    }
    Map<String, Double> ratios = report.ratiosOf(section);
    if (!ratios.isEmpty()) {
      out.append("<details><summary>Ratios</summary>\n\n| ratio | value |\n|---|---:|\n");
      ratios
          .entrySet()
          .forEach(ratio -> row(List.of("`" + ratio.getKey() + "`", Report.marked(ratio))));
      out.append("\n</details>\n\n");
    }
  }

  private void table(Table table) {
    out.append("**").append(escape(table.title())).append("**\n\n");
    row(table.columns());
    out.append("|---|").append("---:|".repeat(table.columns().size() - 1)).append('\n');
    table.rows().forEach(row -> row(Report.isOurs(row) ? bold(row) : row));
    out.append('\n');
  }

  private static List<String> bold(List<String> cells) {
    return cells.stream().map(cell -> cell.isBlank() ? cell : "**" + cell + "**").toList();
  }

  private void paragraph(String text) {
    wrapped(text, "");
    out.append('\n');
  }

  private void wrapped(String text, String indent) {
    int column = 0;
    for (String word : text.split(" ", -1)) {
      if (column > 0 && column + 1 + word.length() > COLUMNS) {
        out.append('\n').append(indent);
        column = indent.length();
      } else if (column > 0) {
        out.append(' ');
        column++;
      }
      out.append(word);
      column += word.length();
    }
    out.append('\n');
  }

  private void row(List<String> cells) {
    line(cells.stream().map(MarkdownReport::escape).toList());
  }

  private void line(List<String> cells) {
    out.append('|');
    cells.forEach(cell -> out.append(' ').append(cell).append(" |"));
    out.append('\n');
  }

  private void chart(String name, String title, String svg) throws IOException {
    String file = CHARTS + "/" + name.replaceAll("[^A-Za-z0-9_.-]", "_") + ".svg";
    Files.writeString(directory.resolve(file), svg);
    out.append("![").append(escape(title)).append("](").append(file).append(")\n\n");
  }

  static String capital(String text) {
    return text.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + text.substring(1);
  }

  private static String escape(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }
}
