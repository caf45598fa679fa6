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
package dev.streak.bench.workload.live;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What comes to the writer of a live index. */
public class TestLiveLayout extends LuceneTestCase {
  private static final int DOCS = 20_000;

  private static int[] operations(int segments) {
    return new LiveLayout(true, segments).operations(new Random(1), DOCS);
  }

  public void testAllArriveOnceAndOnlyArrivedOnesChange() {
    for (int segments : new int[] {LiveLayout.NATURAL, 1, 16, 64}) {
      int arrived = 0;
      int changes = 0;
      for (int operation : operations(segments)) {
        if (operation >= 0) {
          assertEquals(arrived++, operation);
        } else {
          assertTrue("changed " + ~operation + " of " + arrived, ~operation < arrived);
          changes++;
        }
      }
      assertEquals(DOCS, arrived);
      assertEquals(DOCS / LiveLayout.ONE_UPDATED_OF, changes);
    }
  }

  /** Otherwise it would have no deletions. */
  public void testTheLastOfManySegmentsChangesItemsOfItsOwn() {
    int[] operations = operations(64);
    int size = Math.ceilDiv(operations.length, 64);
    int from = operations.length - operations.length % size;
    int firstArrived = Integer.MAX_VALUE;
    int own = 0;
    for (int i = from; i < operations.length; i++) {
      if (operations[i] >= 0) {
        firstArrived = Math.min(firstArrived, operations[i]);
      } else if (~operations[i] >= firstArrived) {
        own++;
      }
    }
    assertTrue("own=" + own, own > 0);
  }
}
