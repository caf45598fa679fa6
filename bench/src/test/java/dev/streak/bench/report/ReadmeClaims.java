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

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table between {@value #BEGIN} and {@value #END}. The first cell of a row says what is
 * claimed, those behind it give the figures, and the last names for each of them, in the same order
 * and between backticks, the ratio it is: {@code | a filter of 10,000 ids | 63x | 12x |
 * `terms.sorted.10k.run_terms_query`, `live.10k.count` |}.
 *
 * <p>A figure may be more modest than the last report's: it should be one that every run reaches.
 */
final class ReadmeClaims {
  static final String BEGIN = "<!-- claims:begin -->";
  static final String END = "<!-- claims:end -->";

  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(\\.\\d+)?");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9_]+(?:\\.[a-z0-9_]+)+)`");
  private static final int HEADER_ROWS = 2;

  /** Less than this share of what was measured is an old figure. */
  private static final double LEAST_SHARE = 0.6;

  private ReadmeClaims() {}

  /** What is wrong with the claims; nothing if all is well. */
  static List<String> check(String readme, Map<String, Double> ratios) {
    List<String> problems = new ArrayList<>();
    figures(readme, problems)
        .forEach(
            (name, figure) -> {
              Double measured = ratios.get(name);
              if (measured == null) {
                problems.add("the last report has no " + name);
              } else if (isReached(name, figure, measured) == false) {
                problems.add(name + " is " + measured + ", not " + figure);
              }
            });
    return problems;
  }

  /** The figure claimed for each ratio. */
  static Map<String, String> figures(String page) {
    return figures(page, new ArrayList<>());
  }

  private static Map<String, String> figures(String page, List<String> problems) {
    Map<String, String> figures = new LinkedHashMap<>();
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      problems.add("no table between " + BEGIN + " and " + END);
      return figures;
    }
    page.substring(begin, end)
        .lines()
        .filter(line -> line.startsWith("|"))
        .skip(HEADER_ROWS)
        .forEach(row -> addRow(row, figures, problems));
    return figures;
  }

  private static void addRow(String row, Map<String, String> added, List<String> problems) {
    String[] cells = row.substring(1).split("\\|");
    if (cells.length < 3) {
      problems.add("three cells are needed: " + row);
      return;
    }
    String figureCells = String.join(" ", Arrays.copyOfRange(cells, 1, cells.length - 1));
    List<String> figures = all(NUMBER, 0, figureCells);
    List<String> names = all(NAME, 1, cells[cells.length - 1]);
    if (figures.isEmpty() || figures.size() != names.size()) {
      problems.add("each figure needs the name of a ratio: " + row);
      return;
    }
    for (int i = 0; i < names.size(); i++) {
      if (added.put(names.get(i), figures.get(i)) != null) {
        problems.add("two figures for " + names.get(i));
      }
    }
  }

  private static List<String> all(Pattern pattern, int group, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(group));
    }
    return found;
  }

  /** Rounded to as many decimals as are shown, or more modest, but not so much as to be stale. */
  private static boolean isReached(String name, String figure, double measured) {
    BigDecimal claimed = new BigDecimal(figure.replace(",", ""));
    BigDecimal exact = BigDecimal.valueOf(measured);
    if (claimed.compareTo(exact.setScale(claimed.scale(), RoundingMode.HALF_UP)) == 0) {
      return true;
    }
    double share =
        RatioMeaning.goodness(name, claimed.doubleValue()) / RatioMeaning.goodness(name, measured);
    return share <= 1 && share >= LEAST_SHARE;
  }
}
