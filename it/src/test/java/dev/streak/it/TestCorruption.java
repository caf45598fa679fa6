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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Damaged files are reported or harmless: no wrong answer, no hang, no dead JVM, no allocation of
 * what a damaged length asks for. {@code -Dtests.corruption.seconds=600} tries longer.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 4 * 3_600_000)
public class TestCorruption extends LuceneTestCase {

  /** Damage that once came through as something else. Every file of the folder is tried. */
  public void testPastFailures() throws Exception {
    Path folder =
        Path.of(TestCorruption.class.getResource("/corrupt/README.md").toURI()).getParent();
    int tried = 0;
    try (DirectoryStream<Path> zips = Files.newDirectoryStream(folder, "*.zip")) {
      for (Path zip : zips) {
        tried++;
        try (Directory damaged = new ByteBuffersDirectory()) {
          TestGoldenIndexes.unzip(zip, damaged);
          expectThrows(
              CorruptIndexException.class,
              zip.toString(),
              () -> {
                try (DirectoryReader reader = DirectoryReader.open(damaged)) {
                  IndexDigest.of(reader);
                }
              });
        }
      }
    }
    assertTrue("files in " + folder, tried > 0);
    Totals.print("corruption: %d past failures are reported as corruption", tried);
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
    long seconds = Long.getLong("tests.corruption.seconds", TEST_NIGHTLY ? 120 : 5);
    for (int run = TEST_NIGHTLY ? 10 : 2; run > 0; run--) {
      long seed = random().nextLong();
      Path evidence = createTempDir(mode);
      try (ChildJvm child =
          ChildJvm.ofTests(
              List.of("-Xmx192m", "-XX:MaxDirectMemorySize=128m"),
              CorruptionRun.class,
              mode,
              Long.toString(seed),
              Long.toString(seconds),
              evidence.toString())) {
        Integer status = child.waitFor(seconds + 240, TimeUnit.SECONDS);
        String output = String.join("\n", child.drain());
        String what = mode + " seed=" + seed + ", file in " + evidence + ":\n" + output;
        assertNotNull("hangs: " + what, status);
        assertEquals(what, 0, status.intValue());
        Totals.print("corruption: %s, %s", mode, output.substring(output.lastIndexOf("done ")));
      }
    }
  }
}
