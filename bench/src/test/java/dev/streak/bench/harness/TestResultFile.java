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

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestResultFile extends LuceneTestCase {

  private static JsonObject result(String ratio, double value) throws Exception {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    BenchOptions options =
        new BenchOptions(
            Optional.empty(), createTempDir(), Optional.empty(), 7, true, Map.of("docs", 5_000L));
    try (BenchContext context = new BenchContext(new FixedWorkload(), options, nowhere, nowhere)) {
      context.ratio(ratio, value);
      context.table(new Table("Times", "", "Lucene", "Streak").row("count", "5 ms", "1 ms"));
      context
          .chart(
              "fixed.growth",
              "Growth",
              new Chart.Axis("ids", Chart.Scale.LOG),
              new Chart.Axis("time, ms", Chart.Scale.LINEAR))
          .point("Lucene", 10, 1.5)
          .point("Lucene", 100, 15)
          .point("Streak", 10, 0.5);
      context.note("A note.");
      return ResultFile.of(context);
    }
  }

  public void testEverythingSurvivesTheFile() throws Exception {
    Path path = createTempDir().resolve("sub").resolve("result.json");
    ResultFile.write(path, result("fixed.a", 2.5));
    JsonObject read = ResultFile.read(path);
    assertEquals(2.5, read.getAsJsonObject("ratios").get("fixed.a").getAsDouble(), 0);
    assertTrue(read.getAsJsonObject("machine").get("cores").getAsInt() > 0);
    JsonObject run = read.getAsJsonArray("runs").get(0).getAsJsonObject();
    assertEquals(
        "./streak bench fixed --docs 5000 --seed 7 --quick", run.get("command").getAsString());
    Table table = ResultFile.readTable(run.getAsJsonArray("tables").get(0).getAsJsonObject());
    assertEquals(List.of("", "Lucene", "Streak"), table.columns());
    assertEquals(List.of(List.of("count", "5 ms", "1 ms")), table.rows());
    Chart chart = ResultFile.readChart(run.getAsJsonArray("charts").get(0).getAsJsonObject());
    assertEquals(Chart.Scale.LOG, chart.x().scale());
    assertEquals(
        List.of(new Chart.Point(10, 1.5), new Chart.Point(100, 15)), chart.series().get("Lucene"));
  }

  /** As on a disk that is full, or where the process is killed. */
  public void testAFailureLeavesTheFileThatWasThere() throws Exception {
    Path folder = createTempDir();
    Path path = folder.resolve("result.json");
    ResultFile.write(path, result("fixed.a", 2.5));
    FilterFileSystemProvider full =
        new FilterFileSystemProvider("full://", folder.getFileSystem()) {
          @Override
          public OutputStream newOutputStream(Path file, OpenOption... options) throws IOException {
            super.newOutputStream(file, options).close();
            throw new IOException("No space left on device");
          }
        };
    JsonObject other = result("fixed.a", 3.5);
    expectThrows(IOException.class, () -> ResultFile.write(full.wrapPath(path), other));
    JsonObject ratios = ResultFile.read(path).getAsJsonObject("ratios");
    assertEquals(2.5, ratios.get("fixed.a").getAsDouble(), 0);
  }

  public void testMergeKeepsAllWorkloadsAndRatios() throws Exception {
    JsonObject merged = ResultFile.merge(List.of(result("fixed.a", 2.5), other()));
    assertEquals(2, merged.getAsJsonArray("runs").size());
    assertEquals(2, merged.getAsJsonObject("ratios").size());
    assertTrue(merged.has("machine"));
    assertEquals(1, run(merged).getAsJsonArray("notes").size());
  }

  public void testLaterRunTakesThePlaceOfAnEarlierOne() throws Exception {
    JsonObject later = result("fixed.a", 0.5);
    later.getAsJsonObject("machine").addProperty("cpu", "an abacus");
    JsonObject merged = ResultFile.merge(List.of(result("fixed.a", 2.5), later));
    assertEquals(1, merged.getAsJsonArray("runs").size());
    assertEquals(0.5, merged.getAsJsonObject("ratios").get("fixed.a").getAsDouble(), 0);
    assertEquals(
        "Measured on another machine: an abacus.",
        run(merged).getAsJsonArray("notes").get(1).getAsString());
    assertEquals("the given one stays", 1, run(later).getAsJsonArray("notes").size());
  }

  /** What a later run did not measure was not measured. */
  public void testRatiosOfAnEarlierRunGoWithIt() throws Exception {
    JsonObject both = ResultFile.merge(List.of(result("fixed.a", 2.5), other()));
    both.getAsJsonObject("ratios").addProperty("fixed.gone", 3.5);
    both.getAsJsonObject("ratios").addProperty("fixedterms.c", 4.5);
    JsonObject merged = ResultFile.merge(List.of(both, result("fixed.a", 0.5)));
    JsonObject ratios = merged.getAsJsonObject("ratios");
    assertEquals(Set.of("fixed.a", "other.b", "fixedterms.c"), ratios.keySet());
    assertEquals(0.5, ratios.get("fixed.a").getAsDouble(), 0);
    assertEquals("the given one stays", 4, both.getAsJsonObject("ratios").size());
  }

  private static JsonObject other() throws Exception {
    JsonObject other = result("other.b", 0.5);
    run(other).addProperty("workload", "other");
    return other;
  }

  private static JsonObject run(JsonObject file) {
    return file.getAsJsonArray("runs").get(0).getAsJsonObject();
  }

  public void testOtherFilesAreRefusedInOneLine() throws Exception {
    Path path = createTempDir().resolve("result.json");
    expectThrows(UsageException.class, () -> ResultFile.read(path));
    List<String> contents =
        List.of(
            "",
            "{",
            "[]",
            "plain text",
            "{\"runs\": []}",
            "{\"runs\": [], \"ratios\": {}, \"machine\": {}, \"jvm\": {}}",
            "{\"runs\": 1, \"ratios\": {}, \"machine\": {}, \"jvm\": {}}",
            "{\"runs\": [{}], \"ratios\": [], \"machine\": {}, \"jvm\": {}}",
            "{\"runs\": [{}], \"ratios\": {}, \"machine\": null, \"jvm\": {}}",
            "{\"runs\": [{}], \"ratios\": {}, \"machine\": {}}");
    for (String content : contents) {
      Files.writeString(path, content);
      UsageException refused = expectThrows(UsageException.class, () -> ResultFile.read(path));
      assertTrue(refused.getMessage(), refused.getMessage().startsWith(path.toString()));
      assertFalse(refused.getMessage(), refused.getMessage().contains("\n"));
    }
  }
}
