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

import com.google.gson.JsonObject;
import dev.streak.bench.harness.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a report in all its forms. */
public final class ReportWriter {
  private ReportWriter() {}

  /**
   * Writes {@code benchmarks.html}, {@code benchmarks.md} with its charts, and the results
   * themselves as {@code benchmarks.json}.
   *
   * @param order names of workloads, most important first; others come behind them
   */
  public static void write(JsonObject results, List<String> order, Path directory)
      throws IOException {
    Report report = new Report(results, order);
    Files.createDirectories(directory);
    ResultFile.write(directory.resolve("benchmarks.json"), results);
    MarkdownReport.write(report, directory);
    Files.writeString(directory.resolve("benchmarks.html"), HtmlReport.write(report));
  }
}
