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

import com.google.gson.JsonObject;
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.ResultFile;
import dev.streak.bench.harness.UsageException;
import dev.streak.bench.report.ReportWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of {@code ./streak report}. */
final class ReportCommand {
  static final String HELP =
      """
      ./streak report [options] [FILE...]
      Runs all workloads, or reads results that ./streak bench --json wrote, and writes
      benchmarks.html, benchmarks.md with charts, and benchmarks.json. Where a workload fails,
      results of the others are in benchmarks-part.json: read it with those of another run.

        --out DIR    where they go (default: docs in the project)
        --quick      as for ./streak bench all, and so are the others
        --seed N     seed of generated data (default 42)
        --data DIR   real posting lists (DIR/roaring/*.zip) and logs (DIR/logs/*.log)
        --dir DIR    where work files go (default: the system's temporary directory)
      """;

  private ReportCommand() {}

  static void run(List<String> args) throws Exception {
    run(args, WorkloadProcess::run);
  }

  static void run(List<String> args, WorkloadProcess.Runner runner) throws Exception {
    if (args.contains("--help")) {
      System.out.print(HELP);
      return;
    }
    Arguments arguments = new Arguments(args);
    Path out =
        writable(
            arguments.value("--out").map(Arguments::path).orElse(projectRoot().resolve("docs")));
    BenchOptions options = BenchCommand.common(arguments);
    List<String> files = arguments.operands();
    Path part = out.resolve("benchmarks-part.json");
    JsonObject results;
    if (files.isEmpty()) {
      Files.deleteIfExists(part);
      results = WorkloadProcess.runAll(Workloads.all(), options.withJson(part), runner);
    } else {
      List<JsonObject> read = new ArrayList<>();
      for (String file : files) {
        read.add(ResultFile.read(Arguments.path(file)));
      }
      results = ResultFile.merge(read);
    }
    ReportWriter.write(results, Workloads.names(), out);
    if (files.isEmpty()) {
      Files.delete(part);
    }
    System.out.println("written: " + out.resolve("benchmarks.html"));
    System.out.println("written: " + out.resolve("benchmarks.md"));
    System.out.println("written: " + out.resolve("benchmarks.json"));
  }

  /** The launcher tells; without it the current directory is as good as any. */
  private static Path projectRoot() {
    return Path.of(System.getProperty("streak.root", ""));
  }

  private static Path writable(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UsageException(
          "cannot write to directory " + directory + " (" + e.getClass().getSimpleName() + ")");
    }
    if (!Files.isWritable(directory)) {
      throw new UsageException("cannot write to directory " + directory);
    }
    return directory;
  }
}
