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

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/** A user's application, compiled and run against the jars that a user gets. */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
public class TestInstalled extends LuceneTestCase {

  private static final String ANSWER =
      "[Streak1] 20 11 1000 {\"id\": 321, \"dish\": \"noodle soup\"}";

  /** Word for word what docs/operating.md tells users to search for. */
  private static final String MISSING_JAR =
      "java.lang.IllegalArgumentException: An SPI class of type org.apache.lucene.codecs.Codec"
          + " with name 'Streak1' does not exist."
          + "  You need to add the corresponding JAR file supporting this SPI to your classpath."
          + "  The current classpath supports the following names: [";

  private static Path scratch;
  private static PublishedJars jars;
  private static Path application;
  private static Path index;

  @BeforeClass
  public static void install() throws Exception {
    scratch = createTempDir("installed");
    jars = new PublishedJars(scratch);
    application = scratch.resolve("application");
    compile(
        "-cp",
        jars.all(),
        application,
        source("user/src/main/java/user/Writes.java"),
        source("user/src/main/java/user/Reads.java"));
    index = scratch.resolve("index");
    String classPath = application + File.pathSeparator + PublishedJars.asPath(jars.all());
    assertEquals(List.of("written"), run("-cp", classPath, "user.Writes", index.toString()));
  }

  @AfterClass
  public static void forget() {
    jars = null;
  }

  public void testClassPathOfAnApplicationThatNeverNamesStreak() throws Exception {
    Path reader = scratch.resolve("reader");
    compile("-cp", jars.withoutStreak(), reader, source("user/src/main/java/user/Reads.java"));
    assertReads("-cp", reader + File.pathSeparator + PublishedJars.asPath(jars.all()));
  }

  public void testModulePath() throws Exception {
    Path modules = Files.createDirectories(scratch.resolve("modules"));
    Path writer = modules.resolve("writer");
    compile(
        "-p",
        jars.all(),
        writer,
        source("module/writer/module-info.java"),
        source("user/src/main/java/user/Writes.java"));
    Path reader = modules.resolve("reader");
    compile(
        "-p",
        jars.withoutStreak(),
        reader,
        source("module/reader/module-info.java"),
        source("user/src/main/java/user/Reads.java"));
    String path = File.pathSeparator + PublishedJars.asPath(jars.all());
    Path itsIndex = scratch.resolve("index-of-module");
    assertEquals(
        List.of("written"),
        run("-p", writer + path, "-m", "user.writer/user.Writes", itsIndex.toString()));
    assertEquals(
        List.of(ANSWER),
        run("-p", reader + path, "-m", "user.reader/user.Reads", itsIndex.toString()));
  }

  public void testShadedIntoOneJar() throws Exception {
    assertReads("-cp", application + File.pathSeparator + jars.shade(true));
  }

  public void testShadedWithoutMergingServices() throws Exception {
    List<String> output =
        run(
            "-cp",
            application + File.pathSeparator + jars.shade(false),
            "user.Reads",
            index.toString());
    assertNotEquals("shading tools lost no service file", List.of(ANSWER), output);
  }

  public void testMissingJar() throws Exception {
    List<String> output =
        run(
            "-cp",
            application + File.pathSeparator + PublishedJars.asPath(jars.withoutStreak()),
            "user.Reads",
            index.toString());
    String text = String.join("\n", output);
    assertTrue(text, text.contains(MISSING_JAR));
    String guide = Files.readString(PublishedJars.projectRoot().resolve("docs/operating.md"));
    assertTrue("the guide quotes the error", guide.contains(MISSING_JAR));
  }

  private static void assertReads(String option, String path) throws Exception {
    assertEquals(List.of(ANSWER), run(option, path, "user.Reads", index.toString()));
  }

  private static Path source(String name) {
    return PublishedJars.projectRoot().resolve("it/src/it").resolve(name);
  }

  private static void compile(String option, List<Path> path, Path target, Path... sources)
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

  private static List<String> run(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildJvm.java("java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.util.logging.config.file=/dev/null"));
    command.addAll(List.of(arguments));
    return finish(command).stream().filter(line -> !isAboutNativeAccess(line)).toList();
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
