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

import dev.streak.node.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM like this one, with the same flags and classes, which has learnt nothing yet. */
public final class ForkedJvm {
  private ForkedJvm() {}

  /** Runs {@code main} to its end, in view of the user, and returns its exit status. */
  public static int run(Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-cp");
    command.add(System.getProperty("java.class.path", "." + File.pathSeparator));
    command.add(main.getName());
    command.addAll(arguments);
    ChildProcess child =
        ChildProcess.start(new ProcessBuilder(command).inheritIO(), Process::destroy);
    try {
      return child.process().waitFor();
    } finally {
      child.process().destroy();
      child.forget();
    }
  }
}
