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

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.FixedBitSet;

public class TestCoalescedRuns extends LuceneTestCase {

  /** Every target from every run, the ends of runs among them. */
  public void testAdvanceToEveryDocument() throws IOException {
    BitSet expected = new BitSet();
    DocUnion union = new DocUnion(2000, 0);
    for (int i = 0; i < 60; i++) {
      int start = random().nextInt(900);
      int end = start + 1 + random().nextInt(12);
      expected.set(start, end);
      union.run(start, end);
    }
    CoalescedRuns runs = (CoalescedRuns) union.build();
    for (int from = expected.nextSetBit(0); from >= 0; from = expected.nextSetBit(from + 1)) {
      for (int target = from + 1; target < 920; target++) {
        DocIdSetIterator iterator = runs.iterator();
        assertEquals(from, iterator.advance(from));
        int next = expected.nextSetBit(target);
        assertEquals(next < 0 ? DocIdSetIterator.NO_MORE_DOCS : next, iterator.advance(target));
      }
    }
  }

  /** Windows that end within a run, with one, and between two. */
  public void testBitsUpToEveryDocument() throws IOException {
    BitSet expected = new BitSet();
    DocUnion union = new DocUnion(2000, 0);
    for (int i = 0; i < 20; i++) {
      int start = random().nextInt(200);
      int end = start + 1 + random().nextInt(12);
      expected.set(start, end);
      union.run(start, end);
    }
    MatchingDocs runs = union.build();
    for (int from = expected.nextSetBit(0); from >= 0; from = expected.nextSetBit(from + 1)) {
      for (int upTo = from; upTo < 220; upTo++) {
        DocIdSetIterator iterator = runs.iterator();
        assertEquals(from, iterator.advance(from));
        FixedBitSet bits = new FixedBitSet(220 - from);
        iterator.intoBitSet(upTo, bits, from);
        for (int doc = from; doc < 220; doc++) {
          assertEquals(doc < upTo && expected.get(doc), bits.get(doc - from));
        }
        int next = expected.nextSetBit(upTo);
        assertEquals(next < 0 ? DocIdSetIterator.NO_MORE_DOCS : next, iterator.docID());
        int after = next < 0 ? -1 : expected.nextSetBit(next + 1);
        if (next >= 0) {
          assertEquals(after < 0 ? DocIdSetIterator.NO_MORE_DOCS : after, iterator.nextDoc());
        }
      }
    }
  }

  public void testRunsThatTouchAreOne() {
    DocUnion union = new DocUnion(100, 0);
    union.run(10, 20);
    union.run(20, 30);
    union.run(5, 11);
    CoalescedRuns runs = (CoalescedRuns) union.build();
    assertEquals(1, runs.runCount());
    assertEquals(CoalescedRuns.pack(5, 30), runs.run(0));
    assertEquals(25, runs.cardinality());
  }
}
