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

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Damaged files are reported or harmless: no wrong answer, no hang, no dead JVM, no allocation of
 * what a damaged length asks for. {@code -Dtests.corruption.seconds=600} tries longer, that long
 * for each kind of damage.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 4 * 3_600_000)
public class TestCorruption extends LuceneTestCase {

  /** The damaged indexes of the folder, and why each is refused. */
  static final Map<String, String> REASONS =
      Map.of(
          "block-array-beyond-file", "an array is beyond the file, must lie within it",
          "block-array-of-impossible-width", "arrays do not fit the file",
          "vectors-outside-content", ", must lie in the content of ",
          "field-records-end-too-early", " fields is beyond, must be ");

  /** Damage that once came through as something else, refused for what it is. */
  public void testPastFailures() throws Exception {
    Path folder =
        Path.of(TestCorruption.class.getResource("/corrupt/README.md").toURI()).getParent();
    Set<String> tried = new TreeSet<>();
    try (DirectoryStream<Path> zips = Files.newDirectoryStream(folder, "*.zip")) {
      for (Path zip : zips) {
        String kind = zip.getFileName().toString().replace(".zip", "");
        tried.add(kind);
        try (Directory damaged = new ByteBuffersDirectory()) {
          TestGoldenIndexes.unzip(zip, damaged);
          String failure = failure(damaged);
          assertTrue(kind + ": " + failure, failure.contains(REASONS.get(kind)));
        }
      }
    }
    assertEquals(new TreeSet<>(REASONS.keySet()), tried);
    Totals.print("corruption: %d past failures are reported as corruption", tried.size());
  }

  /** Messages of the corruption that reading all of an index ends with; empty if there is none. */
  static String failure(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexDigest.of(reader);
      return "";
    } catch (CorruptIndexException e) {
      StringBuilder messages = new StringBuilder();
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        messages.append(cause.getMessage()).append('\n');
      }
      return messages.toString();
    }
  }

  public void testFlippedBits() throws Exception {
    attempt("flip");
  }

  public void testTruncatedFiles() throws Exception {
    attempt("truncate");
  }

  /** Damage with fitting checksums, so that it reaches the decoders. */
  public void testDamageBehindTheChecksum() throws Exception {
    attempt("fuzz");
  }

  private void attempt(String mode) throws Exception {
    int children = TEST_NIGHTLY ? 10 : 2;
    long seconds = Long.getLong("tests.corruption.seconds", TEST_NIGHTLY ? 1200 : 10) / children;
    for (int child = 0; child < children; child++) {
      long seed = random().nextLong();
      Path evidence = createTempDir(mode);
      try (ChildJvm jvm =
          ChildJvm.ofTests(
              List.of("-Xmx192m", "-XX:MaxDirectMemorySize=128m"),
              CorruptionRun.class,
              mode,
              Long.toString(seed),
              Long.toString(seconds),
              evidence.toString())) {
        Integer status = jvm.waitFor(seconds + 240, TimeUnit.SECONDS);
        String output = String.join("\n", jvm.drain());
        String what = mode + " seed=" + seed + ", file in " + evidence + ":\n" + output;
        assertNotNull("hangs: " + what, status);
        assertEquals(what, 0, status.intValue());
        Totals.print("corruption: %s, %s", mode, output.substring(output.lastIndexOf("done ")));
      }
    }
  }
}
