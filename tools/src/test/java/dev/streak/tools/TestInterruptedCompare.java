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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** Another JVM compares and is ended, as by Ctrl-C: its copies of the index must not stay. */
@SuppressFileSystems("*") // Another process writes the files.
public class TestInterruptedCompare extends LuceneTestCase {

  private static final int QUERIES = 1000;

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  public void testCopiesGo() throws Exception {
    Path index = createTempDir("index");
    SampleDocuments.writeSegments(index, SampleDocuments.config(new Lucene104Codec()), 200, 100);
    // So many that timing them takes half a minute: rounds are limited, whatever --seconds says.
    Path queries =
        Files.write(
            createTempDir("queries").resolve("queries"), Collections.nCopies(QUERIES, "id:1"));
    Path scratch = createTempDir("scratch");
    Path output = createTempDir("output").resolve("output");
    Process process =
        ToolProcess.builder(
                List.of("-XX:TieredStopAtLevel=1", ToolProcess.NATIVE_ACCESS),
                "compare",
                index,
                queries,
                "--dir",
                scratch,
                "--seconds",
                3600)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assumeTrue("can be asked to end", process.supportsNormalTermination());
      while (process.isAlive() && count(scratch) == 0) {
        Thread.sleep(10);
      }
      // While it copies, or later.
      Thread.sleep(random().nextInt(1000));
      assertTrue(Files.readString(output), process.isAlive());
      process.destroy();
      assertTrue("it was to end", process.waitFor(60, TimeUnit.SECONDS));
      String said = Files.readString(output);
      assertEquals(said, 0, count(scratch));
      assertFalse(said, said.contains("failed"));
    } finally {
      process.destroyForcibly();
    }
  }
}
