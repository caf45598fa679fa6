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
package dev.streak.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of a user, compiled and run in JVMs of their own. */
final class UserApplication {
  private UserApplication() {}

  static Path source(String name) {
    return PublishedJars.projectRoot().resolve("it/src/it").resolve(name);
  }

  static void compile(String option, List<Path> path, Path target, Path... sources)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(ChildJvm.java("javac").toString(), "--release", "21", "-Xlint:none"));
    command.addAll(List.of("-d", target.toString(), option, PublishedJars.asPath(path)));
    for (Path source : sources) {
      command.add(source.toString());
    }
    assertEquals(List.of(), finish(command));
  }

  /** Returns what a program printed, without Java's words about native access. */
  static List<String> run(String... arguments) throws Exception {
    return run(ChildJvm.java("java"), arguments);
  }

  /** In another runtime than that of the tests. */
  static List<String> run(Path java, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.util.logging.config.file=/dev/null"));
    command.addAll(List.of(arguments));
    return finish(command).stream().filter(line -> !isAboutNativeAccess(line)).toList();
  }

  /** A runtime with these modules alone. */
  static Path link(Path runtime, String modules) throws Exception {
    String jlink = ChildJvm.java("jlink").toString();
    List<String> said =
        finish(List.of(jlink, "--add-modules", modules, "--output", runtime.toString()));
    assertEquals(List.of(), said);
    return runtime.resolve("bin").resolve("java");
  }

  private static boolean isAboutNativeAccess(String line) {
    return line.isEmpty() || line.startsWith("WARNING: ");
  }

  private static List<String> finish(List<String> command) throws Exception {
    try (ChildJvm child = ChildJvm.start(command)) {
      assertNotNull("still running: " + command, child.waitFor(120, TimeUnit.SECONDS));
      return child.drain();
    }
  }
}
