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
package dev.streak.compression;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * What happens on a machine where the native library cannot load: tried in a process of its own.
 */
public class TestLibraryMissing extends LuceneTestCase {

  public void testMessageNamesPlatformCauseAndRemedies() {
    ZstdUnavailableException e =
        ZstdLibrary.unavailable(
            new ExceptionInInitializerError(new UnsatisfiedLinkError("no zstd here")));
    for (String part :
        List.of(
            System.getProperty("os.arch"),
            "no zstd here",
            "noexec",
            "musl",
            "--enable-native-access",
            System.getProperty("java.io.tmpdir"))) {
      assertTrue(part + " in " + e.getMessage(), e.getMessage().contains(part));
    }
  }

  public void testWithoutTheLibrary() throws Exception {
    Path path = createTempDir();
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory,
                new IndexWriterConfig(null)
                    .setCodec(new ZstdTestCodec(ZstdSettings.DEFAULT.withDictionaryBytes(4096))))) {
      for (int id = 0; id < 10; id++) {
        writer.addDocument(Documents.document(random(), id));
      }
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-DZstdNativePath=" + path.resolve("no-such-library.so"),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                path.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(output, 0, process.exitValue());
  }

  /** Opens the index that was written elsewhere, and does what must and must not work. */
  public static final class Child {
    private Child() {}

    /** Takes the path of an index. */
    public static void main(String[] args) throws IOException {
      Codec.forName(ZstdTestCodec.NAME);
      try (Directory directory = FSDirectory.open(Path.of(args[0]));
          DirectoryReader reader = DirectoryReader.open(directory)) {
        check(reader.maxDoc() == 10, "documents: " + reader.maxDoc());
        reader.leaves().get(0).reader().checkIntegrity();
        check(reader.docFreq(new Term("id", "3")) == 1, "postings");
        expectUnavailable(() -> reader.storedFields().document(0));
      }
      expectUnavailable(ZstdStoredFieldsFormat::new);
      expectUnavailable(ZstdTermVectorsFormat::new);
      expectUnavailable(() -> ZstdCompressionMode.of(3).newCompressor());
      check(NativeMemory.held().bytes() == 0, "held: " + NativeMemory.held());
    }

    private interface Action {
      void run() throws IOException;
    }

    private static void expectUnavailable(Action action) throws IOException {
      try {
        action.run();
      } catch (ZstdUnavailableException e) {
        check(e.getMessage().contains("ZstdNativePath"), e.getMessage());
        return;
      }
      throw new IllegalStateException("worked without the library");
    }

    private static void check(boolean condition, String message) {
      if (!condition) {
        throw new IllegalStateException(message);
      }
    }
  }
}
