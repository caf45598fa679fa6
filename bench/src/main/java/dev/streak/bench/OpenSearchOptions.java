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

import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.opensearch.OpenSearchDemo;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The command line of {@code ./streak opensearch}. */
final class OpenSearchOptions {
  private OpenSearchOptions() {}

  static void run(List<String> args) throws Exception {
    if (args.contains("--help")) {
      System.out.print(help());
      return;
    }
    Arguments arguments = new Arguments(args);
    BenchOptions defaults = BenchOptions.defaults();
    long items = number(arguments, OpenSearchDemo.ITEMS);
    long nodes = number(arguments, OpenSearchDemo.NODES);
    Path directory = arguments.value("--dir").map(Arguments::path).orElse(defaults.directory());
    boolean once = arguments.flag("--once");
    arguments.rejectOthers();
    BenchOptions options =
        new BenchOptions(
            Optional.empty(),
            directory,
            Optional.empty(),
            defaults.seed(),
            true,
            Map.of(OpenSearchDemo.ITEMS.name(), items, OpenSearchDemo.NODES.name(), nodes));
    // The launcher looks; a JVM of some versions claims a console where there is none.
    boolean terminal = Boolean.getBoolean("streak.terminal");
    OpenSearchDemo.run(options, once || terminal == false, terminal, System.out, System.err);
  }

  private static long number(Arguments arguments, Size size) {
    return arguments.number("--" + size.name(), size.min(), size.max()).orElse(size.usual());
  }

  static String help() {
    return """
        ./streak opensearch [options]
        Starts OpenSearch with the plugin on loopback, loads the demo's catalogue with the codec default
        and with Streak, asks both over HTTP, compares, and leaves the nodes running until Ctrl-C.

        """
        + option(OpenSearchDemo.NODES)
        + option(OpenSearchDemo.ITEMS)
        + """
            --dir DIR    where the nodes' files go (default: the system's temporary directory)
            --once       stop the nodes at the end, as without a terminal
          """;
  }

  private static String option(Size size) {
    return String.format(
        Locale.ROOT,
        "  --%-10s %s, %s to %s (default %s)%n",
        size.name() + " N",
        size.description(),
        Numbers.count(size.min()),
        Numbers.count(size.max()),
        Numbers.count(size.usual()));
  }
}
