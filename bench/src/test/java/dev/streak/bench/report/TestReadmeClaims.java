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

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.bench.harness.ResultFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

/** No figure in the README and in docs/gains.md that a command does not show. */
public class TestReadmeClaims extends LuceneTestCase {
  private static final String HEADER = "| what | better by | shown by |\n|---|---|---|\n";

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  private static final Path README = ROOT.resolve("README.md");
  private static final Path GAINS = ROOT.resolve("docs").resolve("gains.md");

  public void testFiguresAgreeWithTheLastReport() throws Exception {
    Path results = ROOT.resolve("docs").resolve("benchmarks.json");
    Map<String, Double> ratios = new HashMap<>();
    if (Files.exists(results)) {
      JsonObject json = ResultFile.read(results).getAsJsonObject("ratios");
      for (Map.Entry<String, JsonElement> ratio : json.entrySet()) {
        ratios.put(ratio.getKey(), ratio.getValue().getAsDouble());
      }
    }
    checkBoth(ratios);
  }

  private static void checkBoth(Map<String, Double> ratios) throws Exception {
    assertEquals(List.of(), ReadmeClaims.check(Files.readString(README), ratios));
    assertEquals(List.of(), ReadmeClaims.check(Files.readString(GAINS), ratios));
  }

  public void testReadmeSaysWhatTheOtherPageSays() throws Exception {
    Map<String, String> gains = ReadmeClaims.figures(Files.readString(GAINS));
    Map<String, String> readme = ReadmeClaims.figures(Files.readString(README));
    assertTrue("figures in the README: " + readme, readme.size() >= 10);
    for (Map.Entry<String, String> figure : readme.entrySet()) {
      assertEquals(figure.getKey(), gains.get(figure.getKey()), figure.getValue());
    }
  }

  public void testThreeReportsReachedWhatIsClaimed() throws Exception {
    Path reports = ROOT.resolve("docs").resolve("lab-notes").resolve("three-reports.md");
    Map<String, Double> worst = worst(Files.readString(reports));
    checkBoth(worst);
  }

  /** Of the three figures in each row, the one that says least for Streak. */
  private static Map<String, Double> worst(String reports) {
    Map<String, Double> worst = new HashMap<>();
    for (String row : reports.lines().filter(line -> line.startsWith("| `")).toList()) {
      String[] cells = row.split("\\|");
      assertEquals(row, 5, cells.length);
      String name = cells[1].strip().replace("`", "");
      for (int i = 2; i < cells.length; i++) {
        double figure = Double.parseDouble(cells[i].strip());
        worst.merge(
            name,
            figure,
            (a, b) -> RatioMeaning.goodness(name, a) < RatioMeaning.goodness(name, b) ? a : b);
      }
    }
    return worst;
  }

  public void testTheWorstOfThreeReportsCounts() {
    Map<String, Double> worst =
        worst("| `terms.a` | 12.1 | 9.84 | 30 |\n| `stored.logs.disk_vs_lz4` | 0.5 | 0.6 | 0.4 |");
    assertEquals(Map.of("terms.a", 9.84, "stored.logs.disk_vs_lz4", 0.6), worst);
  }

  private static List<String> check(String rows) {
    String readme =
        "Text with 99 numbers.\n" + ReadmeClaims.BEGIN + "\n" + HEADER + rows + ReadmeClaims.END;
    return ReadmeClaims.check(readme, Map.of("terms.a", 63.26, "stored.logs.disk_vs_lz4", 0.968));
  }

  public void testRoundedFiguresAreFine() {
    assertEquals(List.of(), check(""));
    assertEquals(List.of(), check("| 10,000 ids | **63x** | `./streak bench terms` `terms.a` |\n"));
    assertEquals(List.of(), check("| ids | 63.3 times | `terms.a` |\n"));
    assertEquals(
        List.of(), check("| ids | 63.2x at 0.97 | `terms.a`, `stored.logs.disk_vs_lz4` |\n"));
  }

  public void testModestFiguresAreFine() {
    assertEquals(List.of(), check("| ids | 50x | `terms.a` |\n"));
    assertEquals(List.of(), check("| disk | 1.1 | `stored.logs.disk_vs_lz4` |\n"));
  }

  public void testSeveralCellsMayHaveFigures() {
    assertEquals(List.of(), check("| ids | 63x | 0.97 | `terms.a`, `stored.logs.disk_vs_lz4` |\n"));
    assertEquals(1, check("| ids | 63x | 0.97 | `terms.a` |\n").size());
  }

  public void testWrongFiguresAreFound() {
    assertEquals(List.of("terms.a is 63.26, not 64"), check("| ids | 64x | `terms.a` |\n"));
    assertEquals(List.of("terms.a is 63.26, not 30"), check("| ids | 30x | `terms.a` |\n"));
    assertEquals(
        List.of("stored.logs.disk_vs_lz4 is 0.968, not 0.95"),
        check("| disk | 0.95 | `stored.logs.disk_vs_lz4` |\n"));
    assertEquals(List.of("the last report has no terms.b"), check("| ids | 5x | `terms.b` |\n"));
  }

  public void testEachFigureNeedsAName() {
    assertEquals(1, check("| ids | 63x | `./streak bench terms` |\n").size());
    assertEquals(1, check("| ids | 63x to 80x | `terms.a` |\n").size());
    assertEquals(1, check("| ids | much | `terms.a` |\n").size());
    assertEquals(1, check("| ids | 63x |\n").size());
    assertEquals(1, ReadmeClaims.check("no markers", Map.of()).size());
  }
}
