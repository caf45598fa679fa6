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
package dev.streak.field;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class TestTermEntry extends LuceneTestCase {

  public void testRunsThatGoBeyondTheSegment() {
    assertTrue(TermEntry.endsWithin(TermEntry.ofRun(0, 1), 1));
    assertFalse(TermEntry.endsWithin(TermEntry.ofRun(1, 1), 1));
    assertFalse(TermEntry.endsWithin(TermEntry.ofRun(0, 2), 1));
    assertFalse(TermEntry.endsWithin(TermEntry.ofRun(Integer.MAX_VALUE, 1), Integer.MAX_VALUE));
    // As what a damaged slot becomes, which may have more bits than an entry.
    assertFalse(TermEntry.endsWithin(Long.MAX_VALUE, Integer.MAX_VALUE));
    assertTrue(TermEntry.endsWithin(TermEntry.ofPointer(TermEntry.MAX_POINTER), 1));
    assertTrue(TermEntry.endsWithin(TermEntry.ABSENT, 1));
    assertTrue(TermEntry.endsWithin(OrdinalTerms.DIFFERENT, 1));
  }

  public void testOneOfMany() {
    int maxDoc = TestUtil.nextInt(random(), 1, Integer.MAX_VALUE);
    long[] entries = new long[TestUtil.nextInt(random(), 1, 300)];
    for (int i = 0; i < entries.length; i++) {
      int start = random().nextInt(maxDoc);
      int most = Math.min(TermEntry.MAX_RUN_LENGTH, maxDoc - start);
      entries[i] =
          switch (random().nextInt(4)) {
            case 0 -> TermEntry.ABSENT;
            case 1 -> TermEntry.ofPointer(random().nextLong() & TermEntry.MAX_POINTER);
            default -> TermEntry.ofRun(start, TestUtil.nextInt(random(), 1, most));
          };
    }
    assertTrue(TermEntry.endWithin(entries, 0, entries.length, maxDoc));
    int place = random().nextInt(entries.length);
    entries[place] = TermEntry.ofRun(maxDoc - 1, 2);
    assertFalse(TermEntry.endWithin(entries, 0, entries.length, maxDoc));
    assertTrue(TermEntry.endWithin(entries, 0, place, maxDoc));
    assertTrue(TermEntry.endWithin(entries, place + 1, entries.length, maxDoc));
    assertFalse(TermEntry.endWithin(entries, place, place + 1, maxDoc));
  }
}
