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
package dev.streak.postings;

import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import dev.streak.listblock.ListEncoder;
import dev.streak.packing.BitPacking;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Bytes of one block that are changed where it hurts, which is rare where all bytes are tried. */
public class TestDamagedBlocks extends LuceneTestCase {
  private static final int MAX_DOC = 3_000_000;

  /** Of the list last written. */
  private long entry;

  /** A list of documents, or of runs if lengths are above one. */
  private byte[] write(int count, int length, int gap) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("list", IOContext.DEFAULT)) {
        ListEncoder encoder = new ListEncoder();
        encoder.start(out);
        for (int i = 0, doc = 0; i < count; i++) {
          int end = doc + 1 + random().nextInt(length);
          encoder.addRun(doc, end);
          doc = end + 1 + random().nextInt(gap);
        }
        entry = encoder.finish();
        CodecUtil.writeFooter(out);
      }
      return FileBytes.read(directory, "list");
    }
  }

  public void testWidthsOfRuns() throws IOException {
    byte[] bytes = write(20, 30, 50);
    // Number of documents in two bytes, the first one in one, and the block's head.
    int lengthWidth = (int) TermEntry.pointer(entry) + 4;
    byte written = bytes[lengthWidth];
    assertEquals("runs of up to 30 documents", 5, written);
    for (int width = Byte.MIN_VALUE; width <= Byte.MAX_VALUE; width++) {
      bytes[lengthWidth] = (byte) width;
      if (width < 0 || width > BitPacking.MAX_WIDTH) {
        CorruptIndexException e =
            expectThrows(CorruptIndexException.class, () -> read(bytes, Integer.MAX_VALUE));
        assertTrue(e.getMessage(), e.getMessage().startsWith("bits of a value is " + width + ","));
      }
    }
    bytes[lengthWidth] = written;
    read(bytes, Integer.MAX_VALUE);
  }

  /** Of an array that is unpacked bit by bit, after a jump into it. */
  public void testGapsOfArrays() throws IOException {
    byte[] bytes = write(10_000, 1, 500);
    int refused = 0;
    int rounds = 60;
    for (int round = 0; round < rounds; round++) {
      byte[] damaged = bytes.clone();
      int at = bytes.length / 4 + random().nextInt(bytes.length / 4);
      damaged[at] ^= (byte) (1 << random().nextInt(8));
      try {
        read(damaged, 1 + random().nextInt(100_000));
      } catch (
          @SuppressWarnings("unused")
          CorruptIndexException expected) {
        refused++;
      }
    }
    assertTrue("refused=" + refused, refused > 0);
  }

  /** Reads documents, which must ascend, and jumps now and then. */
  private void read(byte[] bytes, int jump) throws IOException {
    try (Directory directory = FileBytes.directory("list", bytes);
        IndexInput in = directory.openInput("list", IOContext.DEFAULT)) {
      PostingsEnum postings = new PostingLists(in, MAX_DOC).postings(entry, null);
      int previous = -1;
      for (int i = 1; postings.docID() != DocIdSetIterator.NO_MORE_DOCS; i++) {
        int doc =
            i % 300 == 0 && jump < MAX_DOC ? postings.advance(previous + jump) : postings.nextDoc();
        assertTrue(doc + " after " + previous, doc > previous);
        previous = doc;
      }
    }
  }
}
