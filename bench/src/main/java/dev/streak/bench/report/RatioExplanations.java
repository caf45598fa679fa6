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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code docs/ratios.md} says of each ratio; the build packs that file beside this class. */
final class RatioExplanations {
  private static final String FILE = "ratios.md";
  private static final Pattern ROW =
      Pattern.compile("^\\| `([^`]+)` \\| (higher|lower) \\|(.*)\\|$");

  /**
   * A row of the table.
   *
   * @param names matches all names that the row is about
   * @param variables how many parts of the name are left open
   * @param lowerIsBetter whether it is a cost
   * @param text what is counted
   */
  record Row(Pattern names, int variables, boolean lowerIsBetter, String text) {}

  private final List<Row> rows = new ArrayList<>();

  private RatioExplanations(String markdown) {
    for (String line : markdown.lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.find()) {
        String open = row.group(1).replace(".", "\\.");
        int variables = open.length() - open.replace("<", "").length();
        Pattern names = Pattern.compile(open.replaceAll("<[a-z]+>", "[^.]+"));
        boolean lower = row.group(2).equals("lower");
        rows.add(new Row(names, variables, lower, row.group(3).strip()));
      }
    }
  }

  static RatioExplanations load() {
    try (InputStream file = RatioExplanations.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("not packed: " + FILE);
      }
      return new RatioExplanations(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int size() {
    return rows.size();
  }

  /** The row that is about that name and leaves least of it open. */
  Optional<Row> of(String name) {
    return rows.stream()
        .filter(row -> row.names().matcher(name).matches())
        .min(Comparator.comparingInt(Row::variables));
  }

  /** What a ratio counts, for tables; nothing if that is not known. */
  String text(String name) {
    return of(name).map(Row::text).orElse("");
  }
}
