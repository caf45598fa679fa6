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
package dev.streak.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;

/** What is known of other releases and of properties; TestMissingJars in it/ has the rest. */
public class TestRequirements extends LuceneTestCase {

  public void testBuiltForIsWhatTheBuildUses() {
    assertEquals(Version.LATEST, Requirements.BUILT_FOR);
  }

  public void testReleasesOfLucene() {
    for (int[] good : new int[][] {{10, 5, 0}, {10, 5, 1}, {10, 5, 2}, {10, 6, 0}, {10, 11, 3}}) {
      Requirements.checkLucene(Version.fromBits(good[0], good[1], good[2]));
    }
    for (int[] bad : new int[][] {{9, 12, 1}, {10, 4, 0}, {10, 3, 2}, {11, 0, 0}}) {
      Version version = Version.fromBits(bad[0], bad[1], bad[2]);
      IllegalStateException e =
          expectThrows(IllegalStateException.class, () -> Requirements.checkLucene(version));
      assertTrue(e.getMessage(), e.getMessage().contains("built for Lucene 10.5.1 and needs"));
      assertTrue(e.getMessage(), e.getMessage().contains("is of version " + version));
    }
  }

  public void testUnknownProperties() {
    assertEquals(
        Set.of("dev.streak.cache.byte", "dev.streak.Checks"),
        Requirements.unknownProperties(
            Set.of(
                "dev.streak.cache.byte",
                "dev.streak.cache.bytes",
                "dev.streak.Checks",
                "dev.streak.checks",
                "dev.streaks",
                "user.dir")));
  }

  /** A property that is read anywhere must be known, or else it is reported as misspelt. */
  public void testAllPropertiesAreKnown() throws IOException {
    Path here = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    Path root = here.getFileName().toString().equals("codec") ? here.getParent() : here;
    Set<String> found = new TreeSet<>();
    Pattern constant = Pattern.compile("[A-Z_]+ =\\s+\"(dev\\.streak\\.[a-zA-Z.]+)\"");
    for (String module : new String[] {"codec", "compression", "offheap"}) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          Matcher matcher = constant.matcher(Files.readString(file));
          while (matcher.find()) {
            found.add(matcher.group(1));
          }
        }
      }
    }
    assertEquals(Requirements.PROPERTIES, found);
  }
}
