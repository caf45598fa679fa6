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
package dev.streak.tools.advise;

import org.apache.lucene.tests.util.LuceneTestCase;

/** When rounds count as warm, from given times. */
public class TestWarmUp extends LuceneTestCase {
  /** A round that is taken together with no fewer than the others. */
  private static final long PART = WarmUp.TOGETHER_NANOS / WarmUp.TOGETHER_ROUNDS;

  private static final long MOST_NANOS = 100 * WarmUp.TOGETHER_NANOS;

  private final WarmUp warmUp = new WarmUp(2, MOST_NANOS);

  /** Rounds that are taken together, in which the second thing takes a share of the first. */
  private void together(double share) {
    for (int i = 0; i < WarmUp.TOGETHER_ROUNDS; i++) {
      assertFalse("round " + i, warmUp.isOver());
      warmUp.add(PART, (long) (PART * share));
    }
  }

  public void testRoundsThatGetNoFaster() {
    together(1);
    together(1);
    together(1.5);
    assertTrue(warmUp.isOver());
  }

  /** One thing is compiled later than the other: it goes on. */
  public void testOneOfTwoGetsFaster() {
    together(1);
    together(1);
    together(0.8);
    together(0.8);
    together(0.7);
    together(0.7);
    together(0.69);
    assertTrue(warmUp.isOver());
  }

  /** A busy moment is no gain when it is over. */
  public void testSlowerAndAsBefore() {
    together(0.5);
    together(1);
    together(0.5);
    assertTrue(warmUp.isOver());
  }

  /** However short they are: what nobody has called often is not compiled. */
  public void testShortRoundsAreTakenTogether() {
    for (int i = 0; i < 3 * WarmUp.TOGETHER_ROUNDS; i++) {
      warmUp.add(1000, 1000);
    }
    assertFalse(warmUp.isOver());
  }

  public void testItEndsWhereRoundsGetFasterForEver() {
    long time = 10 * WarmUp.TOGETHER_NANOS;
    long sum = 0;
    while (!warmUp.isOver()) {
      warmUp.add(time, time);
      sum += 2 * time;
      time = time * 93 / 100;
    }
    assertTrue("" + sum, sum >= MOST_NANOS);
    assertTrue("" + sum, sum < MOST_NANOS + 20 * WarmUp.TOGETHER_NANOS);
  }

  public void testItEndsWhereTheClockStandsStill() {
    int rounds = 0;
    while (!warmUp.isOver()) {
      warmUp.add(0, 0);
      rounds++;
    }
    assertEquals(WarmUp.MOST_ROUNDS, rounds);
  }
}
