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
package dev.streak.bench;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.ResultFile;
import dev.streak.bench.harness.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressSysoutChecks;

@SuppressSysoutChecks(bugUrl = "a command line tool prints")
public class TestReportCommand extends LuceneTestCase {

  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  /** Writes what a workload without tables would. */
  private static int measure(Workload workload, BenchOptions options, Path json)
      throws IOException {
    try (BenchContext context = new BenchContext(workload, options, NOWHERE, NOWHERE)) {
      ResultFile.write(json, ResultFile.of(context));
    }
    return 0;
  }

  private static List<String> measured(Path json) throws IOException {
    List<String> names = new ArrayList<>();
    JsonObject file = ResultFile.read(json);
    for (JsonElement run : file.getAsJsonArray("runs")) {
      names.add(run.getAsJsonObject().get("workload").getAsString());
    }
    return names;
  }

  private static List<String> names() {
    return new ArrayList<>(Workloads.names());
  }

  private static List<String> arguments(Path out) {
    return List.of("--out", out.toString(), "--dir", createTempDir().toString());
  }

  /** Hours of measuring are not to be lost. */
  public void testResultsOfOthersWhereOneFails() throws Exception {
    Path out = createTempDir();
    WorkloadProcess.Runner runner =
        (workload, options, json) ->
            workload.name().equals("live") ? 1 : measure(workload, options, json);
    Exception e = expectThrows(IOException.class, () -> ReportCommand.run(arguments(out), runner));
    Path part = out.resolve("benchmarks-part.json");
    assertEquals(
        "workloads that failed, see above: live; results of the others: " + part, e.getMessage());
    List<String> expected = names();
    expected.remove("live");
    assertEquals(expected, measured(part));
    assertFalse(Files.exists(out.resolve("benchmarks.json")));
    Path rest = out.resolve("rest.json");
    measure(Workloads.byName("live"), BenchOptions.defaults(), rest);
    ReportCommand.run(List.of("--out", out.toString(), part.toString(), rest.toString()));
    assertEquals(names().size(), measured(out.resolve("benchmarks.json")).size());
  }

  public void testNothingLeftBehindWhereAllSucceed() throws Exception {
    Path out = createTempDir();
    Files.writeString(out.resolve("benchmarks-part.json"), "of a run before");
    ReportCommand.run(arguments(out), TestReportCommand::measure);
    assertEquals(names(), measured(out.resolve("benchmarks.json")));
    assertFalse(Files.exists(out.resolve("benchmarks-part.json")));
  }

  public void testNothingWrittenWhereAllFail() throws Exception {
    Path out = createTempDir();
    Exception e =
        expectThrows(
            IOException.class,
            () -> ReportCommand.run(arguments(out), (workload, options, json) -> 1));
    assertEquals("workloads that failed, see above: " + String.join(", ", names()), e.getMessage());
    assertFalse(Files.exists(out.resolve("benchmarks-part.json")));
  }
}
