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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/**
 * The launcher in a folder where nothing is built and nothing can be: help and refusals need no
 * build.
 */
@SuppressFileSystems("*") // Another process reads the files.
public class TestLauncher extends LuceneTestCase {
  private static final Path BENCH = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private Path root;
  private Path tools;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    root = createTempDir("checkout with blanks");
    tools = root.resolve("tools");
    Files.copy(BENCH.resolveSibling("streak"), root.resolve("streak"));
    Files.copy(BENCH.resolveSibling("pom.xml"), root.resolve("pom.xml"));
    Path help = Files.createDirectories(root.resolve("bench/src/main/help"));
    try (Stream<Path> texts = Files.list(BENCH.resolve("src/main/help"))) {
      for (Path text : texts.toList()) {
        Files.copy(text, help.resolve(text.getFileName()));
      }
    }
  }

  public void testHelpNeedsNoBuild() throws Exception {
    assertOutput(0, "./streak demo [options]", "demo", "--help");
    assertOutput(0, "./streak opensearch [options]", "opensearch", "--help");
    assertOutput(0, "./streak bench WORKLOAD", "bench");
    assertOutput(0, "./streak bench opensearch", "bench", "opensearch", "--help");
    assertOutput(0, "./streak bench terms", "bench", "terms", "--help");
    assertOutput(0, "./streak report", "report", "--help");
    assertOutput(0, "./streak COMMAND --help", "help");
  }

  public void testVersionIsThePoms() throws Exception {
    assertOutput(0, "streak 0.", "--version");
  }

  public void testMistakesNeedNoBuild() throws Exception {
    assertOutput(2, "unknown command: frob", "frob");
    assertOutput(2, "unknown workload: nope (known: terms,", "bench", "nope");
    assertOutput(2, "unknown option: --bogus (known: --docs,", "bench", "terms", "--bogus");
    assertOutput(2, "--docs must be 1,000 to 1,000,000,000: 5", "bench", "terms", "--docs", "5");
    assertOutput(2, "--docs must be a whole number: 2x", "bench", "terms", "--docs=2x");
    assertOutput(2, "--nodes must be 1 to 3: 4", "opensearch", "--nodes", "4");
    assertOutput(2, "unknown option: --twice (known: --nodes,", "opensearch", "--twice");
    assertOutput(2, "no such file: gone.json", "report", "--out", "there", "gone.json");
    assertOutput(
        2, "missing argument: expected WORKLOAD before --quick (known: terms,", "bench", "--quick");
    assertOutput(2, "--keep takes no value", "demo", "--keep=yes");
    assertOutput(2, "--items needs a value", "demo", "--items");
    assertOutput(2, "--items needs a value", "demo", "--items", "--keep");
  }

  public void testNoClassPathHasColons() throws Exception {
    Path colon = Files.createDirectory(root.resolve("a:b"));
    for (String part : List.of("streak", "pom.xml", "bench")) {
      Files.move(root.resolve(part), colon.resolve(part));
    }
    root = colon;
    assertOutput(2, "the path of this checkout has a colon", "demo");
    assertOutput(2, "the path of this checkout has a colon", "trust", "crash", "1");
    assertOutput(0, "./streak demo [options]", "demo", "--help");
  }

  public void testRightArgumentsGoOnToTheBuild() throws Exception {
    assertOutput(1, "Maven (mvn) is not on the PATH", "demo", "--items", "5k", "--seed=-5");
    assertOutput(1, "Maven (mvn) is not on the PATH", "opensearch", "--nodes", "3", "--once");
    assertOutput(1, "Maven (mvn) is not on the PATH", "bench", "terms", "--docs", "2m", "--quick");
    String pom = root.resolve("pom.xml").toString();
    assertOutput(1, "Maven (mvn) is not on the PATH", "report", "--out", "there", pom, "--quick");
  }

  private void assertOutput(int exit, String expected, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/bin/bash", root.resolve("streak").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // The usual tools, but no Maven.
    if (Files.notExists(tools)) {
      Files.createDirectory(tools);
      for (String tool :
          List.of("cat", "dirname", "find", "grep", "head", "readlink", "sed", "tr", "mkdir")) {
        for (String folder : List.of("/usr/bin", "/bin")) {
          if (Files.exists(Path.of(folder, tool)) && Files.notExists(tools.resolve(tool))) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of(folder, tool));
          }
        }
      }
    }
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("STREAK_JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(output, exit, process.waitFor());
    assertTrue(output, output.contains(expected));
  }
}
