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
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.ResultFile;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.UsageException;
import dev.streak.bench.harness.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code ./streak bench}. */
final class BenchCommand {
  private static final String ALL = "all";

  private BenchCommand() {}

  static void run(List<String> args) throws Exception {
    if (args.isEmpty() || args.get(0).equals("--help") || args.get(0).equals("list")) {
      System.out.print(help());
      return;
    }
    String name = args.get(0);
    List<String> rest = args.subList(1, args.size());
    if (name.equals(ALL)) {
      List<Workload> workloads = Workloads.all();
      BenchOptions options = parse(rest, List.of());
      WorkloadProcess.runAll(workloads, options, WorkloadProcess::run);
      return;
    }
    Workload workload = Workloads.byName(name);
    if (rest.contains("--help")) {
      System.out.print(help(workload));
      return;
    }
    runOne(workload, parse(rest, workload.sizes()), System.out, System.err);
  }

  static JsonObject runOne(
      Workload workload, BenchOptions options, PrintStream out, PrintStream err) throws Exception {
    try (BenchContext context = new BenchContext(workload, options, out, err)) {
      context.progress(workload.name() + ": " + workload.description());
      workload.run(context);
      context.progress("done");
      JsonObject result = ResultFile.of(context);
      printRatios(context.ratios(), out);
      if (options.json().isPresent()) {
        ResultFile.write(options.json().get(), result);
      }
      return result;
    }
  }

  private static void printRatios(Map<String, Double> ratios, PrintStream out) {
    Table table = new Table("Ratios", "name", "value");
    ratios.forEach((name, value) -> table.row(name, Numbers.digits(value)));
    out.println();
    out.print(table.toText());
  }

  /** Options common to all workloads, and the given sizes; nothing else may be there. */
  static BenchOptions parse(List<String> args, List<Size> sizes) {
    Arguments arguments = new Arguments(args);
    BenchOptions common = common(arguments);
    Optional<Path> json = arguments.value("--json").map(BenchCommand::writableFile);
    Map<String, Long> chosen = new LinkedHashMap<>();
    for (Size size : sizes) {
      arguments
          .number("--" + size.name(), size.min(), size.max())
          .ifPresent(value -> chosen.put(size.name(), value));
    }
    arguments.rejectOthers();
    return new BenchOptions(
        common.data(), common.directory(), json, common.seed(), common.quick(), chosen);
  }

  /** Options that the report takes, too. */
  static BenchOptions common(Arguments arguments) {
    BenchOptions defaults = BenchOptions.defaults();
    return new BenchOptions(
        arguments.value("--data").map(BenchCommand::existingDirectory),
        arguments.value("--dir").map(Arguments::path).orElse(defaults.directory()),
        Optional.empty(),
        arguments.number("--seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(defaults.seed()),
        arguments.flag("--quick"),
        Map.of());
  }

  private static Path existingDirectory(String text) {
    Path path = Arguments.path(text);
    if (!Files.isDirectory(path)) {
      throw new UsageException("--data must be a directory: " + text);
    }
    return path;
  }

  /** Found out before minutes of measuring, not after. */
  static Path writableFile(String text) {
    Path path = Arguments.path(text).toAbsolutePath();
    try {
      if (path.getParent() != null) {
        Files.createDirectories(path.getParent());
      }
      boolean existed = Files.exists(path);
      Files.newByteChannel(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (!existed) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UsageException(
          "cannot write file " + text + " (" + e.getClass().getSimpleName() + ")");
    }
    return path;
  }

  static String help() {
    List<Workload> workloads = Workloads.all();
    StringBuilder text = new StringBuilder("./streak bench WORKLOAD [options]\n\n");
    workloads.forEach(
        w -> text.append(String.format(Locale.ROOT, "  %-12s %s%n", w.name(), w.description())));
    text.append(
        String.format(Locale.ROOT, "  %-12s %s%n", ALL, "all of them, each in a JVM of its own"));
    return text.append('\n').append(commonOptions()).toString();
  }

  static String help(Workload workload) {
    StringBuilder text = new StringBuilder();
    text.append("./streak bench ").append(workload.name()).append(" [options]\n");
    text.append(workload.description()).append("\nNeeds ").append(workload.needs()).append("\n\n");
    for (Size size : workload.sizes()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  --%-14s %s, %s to %s (default %s, quick %s)%n",
              size.name() + " N",
              size.description(),
              Numbers.count(size.min()),
              Numbers.count(size.max()),
              Numbers.count(size.usual()),
              Numbers.count(size.quick())));
    }
    return text.append(commonOptions()).toString();
  }

  private static String commonOptions() {
    return """
          --quick          small sizes, short measurements: a minute or two
          --seed N         seed of generated data (default 42)
          --data DIR       real posting lists (DIR/roaring/*.zip) and logs (DIR/logs/*.log)
          --dir DIR        where work files go (default: the system's temporary directory)
          --json FILE      write the result as JSON too
          --help           options of a workload
        """;
  }
}
