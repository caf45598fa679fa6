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
package dev.streak.terms;

import dev.streak.field.OrdinalTerms;
import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.TermBlockCursor;
import dev.streak.termblock.TermBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Blocks of a file that is read with a small buffer are read as a whole, and no part twice. */
public class TestBufferedBlocks extends LuceneTestCase {

  private static final int TERMS = 20_000;

  private final List<BytesRef> terms = new ArrayList<>();
  private final List<Long> entries = new ArrayList<>();
  private final AtomicInteger reads = new AtomicInteger();
  private long fileLength;

  /** Counts how often the file is read. */
  private static final class Counted extends BufferedIndexInput {
    private final IndexInput in;
    private final AtomicInteger reads;

    Counted(IndexInput in, AtomicInteger reads) {
      super("counted", BUFFER_SIZE);
      this.in = in;
      this.reads = reads;
    }

    @Override
    protected void readInternal(ByteBuffer buffer) throws IOException {
      reads.incrementAndGet();
      byte[] bytes = new byte[buffer.remaining()];
      in.seek(getFilePointer());
      in.readBytes(bytes, 0, bytes.length);
      buffer.put(bytes);
    }

    @Override
    protected void seekInternal(long pos) {}

    @Override
    public long length() {
      return in.length();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** Keys that are packed in columns, or texts that are found by offsets. */
  private void makeTerms(boolean keys) {
    for (int i = 0; i < TERMS; i++) {
      String id = keys ? new UUID(random().nextLong(), random().nextLong()).toString() : text(i);
      terms.add(new BytesRef(id));
      entries.add(TermEntry.ofRun(i, 1));
    }
    terms.sort(null);
  }

  private static String text(int number) {
    StringBuilder text = new StringBuilder();
    int words = 1 + random().nextInt(12);
    for (int i = 0; i < words; i++) {
      text.append(Long.toString(random().nextLong(), 36)).append(' ');
    }
    return text.append(number).toString();
  }

  private void check(WrittenBlocks.Check what) throws IOException {
    WrittenBlocks.check(
        terms,
        entries,
        TERMS,
        TERMS,
        blocks -> {
          fileLength = blocks.length();
          return new Counted(blocks, reads);
        },
        what);
  }

  public void testAllTermsOneAfterTheOther() throws IOException {
    makeTerms(random().nextBoolean());
    check(
        field -> {
          TermBlockCursor cursor = field.terms().cursor();
          BytesRef term = new BytesRef();
          int next = 0;
          for (int number = 0; number < field.terms().blocks(); number++) {
            TermBlock block = cursor.moveTo(number);
            for (int i = 0; i < block.count(); i++, next++) {
              block.readTerm(i, term);
              assertEquals(terms.get(next), term);
              assertEquals((long) entries.get(next), block.entry(i));
            }
          }
          assertEquals(TERMS, next);
          // Each byte once, and the positions of blocks.
          long most =
              fileLength / BufferedIndexInput.BUFFER_SIZE + field.terms().blocks() / 20 + 20;
          assertTrue("reads=" + reads + ", most=" + most, reads.get() <= most);
        });
  }

  /** A term is looked for in all parts of a block. */
  public void testTermsHereAndThere() throws IOException {
    makeTerms(random().nextBoolean());
    check(
        field -> {
          TermBlockCursor cursor = field.terms().cursor();
          int looks = 100;
          for (int look = 0; look < looks; look++) {
            int ordinal = random().nextInt(TERMS);
            TermBlock block = cursor.moveTo(OrdinalReader.blockOf(ordinal));
            assertEquals(OrdinalReader.indexOf(ordinal), cursor.locate(terms.get(ordinal)));
            assertTrue(cursor.found());
            assertEquals((long) entries.get(ordinal), block.entry(OrdinalReader.indexOf(ordinal)));
          }
          // Where it begins, what the buffer has of it, and the rest.
          assertTrue("reads=" + reads, reads.get() <= 3 * looks);
        });
  }

  /** Who looks a key up by its ordinal verifies its block first, which reads all of it. */
  public void testKeysInBlocksThatWereNeverRead() throws IOException {
    makeTerms(true);
    check(
        field -> {
          OrdinalTerms reader = new OrdinalReader(field);
          int blocks = field.terms().blocks();
          for (int block = 0; block < blocks; block++) {
            int ordinal = 64 * block + random().nextInt(TERMS - 64 * (blocks - 1));
            assertEquals(
                (long) entries.get(ordinal), reader.entryIfEqual(ordinal, terms.get(ordinal)));
          }
          assertTrue("reads=" + reads, reads.get() <= 3 * blocks);
        });
  }
}
