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
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * With Lucene's core of other releases, which the build puts into {@code target/lucene}: those that
 * we say to work with, work; with an older one the sentence comes, and other codecs keep working.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
public class TestOtherLucenes extends LuceneTestCase {

  private static final String ANSWER =
      "[Streak1] 20 11 1000 {\"id\": 321, \"dish\": \"noodle soup\"}";

  private static final Pattern CORE = Pattern.compile("lucene-core-([0-9.]+)\\.jar");
  private static final Version OLDEST = Version.fromBits(10, 5, 0);

  private static PublishedJars jars;
  private static Path application;
  private static Path index;
  private static final Map<String, Path> CORES = new TreeMap<>();

  @BeforeClass
  public static void install() throws Exception {
    Path scratch = createTempDir("lucenes");
    jars = new PublishedJars(scratch);
    application = scratch.resolve("application");
    List<Path> sources = new ArrayList<>();
    for (String name : List.of("Writes", "Reads", "Others", "Updates")) {
      sources.add(UserApplication.source("user/src/main/java/user/" + name + ".java"));
    }
    UserApplication.compile("-cp", jars.all(), application, sources.toArray(Path[]::new));
    index = scratch.resolve("index");
    assertEquals(List.of("written"), run(jars.all(), "user.Writes", index.toString()));
    findCores();
  }

  private static void findCores() throws IOException {
    Path folder = PublishedJars.projectRoot().resolve("it/target/lucene");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Matcher name = CORE.matcher(file.getFileName().toString());
        if (name.matches()) {
          CORES.put(name.group(1), file);
        }
      }
    }
  }

  @AfterClass
  public static void forget() {
    jars = null;
    CORES.clear();
  }

  public void testThoseThatWeSayToWorkWith() throws Exception {
    List<String> tried = new ArrayList<>();
    for (Map.Entry<String, Path> core : CORES.entrySet()) {
      if (isOld(core.getKey()) == false) {
        List<Path> path = jars.with("lucene-core", core.getValue());
        assertEquals(List.of(ANSWER), run(path, "user.Reads", index.toString()));
        String theirs = createTempDir().resolve("theirs").toString();
        assertEquals(List.of("written"), run(path, "user.Writes", theirs));
        assertEquals(List.of(ANSWER), run(path, "user.Reads", theirs));
        List<String> check = run(path, CheckIndex.class.getName(), theirs);
        assertTrue(check.toString(), check.contains("No problems were detected with this index."));
        String updated = createTempDir().resolve("updated").toString();
        assertEquals(List.of("9950"), run(path, "user.Updates", updated));
        tried.add(core.getKey());
      }
    }
    assertGuideNames(tried);
    Totals.print("written, read and checked with Lucene %s", tried);
  }

  /** What the guide says is what is tried here. */
  private static void assertGuideNames(List<String> tried) throws IOException {
    String guide = Files.readString(PublishedJars.projectRoot().resolve("docs/operating.md"));
    assertTrue(tried.toString(), tried.size() >= 3);
    for (String release : tried) {
      assertTrue("the guide names " + release, guide.contains(release));
    }
  }

  public void testAnOlderOne() throws Exception {
    int tried = 0;
    for (Map.Entry<String, Path> core : CORES.entrySet()) {
      if (isOld(core.getKey())) {
        List<Path> path = new ArrayList<>(jars.all());
        path.add(0, core.getValue());
        String other = createTempDir().resolve("other").toString();
        assertEquals(List.of("found 1"), run(path, "user.Others", other));
        String sentence =
            "IllegalStateException: Streak was built for Lucene "
                + Version.LATEST
                + " and needs Lucene 10.5.0 or a later 10.x, but lucene-core is of version "
                + core.getKey();
        assertSays(sentence, run(path, "user.Reads", index.toString()));
        assertSays(sentence, run(path, "user.Writes", other));
        assertSays(sentence, run(path, CheckIndex.class.getName(), index.toString(), "-exorcise"));
        assertEquals(List.of(ANSWER), run(jars.all(), "user.Reads", index.toString()));
        tried++;
      }
    }
    assertTrue("older releases: " + tried, tried > 0);
  }

  private static boolean isOld(String release) throws Exception {
    return Version.parse(release).onOrAfter(OLDEST) == false;
  }

  private static void assertSays(String sentence, List<String> output) {
    String text = String.join("\n", output);
    assertTrue(text, text.contains(sentence));
  }

  private static List<String> run(List<Path> path, String... command) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add("-cp");
    arguments.add(application + File.pathSeparator + PublishedJars.asPath(path));
    arguments.addAll(List.of(command));
    return UserApplication.run(arguments.toArray(String[]::new));
  }
}
