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
package dev.streak.doubt;

import org.apache.lucene.tests.util.LuceneTestCase;

/** The setting and the counts; that doubts help is shown where the shortcuts are. */
public class TestDoubt extends LuceneTestCase {

  private int before;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    before = Doubt.oneIn();
  }

  @Override
  public void tearDown() throws Exception {
    Doubt.setOneIn(before);
    super.tearDown();
  }

  public void testNeverSometimesAlways() {
    Doubt.setOneIn(0);
    assertEquals(0, doubtsIn(1000));
    Doubt.setOneIn(1);
    assertEquals(1000, doubtsIn(1000));
    Doubt.setOneIn(10);
    int doubts = doubtsIn(10_000);
    assertTrue("doubts=" + doubts, doubts > 700 && doubts < 1300);
  }

  private static int doubtsIn(int answers) {
    int doubts = 0;
    for (int i = 0; i < answers; i++) {
      doubts += Doubt.arises() ? 1 : 0;
    }
    return doubts;
  }

  public void testCounts() {
    Doubt.Counts earlier = Doubt.counts();
    assertTrue(Doubt.settle(true));
    assertFalse(Doubt.settle(false));
    assertEquals(earlier.compared() + 2, Doubt.counts().compared());
    assertEquals(earlier.mismatches() + 1, Doubt.counts().mismatches());
  }

  public void testRejectsWhatIsNoRate() {
    for (String value : new String[] {"", "-1", "often", "0.5", "99999999999"}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> Doubt.parse(value));
      assertEquals(
          "dev.streak.doubt must be a whole number >= 0: dev.streak.doubt=" + value,
          e.getMessage());
    }
    assertEquals(1000, Doubt.parse("1000"));
    expectThrows(IllegalArgumentException.class, () -> Doubt.setOneIn(-1));
  }
}
