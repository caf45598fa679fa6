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
package dev.streak.coldreads;

import dev.streak.cachedfile.Prefetch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/** What is in memory is not announced. */
public class TestAnnouncer extends LuceneTestCase {

  private final List<PrefetchRecorder.Range> announced = new ArrayList<>();

  /** Announces a part of a file that says of each part whether it is in memory. */
  private void announce(Optional<Boolean> isLoaded) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      write(directory, 100);
      try (IndexInput file = directory.openInput("file", IOContext.DEFAULT)) {
        Announcer.announce(new Loaded(file, isLoaded), 20, 50);
      }
    }
  }

  private static void write(Directory directory, int length) throws IOException {
    try (IndexOutput out = directory.createOutput("file", IOContext.DEFAULT)) {
      for (int i = 0; i < length; i++) {
        out.writeByte((byte) i);
      }
    }
  }

  public void testWhatIsNotInMemoryIsAnnounced() throws IOException {
    announce(Optional.of(false));
    assertEquals(List.of(new PrefetchRecorder.Range(20, 30)), announced);
  }

  public void testWhatIsInMemoryIsNotAnnounced() throws IOException {
    announce(Optional.of(true));
    assertEquals(List.of(), announced);
  }

  public void testWhatMayBeInMemoryIsAnnounced() throws IOException {
    announce(Optional.empty());
    assertEquals(List.of(new PrefetchRecorder.Range(20, 30)), announced);
  }

  /** Each part of a mapped file that was just written and read is in memory. */
  public void testAMappedFile() throws IOException {
    try (Directory directory = new MMapDirectory(createTempDir())) {
      int length = 100_000;
      write(directory, length);
      try (IndexInput file = directory.openInput("file", IOContext.DEFAULT)) {
        file.readBytes(new byte[length], 0, length);
        assumeTrue("Windows does not tell", file.isLoaded().isPresent());
        for (int i = 0; i < 100; i++) {
          int start = random().nextInt(length);
          int end = start + 1 + random().nextInt(length - start);
          Announcer.announce(new Loaded(file, null), start, end);
        }
        assertEquals(List.of(), announced);
      }
    }
  }

  public void testPartsThatAreNearAreAnnouncedTogether() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      int length = 300_000;
      write(directory, length);
      try (IndexInput file = directory.openInput("file", IOContext.DEFAULT)) {
        Announcer announcer = new Announcer(new Loaded(file, Optional.of(false)));
        announcer.add(100, 200);
        announcer.add(150, 180);
        announcer.add(300, 400);
        announcer.add(100_000, 100_010);
        announcer.add(50, 60);
        assertEquals(2, announced.size());
        announcer.finish();
        announcer.finish();
        announcer.add(60, 70);
        announcer.finish();
      }
    }
    assertEquals(
        List.of(
            new PrefetchRecorder.Range(100, 300),
            new PrefetchRecorder.Range(100_000, 10),
            new PrefetchRecorder.Range(50, 10),
            new PrefetchRecorder.Range(60, 10)),
        announced);
  }

  /** Linux reads only the beginning of much more. */
  public void testLongPartsAreAnnouncedInPieces() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      int length = 1_000_000;
      write(directory, length);
      try (IndexInput file = directory.openInput("file", IOContext.DEFAULT)) {
        IndexInput missing = new Loaded(file, Optional.of(false));
        Announcer announcer = new Announcer(missing);
        for (int start = 0; start < length; start += 20_000) {
          announcer.add(start, start + 1_000);
        }
        announcer.finish();
        assertTrue(announced.toString(), announced.size() >= 8 && announced.size() <= 10);
        for (PrefetchRecorder.Range part : announced) {
          assertTrue(part.toString(), part.length() <= 131_072);
        }
        announced.clear();
        Announcer.announce(missing, 10, length);
        assertEquals(8, announced.size());
        assertEquals(length, announced.getLast().from() + announced.getLast().length());
      }
    }
  }

  /** Whoever reads is told, not who announces. */
  public void testAClosedFile() throws IOException {
    for (long chunk : new long[] {1 << 12, 1 << 20}) {
      try (Directory directory = new MMapDirectory(createTempDir(), chunk)) {
        write(directory, 10_000);
        IndexInput file = directory.openInput("file", IOContext.DEFAULT);
        IndexInput clone = file.clone();
        file.close();
        Announcer.announce(clone, 0, 10_000);
        // Of a file of several pieces, Lucene 10.5 says it with a NullPointerException.
        expectThrows(RuntimeException.class, clone::readByte);
      }
    }
  }

  /**
   * A directory of somebody's own that cannot tell what is in memory, and one that cannot fetch.
   */
  public void testAdviceThatFails() throws IOException {
    try (Directory directory = newDirectory()) {
      write(directory, 100);
      try (IndexInput file = directory.openInput("file", IOContext.DEFAULT)) {
        Announcer.announce(new Failing(file, new IOException("not asked")), 20, 50);
        for (Throwable failure :
            List.of(
                new IOException("store is down"),
                new UnsupportedOperationException(),
                new AssertionError(new IllegalStateException("Already closed")))) {
          assertFalse(Prefetch.announce(new Failing(file, failure), 20, 30));
        }
        Failing broken = new Failing(file, new AssertionError("of a test"));
        expectThrows(AssertionError.class, () -> Prefetch.announce(broken, 20, 30));
      }
    }
  }

  /** Fails where it is asked for more than to read. */
  private static final class Failing extends FilterIndexInput {
    private final Throwable failure;

    Failing(IndexInput in, Throwable failure) {
      super("failing " + in, in);
      this.failure = failure;
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Failing(in.slice(description, offset, length), failure);
    }

    @Override
    public Optional<Boolean> isLoaded() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void prefetch(long offset, long length) throws IOException {
      throw IOUtils.rethrowAlways(failure);
    }
  }

  private final class Loaded extends FilterIndexInput {
    private final Optional<Boolean> isLoaded;

    /**
     * @param isLoaded what it says of all parts; null to ask the file
     */
    Loaded(IndexInput in, Optional<Boolean> isLoaded) {
      super("loaded " + in, in);
      this.isLoaded = isLoaded;
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Loaded(in.slice(description, offset, length), isLoaded);
    }

    @Override
    public Optional<Boolean> isLoaded() {
      return isLoaded == null ? in.isLoaded() : isLoaded;
    }

    @Override
    public void prefetch(long offset, long length) {
      announced.add(new PrefetchRecorder.Range(offset, length));
    }
  }
}
