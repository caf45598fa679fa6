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
import dev.streak.bench.harness.ForkedJvm;
import dev.streak.bench.harness.ResultFile;
import dev.streak.bench.harness.ScratchDirectory;
import dev.streak.bench.harness.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs each workload in a JVM of its own: what the compiler learnt from one does not change the
 * figures of the next, and memory starts empty.
 */
final class WorkloadProcess {

  /** Runs a workload, which writes its result to a file, and returns the exit status. */
  interface Runner {
    int run(Workload workload, BenchOptions options, Path json) throws Exception;
  }

  private WorkloadProcess() {}

  /**
   * Runs all and returns one result, which is written after each of them: what was measured is
   * there whatever comes next. A workload that fails is named at the end.
   */
  static JsonObject runAll(List<Workload> workloads, BenchOptions options, Runner runner)
      throws Exception {
    List<JsonObject> results = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    try (ScratchDirectory scratch = new ScratchDirectory(options.directory(), "all")) {
      for (Workload workload : workloads) {
        Path json = scratch.path().resolve(workload.name() + ".json");
        System.out.println();
        System.out.println("== " + workload.name());
        if (runner.run(workload, options, json) == 0 && Files.exists(json)) {
          results.add(ResultFile.read(json));
          if (options.json().isPresent()) {
            ResultFile.write(options.json().get(), ResultFile.merge(results));
          }
        } else {
          failed.add(workload.name());
        }
      }
    }
    if (!failed.isEmpty()) {
      String message = "workloads that failed, see above: " + String.join(", ", failed);
      if (options.json().isPresent() && !results.isEmpty()) {
        message += "; results of the others: " + options.json().get();
      }
      throw new IOException(message);
    }
    return ResultFile.merge(results);
  }

  /** Runs a workload in a JVM of its own. */
  static int run(Workload workload, BenchOptions options, Path json) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add("bench");
    arguments.add(workload.name());
    arguments.addAll(List.of("--dir", options.directory().toString()));
    arguments.addAll(List.of("--seed", Long.toString(options.seed())));
    arguments.addAll(List.of("--json", json.toString()));
    options.data().ifPresent(data -> arguments.addAll(List.of("--data", data.toString())));
    if (options.quick()) {
      arguments.add("--quick");
    }
    return ForkedJvm.run(Main.class, arguments);
  }
}
