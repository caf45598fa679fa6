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
import dev.streak.listblock.ListDescriptor;
import dev.streak.listblock.ListEncoder;
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
import org.apache.lucene.util.FixedBitSet;

/** Lists of more blocks than are read at once, of every width, as bits. */
public class TestBlocksAtOnce extends LuceneTestCase {

  private static final int MAX_DOC = 3_000_000;

  /** Of the list last written. */
  private long entry;

  public void testArraysOfEveryWidth() throws IOException {
    for (int width = 3; width <= 16; width++) {
      check(list(20_000, 1, 1 << width));
    }
  }

  public void testRunsOfEveryLength() throws IOException {
    for (int length = 4; length <= 400; length += 1 + length / 3) {
      check(list(5_000, length, 2_000));
      check(list(300, length, 25_000));
    }
  }

  /**
   * Blocks of 7 and of 8 bits fill what is read at once but for 448 bytes, two fewer than the block
   * behind them takes.
   */
  public void testLargestBlockAtTheEndOfWhatIsRead() throws IOException {
    FixedBitSet docs = new FixedBitSet(MAX_DOC);
    int doc = 0;
    for (int block = 0; block < 38; block++) {
      int width = block <= 16 ? 7 : block <= 32 ? 8 : 14;
      for (int i = 0; i < ListDescriptor.BLOCK_DOCS; i++) {
        docs.set(doc);
        // Few gaps need all the bits.
        doc += 1 + (i % 16 == 0 ? (1 << width) - 1 : 1 + random().nextInt(64));
      }
    }
    check(docs);
  }

  /** Bitmaps between, before which a stretch stops. */
  public void testBlocksOfAllKinds() throws IOException {
    FixedBitSet docs = list(6_000, 1, 200);
    docs.or(list(6_000, 20, 300));
    for (int from = 100_000; from < 1_000_000; from += 300_000) {
      for (int doc = from; doc < from + 70_000; doc += 1 + random().nextInt(4)) {
        docs.set(doc);
      }
    }
    check(docs);
  }

  /** Also where a block ends with the first document that is not wanted, and has room for it. */
  public void testBitsUpToEveryDocument() throws IOException {
    FixedBitSet docs = list(1_500, 1, 50);
    try (Directory directory = FileBytes.directory("list", bytes(docs));
        IndexInput in = directory.openInput("list", IOContext.DEFAULT)) {
      PostingLists lists = new PostingLists(in, MAX_DOC);
      PostingsEnum postings = null;
      int upTo = docs.nextSetBit(0);
      for (int before = 1; before < docs.cardinality(); before++) {
        upTo = docs.nextSetBit(upTo + 1);
        postings = lists.postings(entry, postings);
        postings.nextDoc();
        FixedBitSet actual = new FixedBitSet(upTo + 100);
        postings.intoBitSet(upTo, actual, 0);
        assertEquals(upTo, postings.docID());
        assertEquals(before, actual.cardinality());
        assertTrue(actual.prevSetBit(actual.length() - 1) < upTo);
      }
    }
  }

  public void testDamageOfBlocksInBetween() throws IOException {
    for (int length : new int[] {1, 20}) {
      FixedBitSet docs = list(10_000, length, 250);
      byte[] bytes = bytes(docs);
      // The first block comes first, the last and the directory come last.
      int from = bytes.length / 3;
      int to = bytes.length / 2;
      int refused = 0;
      int rounds = 50;
      for (int round = 0; round < rounds; round++) {
        byte[] damaged = bytes.clone();
        damaged[from + random().nextInt(to - from)] ^= (byte) (1 << random().nextInt(8));
        refused += isRefused(damaged, docs) ? 1 : 0;
      }
      // A gap of an array or a length that is changed moves the documents behind it.
      assertTrue("refused=" + refused, refused > rounds / 2);
    }
  }

  private static FixedBitSet list(int runs, int meanLength, int meanGap) {
    FixedBitSet docs = new FixedBitSet(MAX_DOC);
    int doc = random().nextInt(100);
    for (int i = 0; i < runs && doc < MAX_DOC; i++) {
      int end = Math.min(MAX_DOC, doc + 1 + random().nextInt(2 * meanLength - 1));
      docs.set(doc, end);
      doc = end + 1 + random().nextInt(2 * meanGap);
    }
    return docs;
  }

  private byte[] bytes(FixedBitSet docs) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("list", IOContext.DEFAULT)) {
        ListEncoder encoder = new ListEncoder();
        encoder.start(out);
        int doc = docs.nextSetBit(0);
        while (doc != DocIdSetIterator.NO_MORE_DOCS) {
          encoder.add(doc);
          doc = doc + 1 < MAX_DOC ? docs.nextSetBit(doc + 1) : DocIdSetIterator.NO_MORE_DOCS;
        }
        entry = encoder.finish();
        CodecUtil.writeFooter(out);
      }
      return FileBytes.read(directory, "list");
    }
  }

  private void check(FixedBitSet docs) throws IOException {
    byte[] bytes = bytes(docs);
    assertFalse("a list, not a run", TermEntry.isRun(entry));
    try (Directory directory = FileBytes.directory("list", bytes);
        IndexInput in = directory.openInput("list", IOContext.DEFAULT)) {
      PostingLists lists = new PostingLists(in, MAX_DOC);
      FixedBitSet all = new FixedBitSet(MAX_DOC);
      PostingsEnum postings = lists.postings(entry, null);
      all.or(postings);
      assertEquals(docs, all);
      assertEquals(DocIdSetIterator.NO_MORE_DOCS, postings.docID());
      checkParts(lists.postings(entry, postings), docs);
    }
  }

  /** Up to some document, then up to another. */
  private static void checkParts(PostingsEnum postings, FixedBitSet docs) throws IOException {
    int doc = postings.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int upTo = Math.min(MAX_DOC, doc + 1 + random().nextInt(MAX_DOC));
      int offset = doc - random().nextInt(Math.min(doc, 100) + 1);
      FixedBitSet expected = new FixedBitSet(upTo - offset);
      FixedBitSet.orRange(docs, doc, expected, doc - offset, upTo - doc);
      FixedBitSet actual = new FixedBitSet(upTo - offset);
      postings.intoBitSet(upTo, actual, offset);
      assertEquals(expected, actual);
      int next = upTo < MAX_DOC ? docs.nextSetBit(upTo) : DocIdSetIterator.NO_MORE_DOCS;
      assertEquals(next, postings.docID());
      doc = next;
    }
  }

  /** Whether damage was noticed; other documents than before are what may be read without. */
  private boolean isRefused(byte[] bytes, FixedBitSet docs) throws IOException {
    try (Directory directory = FileBytes.directory("list", bytes);
        IndexInput in = directory.openInput("list", IOContext.DEFAULT)) {
      FixedBitSet all = new FixedBitSet(MAX_DOC);
      all.or(new PostingLists(in, MAX_DOC).postings(entry, null));
      assertTrue("as many documents", all.cardinality() >= docs.cardinality() / 2);
      return false;
    } catch (CorruptIndexException expected) {
      return true;
    }
  }
}
