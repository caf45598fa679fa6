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
package dev.streak.checks;

import org.apache.lucene.tests.util.LuceneTestCase;

/** The setting and the counts; that checks help is shown where the shortcuts are. */
public class TestAnswerChecks extends LuceneTestCase {

  private int before;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    before = AnswerChecks.oneIn();
  }

  @Override
  public void tearDown() throws Exception {
    AnswerChecks.setOneIn(before);
    super.tearDown();
  }

  public void testNeverSometimesAlways() {
    AnswerChecks.setOneIn(0);
    assertEquals(0, dueIn(1000));
    AnswerChecks.setOneIn(1);
    assertEquals(1000, dueIn(1000));
    AnswerChecks.setOneIn(10);
    int due = dueIn(10_000);
    assertTrue("due=" + due, due > 700 && due < 1300);
  }

  private static int dueIn(int answers) {
    int due = 0;
    for (int i = 0; i < answers; i++) {
      due += AnswerChecks.isDue() ? 1 : 0;
    }
    return due;
  }

  public void testCounts() {
    AnswerChecks.Counts earlier = AnswerChecks.counts();
    assertTrue(AnswerChecks.noted(true));
    assertFalse(AnswerChecks.noted(false));
    assertEquals(earlier.compared() + 2, AnswerChecks.counts().compared());
    assertEquals(earlier.mismatches() + 1, AnswerChecks.counts().mismatches());
  }

  public void testRejectsWhatIsNoRate() {
    for (String value : new String[] {"", "-1", "often", "0.5", "99999999999"}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> AnswerChecks.parse(value));
      assertEquals(
          "dev.streak.checks must be a whole number in [0, 2147483647]: dev.streak.checks=" + value,
          e.getMessage());
    }
    assertEquals(1000, AnswerChecks.parse("1000"));
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> AnswerChecks.setOneIn(-1));
    assertEquals("oneIn must be a whole number in [0, 2147483647]: oneIn=-1", e.getMessage());
  }
}
