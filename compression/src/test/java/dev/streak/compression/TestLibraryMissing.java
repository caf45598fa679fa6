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
import java.nio.file.Files;
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

  /** The noexec folder and the want of memory read alike. */
  public void testMessageOfShortages() {
    for (String cause :
        List.of(
            "zstd.so: failed to map segment from shared object",
            "zstd.so: cannot map zero-fill pages: Cannot allocate memory")) {
      String message = message(new UnsatisfiedLinkError(cause));
      assertTrue(message, message.contains("Perhaps there was no memory for it: the container's"));
      assertTrue(message, message.contains("noexec"));
      assertTrue(message, message.contains("The next use tries again"));
    }
    String memory = message(new IllegalStateException("ZSTD_createDeCompressCtx failed"));
    assertTrue(memory, memory.contains("Perhaps there was no memory for it"));
    String files =
        message(new ExceptionInInitializerError("Cannot unpack libzstd-jni: Too many open files"));
    assertTrue(files, files.contains("has as many files open as it may (ulimit -n)"));
    assertTrue(files, files.contains("The next use tries again"));
    assertFalse(files, files.contains("noexec"));
    String missing = message(new UnsatisfiedLinkError("no zstd here"));
    assertFalse(missing, missing.contains("Perhaps"));
    assertFalse(missing, missing.contains("ulimit"));
  }

  private static String message(Throwable failure) {
    return ZstdLibrary.unavailable(failure).getMessage();
  }

  public void testWithoutTheLibrary() throws Exception {
    Path path = createTempDir();
    write(path);
    check(path, "ZstdNativePath", path.resolve("no-such-library.so"));
  }

  /** This one fails where a process without files to open does. */
  public void testWithoutRoomForTheLibrary() throws Exception {
    Path path = createTempDir();
    write(path);
    check(path, "java.io.tmpdir", createTempDir().resolve("not there yet"));
  }

  private static void write(Path path) throws IOException {
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
  }

  private static void check(Path path, String property, Path value) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-D" + property + "=" + value,
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

  /**
   * Opens the index that was written elsewhere, and does what must and must not work: first without
   * the library, then with it. A process that was short of something for a moment has it then.
   */
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
        expectUnavailable(ZstdStoredFieldsFormat::new);
        expectUnavailable(ZstdTermVectorsFormat::new);
        expectUnavailable(() -> ZstdCompressionMode.of(3).newCompressor());
        check(NativeMemory.held().bytes() == 0, "held: " + NativeMemory.held());
        System.clearProperty("ZstdNativePath");
        Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
        check("3".equals(reader.storedFields().document(3).get("id")), "document");
      }
      ZstdCompressionMode.of(3).newCompressor().close();
      String format = new ZstdTermVectorsFormat() + " " + new ZstdStoredFieldsFormat();
      check(format.contains("Zstd"), format);
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
