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

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.search.DocIdSet;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.tests.util.BaseDocIdSetTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Each document is in one of some sets, or in several. */
public class TestWindowedUnion extends BaseDocIdSetTestCase<TestWindowedUnion.Split> {

  /** The same documents again and again, by as many iterators. */
  static final class Split extends DocIdSet {
    private final List<FixedBitSet> sets = new ArrayList<>();
    private final FixedBitSet all;
    private final int windowDocs;
    private final int maxWindows;

    Split(BitSet docs, int length) {
      int count = TestUtil.nextInt(random(), 1, 5);
      for (int i = 0; i < count; i++) {
        sets.add(new FixedBitSet(Math.max(1, length)));
      }
      all = new FixedBitSet(Math.max(1, length));
      for (int doc = docs.nextSetBit(0); doc >= 0; doc = docs.nextSetBit(doc + 1)) {
        all.set(doc);
        for (int times = TestUtil.nextInt(random(), 1, 2); times > 0; times--) {
          sets.get(random().nextInt(count)).set(doc);
        }
      }
      windowDocs = 1 << TestUtil.nextInt(random(), 0, 12);
      maxWindows = random().nextBoolean() ? Integer.MAX_VALUE : random().nextInt(8);
    }

    @Override
    public DocIdSetIterator iterator() {
      return new WindowedUnion(
          sets.stream().map(set -> new BitSetIterator(set, set.cardinality())).toList(),
          windowDocs,
          maxWindows,
          () -> {
            assertTrue("no window was left", maxWindows < Integer.MAX_VALUE);
            return new BitSetIterator(all, all.cardinality());
          });
    }

    @Override
    public long ramBytesUsed() {
      return RamUsageTester.ramUsed(this);
    }
  }

  @Override
  public Split copyOf(BitSet docs, int length) {
    return new Split(docs, length);
  }

  /** Documents of the window, and those behind it, come into the same bits. */
  public void testBitsAndDocumentsInTurn() throws Exception {
    for (int iteration = 0; iteration < 200; iteration++) {
      int length = TestUtil.nextInt(random(), 1, 20_000);
      BitSet docs = new BitSet();
      for (int some = random().nextInt(length + 1); some > 0; some--) {
        docs.set(random().nextInt(length));
      }
      DocIdSetIterator union = copyOf(docs, length).iterator();
      BitSet found = new BitSet();
      for (int doc = union.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; ) {
        int upTo = Math.min(length, doc + TestUtil.nextInt(random(), 0, 6_000));
        // No room for what is not below.
        FixedBitSet bits = new FixedBitSet(Math.max(1, upTo - doc));
        union.intoBitSet(upTo, bits, doc);
        for (int bit = bits.nextSetBit(0); bit != DocIdSetIterator.NO_MORE_DOCS; ) {
          found.set(doc + bit);
          bit = bit + 1 < bits.length() ? bits.nextSetBit(bit + 1) : DocIdSetIterator.NO_MORE_DOCS;
        }
        doc = union.docID();
        for (int steps = random().nextInt(5); steps > 0; steps--) {
          if (doc != DocIdSetIterator.NO_MORE_DOCS) {
            assertTrue(doc >= upTo);
            int end = union.docIDRunEnd();
            assertTrue(doc + " to " + end, end > doc && end <= docs.nextClearBit(doc));
            found.set(doc);
            doc = union.nextDoc();
          }
        }
      }
      assertEquals(docs, found);
    }
  }

  public void testNoBitsTakeNoWindow() throws Exception {
    FixedBitSet docs = new FixedBitSet(10_000);
    docs.set(1000);
    docs.set(9000);
    WindowedUnion union =
        new WindowedUnion(
            List.of(new BitSetIterator(docs, 2)),
            64,
            2,
            () -> {
              throw new AssertionError("windows were left");
            });
    assertEquals(1000, union.advance(500));
    FixedBitSet bits = new FixedBitSet(1);
    union.intoBitSet(1001, bits, 1000);
    assertTrue(bits.get(0));
    assertEquals(9000, union.docID());
    for (int upTo : new int[] {0, 500, 9000}) {
      union.intoBitSet(upTo, bits, 9000);
      assertEquals(9000, union.docID());
    }
  }

  /** A window that would reach behind the last number there is. */
  public void testHighestDocuments() throws Exception {
    int last = DocIdSetIterator.NO_MORE_DOCS - 1;
    WindowedUnion union =
        new WindowedUnion(
            List.of(DocIdSetIterator.range(last - 2, last), DocIdSetIterator.range(last, last + 1)),
            4096,
            random().nextInt(3),
            () -> DocIdSetIterator.range(last - 2, last + 1));
    for (int doc = last - 2; doc <= last; doc++) {
      assertEquals(doc, union.nextDoc());
    }
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, union.nextDoc());
  }
}
