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

import dev.streak.bench.harness.ResultFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Each ratio of the last report is explained in docs/ratios.md, and judged as it says there. */
public class TestRatioNames extends LuceneTestCase {
  private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\| (higher|lower) \\|");

  public void testEachRatioIsExplained() throws Exception {
    Path docs =
        Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().resolve("docs");
    Map<Pattern, Boolean> costs = explained(docs.resolve("ratios.md"));
    Path results = docs.resolve("benchmarks.json");
    assumeTrue("no report yet", Files.exists(results));
    for (String name : ResultFile.read(results).getAsJsonObject("ratios").keySet()) {
      var rows = costs.entrySet().stream().filter(e -> e.getKey().matcher(name).matches()).toList();
      assertFalse("not in docs/ratios.md: " + name, rows.isEmpty());
      for (Map.Entry<Pattern, Boolean> row : rows) {
        assertEquals(
            name + ", explained as " + row.getKey(), row.getValue(), RatioMeaning.isCost(name));
      }
    }
  }

  public void testTheTableIsFound() throws Exception {
    Path docs =
        Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().resolve("docs");
    assertTrue(explained(docs.resolve("ratios.md")).size() > 30);
  }

  /** Names as patterns, and whether less is better. */
  private static Map<Pattern, Boolean> explained(Path file) throws Exception {
    Map<Pattern, Boolean> costs = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      Matcher row = ROW.matcher(line);
      if (row.find()) {
        String regex = row.group(1).replace(".", "\\.").replaceAll("<[a-z]+>", "[^.]+");
        costs.put(Pattern.compile(regex), row.group(2).equals("lower"));
      }
    }
    return costs;
  }
}
