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
package dev.streak.bench.demo;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import java.io.PrintStream;
import java.util.List;

/** {@code ./streak demo}: the demo as a run of the harness with short measurements. */
public final class DemoCommand {
  /** The only size. */
  public static final Size ITEMS =
      new Size("items", 1_000_000, 100_000, 1_000, 50_000_000, "items of the catalogue");

  private DemoCommand() {}

  /** Builds, measures and prints. */
  public static void run(BenchOptions options, boolean keep, PrintStream out, PrintStream err)
      throws Exception {
    Workload demo = new DemoWorkload();
    try (BenchContext context = new BenchContext(demo, options, out, err)) {
      if (keep) {
        context.progress("the indexes stay in " + context.keepScratch());
      }
      demo.run(context);
      context.progress("done");
    }
  }

  /** Only for {@link Workload}'s sake: the demo is not in the list of workloads. */
  static List<Size> sizes() {
    return List.of(ITEMS);
  }
}
