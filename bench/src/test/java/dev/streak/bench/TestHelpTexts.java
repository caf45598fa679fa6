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

import dev.streak.bench.harness.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The launcher prints and checks against files; they say what the program says. */
public class TestHelpTexts extends LuceneTestCase {

  private static final Path HELP =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("src/main/help");

  public void testEachTextIsWhatTheProgramPrints() throws IOException {
    TreeMap<String, String> expected = new TreeMap<>();
    expected.put("demo.txt", DemoOptions.help());
    expected.put("opensearch.txt", OpenSearchOptions.help());
    expected.put("report.txt", ReportCommand.HELP);
    expected.put("bench.txt", BenchCommand.help());
    for (Workload workload : Workloads.all()) {
      expected.put("bench-" + workload.name() + ".txt", BenchCommand.help(workload));
    }
    for (String file : expected.keySet()) {
      assertTrue("missing in " + HELP + ": " + file, Files.exists(HELP.resolve(file)));
      assertEquals(file, expected.get(file), Files.readString(HELP.resolve(file)));
    }
  }

  public void testNoBenchmarkTextIsLeftOver() throws IOException {
    TreeSet<String> files = new TreeSet<>();
    try (var list = Files.list(HELP)) {
      list.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("bench-"))
          .forEach(files::add);
    }
    TreeSet<String> workloads = new TreeSet<>();
    Workloads.all().forEach(workload -> workloads.add("bench-" + workload.name() + ".txt"));
    assertEquals(workloads, files);
  }
}
