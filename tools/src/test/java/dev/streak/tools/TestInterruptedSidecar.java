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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** Another JVM builds a sidecar and is ended, as by Ctrl-C: what it began must not stay. */
@SuppressFileSystems("*") // Another process writes the files.
public class TestInterruptedSidecar extends LuceneTestCase {

  private static final int DOCUMENTS = 200_000;

  private static List<String> names(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static void write(Path index) throws IOException {
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig().setCodec(new Lucene104Codec()))) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i * 31), Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }

  public void testWhatWasBegunGoes() throws Exception {
    Path index = createTempDir("index").resolve("shops");
    write(index);
    Path sidecar = index.resolveSibling("shops.sidecar");
    Path output = createTempDir("output").resolve("output");
    Process process =
        ToolProcess.builder(
                List.of("-Xint", ToolProcess.NATIVE_ACCESS),
                "sidecar",
                "build",
                index,
                "--threads",
                1 + random().nextInt(2))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assumeTrue("can be asked to end", process.supportsNormalTermination());
      while (process.isAlive() && names(sidecar).isEmpty()) {
        Thread.sleep(1);
      }
      Thread.sleep(random().nextInt(100));
      assertTrue(Files.readString(output), process.isAlive());
      process.destroy();
      long start = System.nanoTime();
      assertTrue("it was to end", process.waitFor(60, TimeUnit.SECONDS));
      // At ten it gives up, and leaves what it began.
      assertTrue("soon", System.nanoTime() - start < TimeUnit.SECONDS.toNanos(8));
      assertFalse(names(sidecar).toString(), Files.exists(sidecar));
      assertEquals("", Files.readString(output).replaceAll("WARNING: .*\\R", ""));
    } finally {
      process.destroyForcibly();
    }
  }
}
