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
package dev.streak.packing;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.FixedBitSet;

public class TestRunBits extends LuceneTestCase {
  private static final int BITS = 512;

  public void testAllRunsOfThreeWords() {
    for (int start = 0; start < 192; start++) {
      for (int end = start + 1; end <= 192; end++) {
        FixedBitSet expected = new FixedBitSet(192);
        expected.set(start, end);
        FixedBitSet actual = new FixedBitSet(192);
        RunBits.set(actual.getBits(), start, end);
        assertEquals(start + "-" + end, expected, actual);
      }
    }
  }

  public void testRunsAreAddedToWhatIsThere() {
    FixedBitSet expected = new FixedBitSet(BITS);
    FixedBitSet actual = new FixedBitSet(BITS);
    int[] starts = new int[8];
    int[] ends = new int[8];
    for (int round = 0; round < 50; round++) {
      int count = random().nextInt(starts.length + 1);
      for (int i = 0; i < count; i++) {
        starts[i] = random().nextInt(BITS);
        ends[i] = TestUtil.nextInt(random(), starts[i] + 1, Math.min(BITS, starts[i] + 150));
        expected.set(starts[i], ends[i]);
      }
      RunBits.set(actual.getBits(), starts, ends, count);
      assertEquals(expected, actual);
      expected.clear(0, random().nextInt(BITS));
      actual.clear();
      actual.or(expected);
    }
  }
}
