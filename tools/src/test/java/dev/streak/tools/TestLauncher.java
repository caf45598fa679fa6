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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("*") // Another process reads the files.
public class TestLauncher extends LuceneTestCase {
  private static final Path LAUNCHER =
      Path.of(System.getProperty("basedir", "tools")).toAbsolutePath().resolveSibling("streak");

  public void testKnowsEveryCommand() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    for (Command command : Main.COMMANDS) {
      assertEquals("./streak " + command.help(), output(0, command.name(), "--help"));
      assertTrue(output(0, "help").contains("./streak " + command.name() + " "));
    }
  }

  public void testHelpOfACommandInOtherWords() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    for (Command command : Main.COMMANDS) {
      assertEquals("./streak " + command.help(), output(0, command.name(), "-h"));
      assertEquals("./streak " + command.help(), output(0, "help", command.name()));
      assertEquals("./streak " + command.help(), output(0, "--help", command.name()));
    }
    assertEquals(output(0, "help"), output(0, "--help", "help"));
    assertTrue(output(0, "help", "trust").startsWith("Usage: ./streak trust RUN"));
    assertTrue(output(0, "trust", "-h").startsWith("Usage: ./streak trust RUN"));
    assertTrue(output(2, "help", "digets").startsWith("streak: unknown command: digets"));
  }

  public void testAHeapThatIsNone() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    for (String heap : List.of("lots", "3gb", "0", "-1g", "1 g")) {
      String sentence = "streak: STREAK_HEAP must be a size such as 800m or 3g: " + heap + "\n";
      assertEquals(sentence, withHeap(heap));
    }
  }

  public void testAHeapThatIsTooSmall() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    for (String heap : List.of("1k", "3", "31m", "31M", "32767k", "33554431")) {
      assertEquals("streak: STREAK_HEAP must be 32m or more: " + heap + "\n", withHeap(heap));
    }
    for (String heap : List.of("32m", "32768K", "33554432", "1g", "1T", "1".repeat(30))) {
      assertTrue(withHeap(heap).startsWith("streak: STREAK_JAVA_HOME is not a JDK"));
    }
  }

  private static String withHeap(String heap) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", LAUNCHER.toString(), "digest", ".");
    builder.environment().put("STREAK_JAVA_HOME", "none");
    builder.environment().put("STREAK_HEAP", heap);
    return output(2, builder);
  }

  public void testARunOfTestsMustBeNamed() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    assertEquals("streak: missing argument: expected RUN [AMOUNT] [PART]\n", output(2, "trust"));
  }

  public void testValuesThatAreWords() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    for (String[] arguments :
        List.of(
            new String[] {"convert", "folder", "--to=streak"},
            new String[] {"convert", "folder", "--to", "streak"})) {
      String output = output(2, arguments);
      assertTrue(output, output.contains("STREAK_JAVA_HOME is not a JDK"));
    }
  }

  public void testOperandsMayBeginWithDashes() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    String term = output(2, "inspect", "folder", "--term", "f", "--", "--help");
    assertTrue(term, term.contains("STREAK_JAVA_HOME is not a JDK"));
    String output = output(2, "digest", "--json", "--", "--folder");
    assertTrue(output, output.contains("STREAK_JAVA_HOME is not a JDK"));
  }

  public void testSaysAtOnceWhatIsWrong() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    String[] options = {
      "--threads=0", "--threads=99999999999999999999", "--threads", "--json=yes", "--x[", "--.*"
    };
    String[] sentences = {
      "streak: --threads must be 1 to 1,024: 0\n",
      "streak: --threads must be 1 to 1,024: 99999999999999999999\n",
      "streak: --threads needs a value\n",
      "streak: --json takes no value\n",
      "streak: unknown option: --x[ (known: --any-order, --threads, --json)\n",
      "streak: unknown option: --.* (known: --any-order, --threads, --json)\n"
    };
    for (int i = 0; i < options.length; i++) {
      assertEquals(sentences[i], output(2, "digest", "folder", options[i]));
    }
  }

  public void testAnEmptyCommandIsNone() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    assertTrue(output(2, "").startsWith("streak: unknown command:  (known: demo, "));
  }

  public void testIsFoundWhereverCdLooks() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    Path folder = LAUNCHER.getParent();
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", folder.getFileName() + "/streak", "--version");
    builder.directory(folder.getParent().toFile());
    builder.environment().put("CDPATH", folder.getParent().toString());
    String version = output(0, builder);
    assertTrue(version, version.startsWith("streak ") && version.lines().count() == 1);
  }

  /** Otherwise Java would take no name with an umlaut for a path. */
  public void testJavaGetsALocaleWhereNoneIsSet() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    assumeTrue("needs locale", Files.isExecutable(Path.of("/usr/bin/locale")));
    Path root = createTempDir();
    Path jdk = Files.createDirectories(root.resolve("jdk/bin")).getParent();
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"21.0.1\"\n");
    for (String program : List.of("java", "javac")) {
      Path file = Files.writeString(jdk.resolve("bin/" + program), "#!/bin/sh\necho $LC_ALL\n");
      assertTrue(file.toFile().setExecutable(true));
    }
    Path launcher = Files.copy(LAUNCHER, root.resolve("streak"));
    Path help = Files.createDirectories(root.resolve("tools/src/main/help")).resolve("digest.txt");
    Files.writeString(help, "digest DIR\n");
    Files.createDirectories(root.resolve("tools/target/lib"));
    Files.createFile(root.resolve("tools/target/launcher-built"));
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", launcher.toString(), "digest", ".");
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("STREAK_JAVA_HOME", jdk.toString());
    assertEquals("C.UTF-8\n", output(0, builder));
    builder.environment().put("LC_ALL", "C.UTF-8");
    assertEquals("C.UTF-8\n", output(0, builder));
  }

  public void testOneBuildAtATime() throws Exception {
    assumeTrue("needs bash", Files.isExecutable(Path.of("/bin/bash")));
    assumeTrue("needs flock", Files.isExecutable(Path.of("/usr/bin/flock")));
    Path root = createTempDir();
    Path programs = Files.createDirectories(root.resolve("jdk/bin"));
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"21.0.1\"\n");
    program(programs.resolve("java"), "echo ran");
    program(programs.resolve("javac"), "");
    program(
        programs.resolve("mvn"),
        "echo begin >> builds; sleep 1; mkdir -p tools/target/lib; echo end >> builds");
    Path launcher = Files.copy(LAUNCHER, root.resolve("streak"));
    Files.createFile(root.resolve("pom.xml"));
    Path help = Files.createDirectories(root.resolve("tools/src/main/help")).resolve("digest.txt");
    Files.writeString(help, "digest DIR\n");
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", launcher.toString(), "digest", ".");
    builder.environment().put("STREAK_JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().merge("PATH", programs + ":", (path, first) -> first + path);
    FutureTask<String> other = new FutureTask<>(() -> output(0, builder));
    new Thread(other, "other launcher").start();
    String output = output(0, builder);
    assertTrue(output, output.endsWith("ran\n"));
    assertTrue(other.get(), other.get().endsWith("ran\n"));
    assertEquals(List.of("begin", "end"), Files.readAllLines(root.resolve("builds")));
  }

  private static void program(Path file, String line) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private static String output(int status, String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", LAUNCHER.toString());
    builder.command().addAll(List.of(arguments));
    // Nothing is built or run without one.
    builder.environment().put("STREAK_JAVA_HOME", "none");
    return output(status, builder);
  }

  private static String output(int status, ProcessBuilder builder) throws Exception {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(output, status, process.waitFor());
    return output;
  }
}
