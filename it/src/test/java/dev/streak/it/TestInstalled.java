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
import java.util.List;
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

  private static final String LOST_LUCENE =
      "An SPI class of type org.apache.lucene.codecs.Codec with name 'Lucene104' does not exist."
          + "  You need to add the corresponding JAR file supporting this SPI to your classpath.";

  private static Path scratch;
  private static PublishedJars jars;
  private static Path application;
  private static Path index;

  @BeforeClass
  public static void install() throws Exception {
    scratch = createTempDir("installed");
    jars = new PublishedJars(scratch);
    application = scratch.resolve("application");
    UserApplication.compile(
        "-cp",
        jars.all(),
        application,
        UserApplication.source("user/src/main/java/user/Writes.java"),
        UserApplication.source("user/src/main/java/user/Reads.java"));
    index = scratch.resolve("index");
    String classPath = application + File.pathSeparator + PublishedJars.asPath(jars.all());
    assertEquals(
        List.of("written"), UserApplication.run("-cp", classPath, "user.Writes", index.toString()));
  }

  @AfterClass
  public static void forget() {
    jars = null;
  }

  public void testClassPathOfAnApplicationThatNeverNamesStreak() throws Exception {
    Path reader = scratch.resolve("reader");
    UserApplication.compile(
        "-cp",
        jars.withoutStreak(),
        reader,
        UserApplication.source("user/src/main/java/user/Reads.java"));
    assertReads("-cp", reader + File.pathSeparator + PublishedJars.asPath(jars.all()));
  }

  public void testModulePath() throws Exception {
    Path modules = Files.createDirectories(scratch.resolve("modules"));
    Path writer = modules.resolve("writer");
    UserApplication.compile(
        "-p",
        jars.all(),
        writer,
        UserApplication.source("module/writer/module-info.java"),
        UserApplication.source("user/src/main/java/user/Writes.java"));
    Path reader = modules.resolve("reader");
    UserApplication.compile(
        "-p",
        jars.withoutStreak(),
        reader,
        UserApplication.source("module/reader/module-info.java"),
        UserApplication.source("user/src/main/java/user/Reads.java"));
    String path = File.pathSeparator + PublishedJars.asPath(jars.all());
    Path itsIndex = scratch.resolve("index-of-module");
    assertEquals(
        List.of("written"),
        UserApplication.run(
            "-p", writer + path, "-m", "user.writer/user.Writes", itsIndex.toString()));
    assertEquals(
        List.of(ANSWER),
        UserApplication.run(
            "-p", reader + path, "-m", "user.reader/user.Reads", itsIndex.toString()));
    // README says which module of Java there has to be beside Lucene's.
    Path linked =
        UserApplication.link(scratch.resolve("runtime"), "java.base,java.logging,java.management");
    assertEquals(
        List.of(ANSWER),
        UserApplication.run(
            linked, "-p", reader + path, "-m", "user.reader/user.Reads", itsIndex.toString()));
  }

  public void testShadedIntoOneJar() throws Exception {
    assertReads(
        "-cp", application + File.pathSeparator + jars.shade(PublishedJars.Services.MERGED));
  }

  public void testShadedWithoutMergingServices() throws Exception {
    assertShadedSays(PublishedJars.Services.FIRST, LOST_LUCENE);
    assertShadedSays(PublishedJars.Services.LAST, MISSING_JAR);
  }

  private static void assertShadedSays(PublishedJars.Services services, String words)
      throws Exception {
    List<String> output =
        UserApplication.run(
            "-cp",
            application + File.pathSeparator + jars.shade(services),
            "user.Reads",
            index.toString());
    assertSaysLikeGuide(words, output);
  }

  public void testMissingJar() throws Exception {
    List<String> output =
        UserApplication.run(
            "-cp",
            application + File.pathSeparator + PublishedJars.asPath(jars.withoutStreak()),
            "user.Reads",
            index.toString());
    assertSaysLikeGuide(MISSING_JAR, output);
  }

  private static void assertSaysLikeGuide(String words, List<String> output) throws Exception {
    String text = String.join("\n", output);
    assertTrue(text, text.contains(words));
    String guide = Files.readString(PublishedJars.projectRoot().resolve("docs/operating.md"));
    assertTrue("the guide quotes the error", guide.contains(words));
  }

  private static void assertReads(String option, String path) throws Exception {
    assertEquals(
        List.of(ANSWER), UserApplication.run(option, path, "user.Reads", index.toString()));
  }
}
