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
package dev.streak.tools.verify;

import dev.streak.compression.NativeMemoryException;
import dev.streak.tools.SampleDocuments;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.store.BaseDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

public class TestProcessFailure extends LuceneTestCase {
  private BaseDirectoryWrapper index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = newDirectory();
    index.setCheckIndexOnClose(false);
    for (int number = 0; number < 300; number += 100) {
      IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec());
      config.setMergePolicy(NoMergePolicy.INSTANCE).setUseCompoundFile(false);
      SampleDocuments.write(index, config, number, number + 100);
    }
  }

  @Override
  public void tearDown() throws Exception {
    index.close();
    super.tearDown();
  }

  /** Something that fails. */
  private interface Failing {
    void fail() throws IOException;
  }

  private static Failing with(Throwable failure) {
    return () -> {
      throw IOUtils.rethrowAlways(failure);
    };
  }

  /** Doc values of a segment: their file fails to open, or whoever reads them fails. */
  private Directory failing(Failing opening, Failing reading) {
    return new FilterDirectory(index) {
      @Override
      public IndexInput openInput(String name, IOContext context) throws IOException {
        if (!isDocValues(name)) {
          return super.openInput(name, context);
        }
        opening.fail();
        return withoutSlices(name, super.openInput(name, context), reading);
      }
    };
  }

  /** Values are read from slices, and checksums of the whole. */
  private static IndexInput withoutSlices(String name, IndexInput input, Failing reading) {
    return new FilterIndexInput(name, input) {
      @Override
      public IndexInput slice(String what, long offset, long length) throws IOException {
        reading.fail();
        return super.slice(what, offset, length);
      }

      @Override
      public IndexInput clone() {
        return withoutSlices(name, input.clone(), reading);
      }
    };
  }

  private static boolean isDocValues(String name) {
    return name.startsWith("_1") && name.endsWith(".dvd");
  }

  private static Set<String> found(Directory directory, int threads) throws IOException {
    try (Verification verification = new Verification(directory, false)) {
      Set<String> found = new TreeSet<>();
      for (Finding finding : verification.run(threads, SampleDocuments.SILENT, "verifying")) {
        found.add(finding.segment() + " " + finding.check());
      }
      return found;
    }
  }

  /** What is about the process; each comes out as it is. */
  private static List<Throwable> ofProcess() throws Throwable {
    MethodHandle constructor =
        MethodHandles.privateLookupIn(NativeMemoryException.class, MethodHandles.lookup())
            .findConstructor(
                NativeMemoryException.class,
                MethodType.methodType(void.class, String.class, Throwable.class));
    return List.of(
        new OutOfMemoryError("Java heap space"),
        new IOException("Map failed", new OutOfMemoryError("Map failed")),
        new IOException("Map failed: MemorySegmentIndexInput(path=\"_1.dvd\") [this may be"),
        new FileSystemException("_1.dvd", null, "Too many open files"),
        new AccessDeniedException("_1.dvd"),
        (Throwable) constructor.invokeWithArguments("Zstandard could not make a context", null));
  }

  private static List<Throwable> around(Throwable failure) {
    IOException suppressing = new EOFException("read past EOF");
    suppressing.addSuppressed(new RuntimeException("while closing", failure));
    return List.of(
        failure, new IllegalStateException("x", new IOException("y", failure)), suppressing);
  }

  public void testWhileLooking() throws Throwable {
    for (Throwable failure : ofProcess()) {
      for (Throwable thrown : around(failure)) {
        Directory directory = failing(() -> {}, with(thrown));
        for (int threads = 1; threads <= 2; threads++) {
          int some = threads;
          assertSame(failure, expectThrows(Throwable.class, () -> found(directory, some)));
        }
      }
    }
  }

  public void testWhileOpening() throws Throwable {
    for (Throwable failure : ofProcess()) {
      for (Throwable thrown : around(failure)) {
        Directory directory = failing(with(thrown), () -> {});
        assertSame(failure, expectThrows(Throwable.class, () -> found(directory, 1)));
      }
    }
  }

  /** Checksums are read of the same file, by whoever is first. */
  public void testWhileComparingChecksums() throws Throwable {
    for (Throwable failure : ofProcess()) {
      for (Throwable thrown : around(failure)) {
        Directory directory =
            new FilterDirectory(index) {
              @Override
              public IndexInput openInput(String name, IOContext context) throws IOException {
                IndexInput input = super.openInput(name, context);
                return isDocValues(name) ? failingClones(name, input, thrown) : input;
              }
            };
        assertSame(failure, expectThrows(Throwable.class, () -> found(directory, 1)));
      }
    }
  }

  private static IndexInput failingClones(String name, IndexInput input, Throwable thrown) {
    return new FilterIndexInput(name, input) {
      @Override
      public IndexInput clone() {
        return new FilterIndexInput(toString(), input.clone()) {
          @Override
          public void readBytes(byte[] bytes, int offset, int length) throws IOException {
            with(thrown).fail();
          }
        };
      }
    };
  }

  public void testWhatSaysSomethingOfTheFile() throws IOException {
    for (Throwable failure :
        List.of(
            new IOException("Input/output error"),
            new FileSystemException("_1.dvd", null, "Input/output error"),
            new EOFException("read past EOF"),
            new InternalError("a fault occurred in an unsafe memory access operation"))) {
      assertEquals(Set.of("_1 opening"), found(failing(with(failure), () -> {}), 2));
      assertEquals(Set.of("_1 doc values"), found(failing(() -> {}, with(failure)), 2));
    }
  }

  /** As Lucene does where a length is wrong, and the checksum too. */
  public void testMemoryThatDamageAskedFor() throws IOException {
    CorruptIndexException damage = new CorruptIndexException("checksum failed", "_1.dvd");
    damage.addSuppressed(new OutOfMemoryError("Java heap space"));
    assertEquals(Set.of("_1 opening"), found(failing(with(damage), () -> {}), 2));
  }

  /** The same of a file whose checksum nobody compares before it is read. */
  public void testMemoryThatADamagedFileAskedFor() throws IOException {
    Set<String> names =
        Set.of(index.listAll()).stream()
            .filter(TestProcessFailure::isDocValues)
            .collect(Collectors.toSet());
    assertEquals(1, names.size());
    damage(names.iterator().next());
    for (int threads = 1; threads <= 2; threads++) {
      Failing full = with(new OutOfMemoryError("Java heap space"));
      assertEquals(
          Set.of("_1 checksums of all files", "_1 doc values"),
          found(failing(() -> {}, full), threads));
    }
  }

  private void damage(String name) throws IOException {
    byte[] bytes;
    try (IndexInput in = index.openInput(name, IOContext.READONCE)) {
      bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
    }
    bytes[bytes.length / 2] ^= 1;
    index.deleteFile(name);
    try (IndexOutput out = index.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, bytes.length);
    }
  }

  /** A failure may come from itself, by way of others. */
  public void testCausesInACircle() throws IOException {
    IOException first = new IOException("first");
    IOException second = new IOException("second", first);
    first.initCause(second);
    second.addSuppressed(first);
    assertFalse(ProcessFailure.isCauseOf(first));
    ProcessFailure.rethrow(first);
    ProcessFailure.rethrow(null);
  }
}
