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
package dev.streak.tools.index;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestTrackedDirectory extends LuceneTestCase {

  /** A file of zeros. */
  private static final class Zeros extends IndexInput {
    private final long length;
    private long position;

    Zeros(long length) {
      super("zeros");
      this.length = length;
    }

    @Override
    public byte readByte() {
      position++;
      return 0;
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int count) {
      Arrays.fill(bytes, offset, offset + count, (byte) 0);
      position += count;
    }

    @Override
    public void seek(long to) {
      position = to;
    }

    @Override
    public long getFilePointer() {
      return position;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public IndexInput slice(String description, long offset, long count) {
      return new Zeros(count);
    }

    @Override
    public void close() {}
  }

  /**
   * Messages name the directory that a file was missed in; those of other kinds name themselves.
   */
  public void testIsCalledAsItsFolderIs() throws IOException {
    Path path = createTempDir();
    try (Directory files = FSDirectory.open(path)) {
      String said = new TrackedDirectory(new RateLimitedDirectory(files, 10)).toString();
      assertEquals(path.toString(), said);
    }
    Directory heap = new ByteBuffersDirectory();
    assertEquals(heap.toString(), new RateLimitedDirectory(heap, 10).toString());
  }

  /** Damaged bytes may lead anywhere; what is said of that is the directory's to say. */
  public void testReadingBehindTheEnd() throws IOException {
    try (Directory files = new ByteBuffersDirectory();
        TrackedDirectory tracked = new TrackedDirectory(files)) {
      try (IndexOutput out = files.createOutput("_0.fdt", IOContext.DEFAULT)) {
        out.writeBytes(new byte[100], 100);
      }
      try (IndexInput input = tracked.openInput("_0.fdt", IOContext.DEFAULT)) {
        byte[] tooMany = new byte[1 << 20];
        expectThrows(EOFException.class, () -> input.readBytes(tooMany, 0, tooMany.length));
        input.seek(100);
        expectThrows(EOFException.class, input::readByte);
      }
      assertEquals(Map.of(), tracked.take());
    }
  }

  public void testFilesOfAnyLength() throws IOException {
    long[] lengths = {1000, 1L << 31, (1L << 37) - 1, 1L << 37, 300_000_000_000L, 1L << 42};
    for (long length : lengths) {
      try (TrackedDirectory tracked =
          new TrackedDirectory(
              new FilterDirectory(new ByteBuffersDirectory()) {
                @Override
                public IndexInput openInput(String name, IOContext context) {
                  return new Zeros(length);
                }
              })) {
        IndexInput input = tracked.openInput("_0.fdt", IOContext.DEFAULT);
        input.readByte();
        input.slice("end", length - 200, 200).readBytes(new byte[200], 0, 200);
        Map<String, Long> read = tracked.take();
        assertEquals(Map.of("_0.fdt", read.get("_0.fdt")), read);
        long least = 201;
        // Half of what is at either end may be of other parts.
        long most = length < 1L << 37 ? 64 * 6 : length;
        assertTrue(length + ": " + read, least <= read.get("_0.fdt") && read.get("_0.fdt") <= most);
        assertTrue(tracked.take().isEmpty());
        input.close();
      }
    }
  }
}
