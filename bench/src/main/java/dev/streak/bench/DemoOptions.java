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

import dev.streak.bench.demo.DemoCommand;
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The command line of {@code ./streak demo}. */
final class DemoOptions {
  private DemoOptions() {}

  static void run(List<String> args) throws Exception {
    if (args.contains("--help")) {
      System.out.print(help());
      return;
    }
    Arguments arguments = new Arguments(args);
    Size items = DemoCommand.ITEMS;
    BenchOptions defaults = BenchOptions.defaults();
    long count = arguments.number("--items", items.min(), items.max()).orElse(items.usual());
    Path directory = arguments.value("--dir").map(Arguments::path).orElse(defaults.directory());
    boolean keep = arguments.flag("--keep");
    long seed = arguments.number("--seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(defaults.seed());
    arguments.rejectOthers();
    BenchOptions options =
        new BenchOptions(
            Optional.empty(), directory, Optional.empty(), seed, true, Map.of("items", count));
    DemoCommand.run(options, keep, System.out, System.err);
  }

  static String help() {
    return String.format(
        Locale.ROOT,
        """
        ./streak demo [options]
        Builds a food-delivery catalogue with Lucene's default codec and with Streak, and compares.

          --items N   %s, %s to %s (default %s, two minutes on two cores)
          --dir DIR   where the indexes go (default: the system's temporary directory)
          --keep      leave the indexes there
          --seed N    seed of the catalogue (default 42)
        """,
        DemoCommand.ITEMS.description(),
        Numbers.count(DemoCommand.ITEMS.min()),
        Numbers.count(DemoCommand.ITEMS.max()),
        Numbers.count(DemoCommand.ITEMS.usual()));
  }
}
