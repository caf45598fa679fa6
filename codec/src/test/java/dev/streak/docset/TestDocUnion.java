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
import dev.streak.field.PackedGaps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.tests.util.BaseDocIdSetTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class TestDocUnion extends BaseDocIdSetTestCase<TestSparseRunSet.Set> {

  @Override
  public TestSparseRunSet.Set copyOf(BitSet bs, int length) throws IOException {
    DocUnion union = new DocUnion(length, random().nextInt(100));
    if (random().nextInt(4) == 0) {
      union.expectScattered(random().nextInt(10_000));
    }
    TestSparseRunSet.feed(bs, union);
    MatchingDocs docs = union.build();
    TestSparseRunSet.checkDocs(bs, docs);
    return new TestSparseRunSet.Set(docs);
  }

  public void testRunsStayRuns() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    BitSet expected = new BitSet();
    for (int i = 0; i < 4000; i++) {
      int start = random().nextInt(990_000);
      int end = start + TestUtil.nextInt(random(), 1, 300);
      union.run(start, end);
      expected.set(start, end);
    }
    MatchingDocs docs = union.build();
    assertTrue(docs instanceof CoalescedRuns);
    TestSparseRunSet.checkDocs(expected, docs);
  }

  /** Long runs are worth their memory in a small segment, too. */
  public void testManyShortRunsBecomeBits() throws IOException {
    for (int most : new int[] {8, 300}) {
      DocUnion union = new DocUnion(60_000, 0, 1_000);
      BitSet expected = new BitSet();
      for (int i = 0; i < 3_000; i++) {
        int start = random().nextInt(59_000);
        int end = start + TestUtil.nextInt(random(), 1, most);
        union.run(start, end);
        expected.set(start, end);
      }
      MatchingDocs docs = union.build();
      assertEquals(most > 8, docs instanceof CoalescedRuns);
      TestSparseRunSet.checkDocs(expected, docs);
    }
  }

  /** Where the highest bit of a start counts for nothing, runs end in a wrong order. */
  public void testRunsAreSortedByAllBitsOfTheirStarts() throws IOException {
    for (int bits = 1; bits <= 24; bits++) {
      int maxDoc = 1 << bits;
      DocUnion union = new DocUnion(maxDoc, 0);
      BitSet expected = new BitSet();
      for (int i = 0; i < 1000; i++) {
        int start = random().nextInt(maxDoc);
        int end = Math.min(maxDoc, start + TestUtil.nextInt(random(), 1, 100));
        union.run(start, end);
        expected.set(start, end);
      }
      MatchingDocs docs = union.build();
      assertTrue(docs instanceof CoalescedRuns);
      assertEquals(expected.cardinality(), docs.cardinality());
      DocIdSetIterator iterator = docs.iterator();
      for (int doc = expected.nextSetBit(0); doc >= 0; doc = expected.nextSetBit(doc + 1)) {
        assertEquals(doc, iterator.nextDoc());
      }
      assertEquals(DocIdSetIterator.NO_MORE_DOCS, iterator.nextDoc());
    }
  }

  /** Who reads some lists no further than is wanted may count the documents afterwards. */
  public void testRunsMayBeHadBeforeAllHaveCome() {
    DocUnion union = new DocUnion(1_000, 0);
    union.run(10, 20);
    union.run(5, 10);
    union.run(15, 30);
    assertEquals(25, union.runs().cardinality());
    union.run(40, 41);
    List<String> came = new ArrayList<>();
    union.collectRuns(
        new DocSink() {
          @Override
          public void run(int start, int end) {
            came.add(start + "-" + end);
          }

          @Override
          public void docs(int[] docs, int count) {
            throw new AssertionError(count);
          }

          @Override
          public void bitmap(int base, long[] words, int wordCount) {
            throw new AssertionError(base);
          }
        });
    assertEquals(List.of("10-20", "5-10", "15-30", "40-41"), came);
    assertEquals(26, union.build().cardinality());
  }

  public void testTooManyRunsBecomeChunks() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    BitSet expected = new BitSet();
    for (int i = 0; i < 20_000; i++) {
      int start = random().nextInt(990_000);
      union.run(start, start + 1);
      expected.set(start);
    }
    MatchingDocs docs = union.build();
    assertTrue(docs instanceof SparseRunSet);
    TestSparseRunSet.checkDocs(expected, docs);
  }

  /** Their mean length tells from the first block of a list how many more come. */
  public void testManyRunsOfListsBecomeBitsAtOnce() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    BitSet expected = new BitSet();
    union.run(5, 10);
    expected.set(5, 10);
    union.expectScattered(500_000);
    assertNull(union.bits());
    int[] starts = new int[64];
    int[] ends = new int[64];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = 100 + 15_000 * i;
      ends[i] = starts[i] + 1 + random().nextInt(20);
      expected.set(starts[i], ends[i]);
    }
    union.runs(starts, ends, starts.length);
    assertNotNull(union.bits());
    union.bits().set(999_999);
    expected.set(999_999);
    MatchingDocs found = union.build();
    assertTrue(found instanceof BitSetDocs);
    TestSparseRunSet.checkDocs(expected, found);
  }

  public void testFewLongRunsOfListsStayRuns() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    union.expectScattered(500_000);
    union.runs(new int[] {0, 300_000}, new int[] {200_000, 600_000}, 2);
    assertNull(union.bits());
    MatchingDocs found = union.build();
    assertTrue(found instanceof CoalescedRuns);
    assertEquals(500_000, found.cardinality());
  }

  public void testManyScatteredBecomeBits() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    BitSet expected = new BitSet();
    union.run(77, 99);
    expected.set(77, 99);
    union.expectScattered(1_000_000 / 32);
    int[] docs = new int[100];
    for (int i = 0; i < 500; i++) {
      int doc = random().nextInt(1000);
      for (int d = 0; d < docs.length; d++) {
        docs[d] = doc;
        expected.set(doc);
        doc += TestUtil.nextInt(random(), 1, 9_000);
      }
      union.docs(docs, docs.length);
    }
    union.run(999_000, 1_000_000);
    expected.set(999_000, 1_000_000);
    long[] words = {1L << 63, 0, 5, 0};
    union.bitmap(999_872, words, words.length);
    MatchingDocs found = union.build();
    assertTrue(found instanceof BitSetDocs);
    TestSparseRunSet.checkDocs(expected, found);
  }

  public void testPackedListsAreSetWhereBitsAre() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    byte[] bytes = new byte[64 * 3 + Long.BYTES];
    assertEquals(DocSink.UNPACK, union.gaps(bytes, 0, 10, 5, 3));
    union.expectScattered(500_000);
    BitSet expected = new BitSet();
    for (int i = 0; i < 500; i++) {
      int width = random().nextInt(14);
      int gaps = random().nextInt(64);
      random().nextBytes(bytes);
      int first = random().nextInt(1_000);
      int[] docs = PackedGaps.docs(bytes, 8, width, first, gaps);
      Arrays.stream(docs).forEach(expected::set);
      assertEquals(docs[gaps], union.gaps(bytes, 8, width, first, gaps));
    }
    // Damaged: told, and nothing is written elsewhere.
    BitSetDocs.Builder few = new BitSetDocs.Builder(100);
    Arrays.fill(bytes, (byte) -1);
    assertEquals(5 + 63L * (1 << 24), few.gaps(bytes, 0, 24, 5, 63));
    TestSparseRunSet.checkDocs(expected, union.build());
  }

  /** One run was expected to be anything but that. */
  public void testExpectationsDoNotChangeRuns() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 1);
    union.expectScattered(500_000);
    union.run(100, 600_000);
    MatchingDocs found = union.build();
    assertTrue(found instanceof CoalescedRuns);
    assertEquals(599_900, found.cardinality());
  }

  /** Of a damaged list: who called is told, and decides what is wrong. */
  public void testGapsBeyondTheSegment() {
    byte[] bytes = new byte[64];
    Arrays.fill(bytes, (byte) -1);
    for (int first : new int[] {999, 1_000, 1_024, 5_000, Integer.MAX_VALUE}) {
      for (int gaps = 0; gaps < 6; gaps++) {
        BitSetDocs.Builder builder = new BitSetDocs.Builder(1_000);
        assertEquals(first + ((long) gaps << 24), builder.gaps(bytes, 0, 24, first, gaps));
      }
    }
  }
}
