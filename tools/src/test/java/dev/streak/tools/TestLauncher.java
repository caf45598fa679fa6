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
package dev.streak.tools;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLauncher extends LuceneTestCase {
  private static final Path LAUNCHER =
      Path.of(System.getProperty("basedir", "tools")).toAbsolutePath().resolveSibling("streak");

  public void testKnowsEveryCommand() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    for (Command command : Main.COMMANDS) {
      assertEquals(command.help(), output(0, command.name(), "--help"));
      assertTrue(output(0, "help").contains("./streak " + command.name() + " "));
    }
  }

  public void testOperandsMayBeginWithDashes() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    String output = output(2, "digest", "--json", "--", "--folder");
    assertTrue(output, output.contains("STREAK_JAVA_HOME is not a JDK"));
  }

  private static String output(int status, String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", LAUNCHER.toString());
    builder.command().addAll(List.of(arguments));
    // Nothing is built or run without one.
    builder.environment().put("STREAK_JAVA_HOME", "none");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(output, status, process.waitFor());
    return output;
  }
}
