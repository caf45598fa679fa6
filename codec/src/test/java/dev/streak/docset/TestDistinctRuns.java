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

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class TestDistinctRuns extends LuceneTestCase {

  public void testRepeatedRunsCountOnce() {
    for (int round = 0; round < 50; round++) {
      int size = TestUtil.nextInt(random(), 0, 3000);
      int different = TestUtil.nextInt(random(), 1, 4000);
      int length = TestUtil.nextInt(random(), 1, 1000);
      long[] runs = new long[size + random().nextInt(3)];
      Set<Long> seen = new HashSet<>();
      long expected = 0;
      for (int i = 0; i < size; i++) {
        int number = random().nextInt(different);
        int start = number * 1000;
        runs[i] = CoalescedRuns.pack(start, start + Math.min(1000, length + number % 7));
        if (seen.add(runs[i])) {
          expected += CoalescedRuns.end(runs[i]) - start;
        }
      }
      assertEquals(expected, DistinctRuns.docs(runs, size));
      DocUnion union = new DocUnion(4_000_000, size);
      for (int i = 0; i < size; i++) {
        union.run(CoalescedRuns.start(runs[i]), CoalescedRuns.end(runs[i]));
      }
      assertEquals(expected, union.distinctRunDocs());
      assertEquals(expected, union.build().cardinality());
    }
  }

  public void testLastDocuments() {
    long[] runs = {
      CoalescedRuns.pack(Integer.MAX_VALUE - 1, Integer.MAX_VALUE),
      CoalescedRuns.pack(0, 2),
      CoalescedRuns.pack(Integer.MAX_VALUE - 1, Integer.MAX_VALUE)
    };
    assertEquals(3, DistinctRuns.docs(runs, 3));
  }

  public void testStartsMadeToCollide() {
    int inverse = DistinctRuns.MULTIPLIER;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - DistinctRuns.MULTIPLIER * inverse;
    }
    DocUnion union = new DocUnion(Integer.MAX_VALUE, 0);
    long[] runs = new long[1000];
    int size = 0;
    for (int product = 1; size < runs.length; product++) {
      int start = product * inverse;
      if (start >= 0 && start < Integer.MAX_VALUE) {
        runs[size++] = CoalescedRuns.pack(start, start + 1);
        union.run(start, start + 1);
      }
    }
    assertEquals(-1, DistinctRuns.docs(runs, size));
    union.run(CoalescedRuns.start(runs[7]), CoalescedRuns.end(runs[7]));
    assertEquals(size, union.distinctRunDocs());
  }
}
