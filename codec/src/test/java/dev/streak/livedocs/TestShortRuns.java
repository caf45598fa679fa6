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
package dev.streak.livedocs;

import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.FixedBitSet;

public class TestShortRuns extends LuceneTestCase {

  /** So long that each word of bits, from which on a run begins or ends, comes about. */
  private static final int MAX_DOC = 3_000;

  private FixedBitSet live;
  private ShortRuns runs;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    start(MAX_DOC);
  }

  private void start(int maxDoc) throws IOException {
    live = new FixedBitSet(maxDoc);
    for (int doc = 0; doc < maxDoc; doc++) {
      if (random().nextInt(5) > 0) {
        live.set(doc);
      }
    }
    runs = new ShortRuns(LiveRanks.of(live), ShortRuns.SIZE);
  }

  /** Runs of up to so many documents, in front of the last word, and absent terms. */
  private static long[] randomRuns(int longest) {
    long[] entries = new long[TestUtil.nextInt(random(), 1, ShortRuns.SIZE)];
    for (int i = 0; i < entries.length; i++) {
      int length = TestUtil.nextInt(random(), 1, longest);
      int start = random().nextInt(lastWord(MAX_DOC) - length);
      entries[i] = random().nextInt(4) == 0 ? TermEntry.ABSENT : TermEntry.ofRun(start, length);
    }
    return entries;
  }

  private static int lastWord(int maxDoc) {
    return (maxDoc - 1) / Long.SIZE * Long.SIZE;
  }

  public void testRandomRuns() {
    for (int i = 0; i < 200; i++) {
      long[] entries = randomRuns(TestUtil.nextInt(random(), 1, 255));
      int from = random().nextInt(entries.length);
      long[] before = entries.clone();
      assertTrue(runs.set(entries, from, entries.length));
      assertArrayEquals(before, entries);
      int expected =
          Arrays.stream(entries, from, entries.length)
              .filter(entry -> entry != TermEntry.ABSENT)
              .mapToInt(this::live)
              .sum();
      assertEquals(expected, runs.count());
      assertEquals(
          "once more", expected, runs.set(entries, from, entries.length) ? runs.count() : -1);
    }
  }

  private int live(long entry) {
    int start = TermEntry.runStart(entry);
    return live.cardinality(start, start + TermEntry.runLength(entry));
  }

  /** Each length at each place in a word. */
  public void testEachLength() {
    long[] one = new long[1];
    for (int length = 1; length <= 255; length++) {
      for (int start = 1000; start < 1000 + Long.SIZE; start++) {
        one[0] = TermEntry.ofRun(start, length);
        assertTrue(runs.set(one, 0, 1));
        assertEquals(live(one[0]), runs.count());
      }
    }
  }

  /** One of another kind, and all are counted in another way. */
  public void testOthersAreLeft() {
    int lastWord = lastWord(MAX_DOC);
    long[] others = {
      TermEntry.ofPointer(random().nextInt(100)),
      TermEntry.ofRun(10, 256),
      TermEntry.ofRun(10, TermEntry.MAX_RUN_LENGTH),
      TermEntry.ofRun(lastWord - 10, 10),
      TermEntry.ofRun(lastWord, 1),
      TermEntry.ofRun(MAX_DOC, 1),
      TermEntry.ofRun(Integer.MAX_VALUE, 1),
    };
    for (long other : others) {
      long[] entries = randomRuns(200);
      entries[random().nextInt(entries.length)] = other;
      assertFalse(runs.set(entries, 0, entries.length));
    }
    long[] last = {TermEntry.ofRun(lastWord - 11, 10)};
    assertTrue(runs.set(last, 0, 1));
    assertEquals(live(last[0]), runs.count());
  }

  public void testFewDocuments() throws IOException {
    long[] first = {TermEntry.ofRun(0, 1)};
    long[] absent = {TermEntry.ABSENT};
    for (int maxDoc : new int[] {1, 63, 64}) {
      start(maxDoc);
      assertFalse(runs.set(first, 0, 1));
      assertFalse(runs.set(absent, 0, 1));
    }
    start(65);
    assertTrue(runs.set(first, 0, 1));
    assertEquals(live(first[0]), runs.count());
    assertTrue(runs.set(absent, 0, 1));
    assertEquals(0, runs.count());
  }
}
