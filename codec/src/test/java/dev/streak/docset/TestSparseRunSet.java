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
package dev.streak.docset;

import dev.streak.field.DocSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.search.DocIdSet;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.tests.util.BaseDocIdSetTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.FixedBitSet;

public class TestSparseRunSet extends BaseDocIdSetTestCase<TestSparseRunSet.Set> {

  /** Sets of documents as the base class knows them. */
  static final class Set extends DocIdSet {
    private final MatchingDocs docs;

    Set(MatchingDocs docs) {
      this.docs = docs;
    }

    @Override
    public DocIdSetIterator iterator() {
      return docs.iterator();
    }

    @Override
    public long ramBytesUsed() {
      return RamUsageTester.ramUsed(this);
    }
  }

  @Override
  public Set copyOf(BitSet bs, int length) throws IOException {
    SparseRunSetBuilder builder = new SparseRunSetBuilder(length);
    feed(bs, builder);
    return new Set(builder.build());
  }

  /** The documents in any order, some of them twice, in every shape. */
  static void feed(BitSet bs, DocSink sink) {
    List<int[]> runs = new ArrayList<>();
    for (int start = bs.nextSetBit(0); start >= 0; ) {
      int end = bs.nextClearBit(start);
      runs.add(new int[] {start, end});
      start = bs.nextSetBit(end);
    }
    Collections.shuffle(runs, random());
    for (int[] run : runs) {
      feedRun(run[0], run[1], sink);
      if (random().nextInt(20) == 0) {
        feedRun(run[0], TestUtil.nextInt(random(), run[0] + 1, run[1]), sink);
      }
    }
  }

  private static void feedRun(int start, int end, DocSink sink) {
    switch (random().nextInt(10)) {
      case 0 -> {
        int base = start & ~63;
        long[] words = new long[((end - base + 63) >>> 6) + random().nextInt(3)];
        for (int doc = start; doc < end; doc++) {
          words[(doc - base) >>> 6] |= 1L << doc;
        }
        sink.bitmap(base, words, words.length);
      }
      case 1, 2, 3 -> {
        int[] docs = new int[end - start + 2];
        for (int doc = start; doc < end; doc++) {
          docs[doc - start] = doc;
        }
        sink.docs(docs, end - start);
      }
      case 4, 5 -> {
        int middle = TestUtil.nextInt(random(), start + 1, end);
        sink.runs(new int[] {start, middle, 0}, new int[] {middle, end, 1}, middle < end ? 2 : 1);
      }
      default -> sink.run(start, end);
    }
  }

  @Override
  public void assertEquals(int numBits, BitSet expected, Set actual) throws IOException {
    super.assertEquals(numBits, expected, actual);
    checkDocs(expected, actual.docs);
  }

  static void checkDocs(BitSet expected, MatchingDocs actual) throws IOException {
    assertEquals(expected.cardinality(), actual.cardinality());
    assertEquals(expected.cardinality(), actual.iterator().cost());
    DocIdSetIterator iterator = actual.iterator();
    int checked = 0;
    for (int doc = iterator.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = iterator.nextDoc()) {
      if (checked++ < 1000 || random().nextInt(100) == 0) {
        int end = iterator.docIDRunEnd();
        assertEquals(doc, iterator.docID());
        assertTrue(doc < end);
        int trueEnd = expected.nextClearBit(doc);
        // A run is cut where its chunk ends.
        assertTrue(
            end == trueEnd
                || end < trueEnd && end % SparseRunSet.CHUNK_DOCS == 0
                || actual instanceof SparseRunSet && end == doc + 1);
      }
    }
    checkWindows(expected, actual);
  }

  /** As a conjunction reads: advance to a window, take all of it as bits, go on. */
  private static void checkWindows(BitSet expected, MatchingDocs actual) throws IOException {
    DocIdSetIterator iterator = actual.iterator();
    int from = 0;
    while (from < expected.length()) {
      int doc = iterator.docID() >= from ? iterator.docID() : iterator.advance(from);
      int expectedDoc = expected.nextSetBit(from);
      assertEquals(expectedDoc, doc);
      int length = TestUtil.nextInt(random(), 1, 70_000);
      FixedBitSet bits = new FixedBitSet(length);
      iterator.intoBitSet(doc + length, bits, doc);
      BitSet window = expected.get(doc, doc + length);
      for (int i = 0; i < length; i++) {
        assertEquals(window.get(i), bits.get(i));
      }
      int next = expected.nextSetBit(doc + length);
      assertEquals(next < 0 ? DocIdSetIterator.NO_MORE_DOCS : next, iterator.docID());
      if (next < 0) {
        return;
      }
      from = next + random().nextInt(200_000);
    }
  }

  public void testContainersFollowContent() {
    int chunk = SparseRunSet.CHUNK_DOCS;
    SparseRunSetBuilder builder = new SparseRunSetBuilder(10 * chunk);
    builder.run(chunk + 5, chunk + 5000);
    for (int i = 0; i < 100; i++) {
      builder.run(3 * chunk + 7 * i, 3 * chunk + 7 * i + 1);
    }
    for (int i = 0; i < SparseRunSetBuilder.MAX_LISTED + 1; i++) {
      builder.run(9 * chunk + 7 * i, 9 * chunk + 7 * i + 1);
    }
    SparseRunSet set = builder.build();
    assertEquals(3, set.chunkCount());
    assertTrue(set.chunk(0) instanceof CoalescedRuns);
    assertTrue(set.chunk(1) instanceof ArrayDocs);
    assertTrue(set.chunk(2) instanceof BitmapDocs);
  }

  /** Whoever advances meets the first and the last document of a chunk in each of its forms. */
  public void testDocumentsAtTheEndsOfChunks() throws IOException {
    int chunk = SparseRunSet.CHUNK_DOCS;
    int count = SparseRunSetBuilder.MAX_LISTED + 1;
    SparseRunSetBuilder builder = new SparseRunSetBuilder(12 * chunk);
    BitSet expected = new BitSet();
    for (int at : new int[] {0, chunk, 2 * chunk, 4 * chunk, 6 * chunk, 8 * chunk}) {
      List<int[]> runs = new ArrayList<>(List.of(new int[] {at, at + 1}));
      switch (at / chunk) {
        case 0, 6 -> runs.add(new int[] {at + 3, at + 5000});
        case 1, 4 -> runs.add(new int[] {at + 30_000, at + 30_001});
        default -> {
          for (int i = 1; i < count; i++) {
            runs.add(new int[] {at + 7 * i, at + 7 * i + 1});
          }
        }
      }
      runs.add(new int[] {at + chunk - 1, at + chunk});
      for (int[] run : runs) {
        builder.run(run[0], run[1]);
        expected.set(run[0], run[1]);
      }
    }
    SparseRunSet set = builder.build();
    assertTrue(set.chunk(0) instanceof CoalescedRuns);
    assertTrue(set.chunk(1) instanceof ArrayDocs);
    assertTrue(set.chunk(2) instanceof BitmapDocs);
    for (int at = 0; at <= 12 * chunk; at += chunk) {
      for (int target = Math.max(0, at - 2); target < at + 2; target++) {
        int next = expected.nextSetBit(target);
        int wanted = next < 0 ? DocIdSetIterator.NO_MORE_DOCS : next;
        assertEquals(wanted, set.iterator().advance(target));
        DocIdSetIterator moved = set.iterator();
        if (moved.nextDoc() < target) {
          assertEquals(wanted, moved.advance(target));
        }
      }
    }
  }

  /** A run up to the end of a bitmap, and bits for no more documents than there are. */
  public void testBitmapThatIsFullUpToItsEnd() throws IOException {
    int chunk = SparseRunSet.CHUNK_DOCS;
    SparseRunSetBuilder builder = new SparseRunSetBuilder(3 * chunk);
    builder.run(chunk, 2 * chunk);
    builder.bitmap(chunk, new long[] {1}, 1);
    MatchingDocs docs = builder.build();
    DocIdSetIterator iterator = docs.iterator();
    for (int doc : new int[] {chunk, chunk + 63, chunk + 64, 2 * chunk - 64, 2 * chunk - 1}) {
      assertEquals(doc, iterator.advance(doc));
      assertEquals(2 * chunk, iterator.docIDRunEnd());
    }
    iterator = docs.iterator();
    iterator.advance(2 * chunk - 100);
    FixedBitSet bits = new FixedBitSet(100);
    iterator.intoBitSet(DocIdSetIterator.NO_MORE_DOCS, bits, 2 * chunk - 100);
    assertEquals(100, bits.cardinality());
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, iterator.docID());
    // Of a set with documents in the middle: room up to the last one.
    builder = new SparseRunSetBuilder(chunk);
    builder.bitmap(0, new long[] {0b1011}, 1);
    iterator = builder.build().iterator();
    iterator.nextDoc();
    bits = new FixedBitSet(4);
    iterator.intoBitSet(chunk, bits, 0);
    assertEquals(3, bits.cardinality());
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, iterator.docID());
  }

  public void testLastDocumentOfTheLargestSegment() throws IOException {
    int maxDoc = Integer.MAX_VALUE - 128;
    SparseRunSetBuilder builder = new SparseRunSetBuilder(maxDoc);
    builder.run(maxDoc - 40_000, maxDoc);
    builder.bitmap((maxDoc - 1) & ~63, new long[] {0b100}, 1);
    MatchingDocs docs = builder.build();
    assertEquals(40_000, docs.cardinality());
    DocIdSetIterator iterator = docs.iterator();
    assertEquals(maxDoc - 40_000, iterator.advance(12));
    FixedBitSet bits = new FixedBitSet(4096);
    iterator.intoBitSet(maxDoc - 40_000 + 4096, bits, maxDoc - 40_000);
    assertEquals(4096, bits.cardinality());
    assertEquals(maxDoc, iterator.docIDRunEnd());
    assertEquals(maxDoc - 1, iterator.advance(maxDoc - 1));
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, iterator.nextDoc());
  }
}
