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
import java.util.List;

/** A table of text with a title. The first column is aligned left, all others right. */
public final class Table {
  private final String title;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /** Units belong into the column names or beside the numbers. */
  public Table(String title, String... columns) {
    this.title = title;
    this.columns = List.of(columns);
  }

  /** Adds a row with one cell for each column. */
  public Table row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "a row must have a cell for each column: columns=" + columns + ", cells=" + cells.length);
    }
    List<String> row = new ArrayList<>(cells.length);
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(Collections.unmodifiableList(row));
    return this;
  }

  /** What stands above the table. */
  public String title() {
    return title;
  }

  /** Column names. */
  public List<String> columns() {
    return columns;
  }

  /** Rows, in the order added. */
  public List<List<String>> rows() {
    return Collections.unmodifiableList(rows);
  }

  /** The table for a terminal. */
  public String toText() {
    int[] widths = new int[columns.size()];
    widen(widths, columns);
    rows.forEach(row -> widen(widths, row));
    StringBuilder out = new StringBuilder(title).append('\n');
    line(out, widths, columns);
    int total = 2 * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    out.append("-".repeat(total)).append('\n');
    rows.forEach(row -> line(out, widths, row));
    return out.toString();
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], displayWidth(cells.get(i)));
    }
  }

  private static void line(StringBuilder out, int[] widths, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String padding = " ".repeat(widths[i] - displayWidth(cell));
      line.append(i == 0 ? "" : "  ").append(i == 0 ? cell + padding : padding + cell);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  /** Terminals give ideographs two columns. */
  private static int displayWidth(String text) {
    return text.codePoints().map(c -> Character.isIdeographic(c) ? 2 : 1).sum();
  }
}
