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
package dev.streak.keydocs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Finds the segment of a key of a table, where segments have many keys, few or none. */
public class TestSegmentKeys extends LuceneTestCase {

  public void testSmallSegmentsBesideLargeOnes() {
    check(100_000, 1, 1, 2, 0, 0, 1, 3, 1, 0, 1, 1, 100_000, 0, 1, 1, 1, 1, 2, 5, 0);
    check(0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100_000);
    check(1_000_000_000, 3, 2, 1, 1, 1, 0, 1, 1, 1_000_000_000, 5, 147_483_631);
    check(Integer.MAX_VALUE);
  }

  public void testFewKeys() {
    check();
    check(0);
    check(1);
    check(0, 0, 1, 0);
  }

  public void testRandomSegments() {
    for (int round = 0; round < 20; round++) {
      int[] counts = new int[1 + random().nextInt(200)];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = random().nextInt(1 << random().nextInt(18));
      }
      check(counts);
    }
  }

  /** The keys at the borders of segments, and some others. */
  private static void check(int... counts) {
    KeyRanges ranges = new KeyRanges(0);
    List<Integer> firsts = new ArrayList<>();
    TreeSet<Integer> asked = new TreeSet<>();
    int end = 0;
    for (int count : counts) {
      ranges.add(new Object(), end, count);
      firsts.add(end);
      end += count;
      for (int key : new int[] {end - count - 1, end - count, end - count / 2 - 1, end - 1}) {
        if (key >= 0) {
          asked.add(key);
        }
      }
    }
    SegmentKeys keys = SegmentKeys.of(ranges, new HashMap<>());
    for (int key : asked.headSet(end)) {
      int range = 0;
      while (key - firsts.get(range) >= counts[range]) {
        range++;
      }
      assertEquals("key " + key, range, keys.range(key));
      assertEquals(key - firsts.get(range), keys.ordinal(range, key));
      assertEquals("no reader has it", -1, keys.leaf(range));
    }
    assertEquals(-1, keys.range(end));
    assertEquals(-1, keys.range(Integer.MAX_VALUE));
  }
}
