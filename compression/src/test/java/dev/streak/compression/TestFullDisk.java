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
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A disk that is full from some write on: the writer says so, and keeps nothing. */
public class TestFullDisk extends LuceneTestCase {
  private static final String FULL = "No space left on device";

  private static final FieldInfo FIELD = MadeSegment.field("f", 0);

  /** Has room for so many writes and no more. */
  private static final class SmallDisk extends FilterDirectory {
    private final AtomicInteger open = new AtomicInteger();
    private int room;
    private int writes;

    SmallDisk(int room) {
      super(new ByteBuffersDirectory());
      this.room = room;
    }

    private void write() throws IOException {
      writes++;
      if (--room < 0) {
        throw new IOException(FULL);
      }
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
      write();
      IndexOutput output = in.createOutput(name, context);
      open.incrementAndGet();
      return new FilterIndexOutput(name, name, output) {
        private boolean closed;

        @Override
        public void writeByte(byte b) throws IOException {
          write();
          out.writeByte(b);
        }

        @Override
        public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
          write();
          out.writeBytes(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
          if (closed == false) {
            closed = true;
            open.decrementAndGet();
            out.close();
            write();
          }
        }
      };
    }
  }

  private static void write(Directory directory, ZstdSettings settings, int docs, boolean finishes)
      throws IOException {
    Random random = new Random(docs);
    try (StoredFieldsWriter writer =
        new ZstdStoredFieldsFormat(settings)
            .fieldsWriter(directory, MadeSegment.of(directory, docs), IOContext.DEFAULT)) {
      for (int doc = 0; doc < docs; doc++) {
        writer.startDocument();
        writer.writeField(FIELD, Documents.record(random, doc));
        writer.finishDocument();
      }
      if (finishes) {
        writer.finish(docs);
      }
    }
  }

  private static void assertNothingIsLeft(SmallDisk disk) {
    assertEquals(0, disk.open.get());
    HeldMemory.awaitNone();
  }

  /** Tries a disk that is full after each number of writes, or after some of them. */
  private static void attempt(ZstdSettings settings, int docs, int attempts) throws IOException {
    int writes;
    try (SmallDisk disk = new SmallDisk(Integer.MAX_VALUE)) {
      write(disk, settings, docs, true);
      writes = disk.writes;
      assertNothingIsLeft(disk);
    }
    for (int i = 0; i < Math.min(writes, attempts); i++) {
      int room = writes <= attempts ? i : random().nextInt(writes);
      try (SmallDisk disk = new SmallDisk(room)) {
        IOException e = expectThrows(IOException.class, () -> write(disk, settings, docs, true));
        assertEquals(FULL, e.getMessage());
        assertNothingIsLeft(disk);
      }
    }
  }

  public void testFullAfterAnyWrite() throws IOException {
    attempt(new ZstdSettings(1, 256, 10, 0), 20, Integer.MAX_VALUE);
  }

  public void testFullWithDictionaries() throws IOException {
    attempt(ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14), 7_000, 10);
  }

  /** A segment that is abandoned, before, while and after a dictionary is chosen for it. */
  public void testAbandoned() throws IOException {
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    for (int docs = 0; docs < 7_000; docs += 1 + random().nextInt(1_000)) {
      try (SmallDisk disk = new SmallDisk(Integer.MAX_VALUE)) {
        write(disk, settings, docs, false);
        assertNothingIsLeft(disk);
      }
    }
  }
}
