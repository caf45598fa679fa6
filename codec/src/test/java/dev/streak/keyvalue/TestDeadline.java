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
package dev.streak.keyvalue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestDeadline extends LuceneTestCase {

  /** Clocks may show any number, and go on at the least one after the greatest. */
  private static final long[] STARTS = {0, 1_000, -1_000, -50, Long.MAX_VALUE - 50, Long.MIN_VALUE};

  public void testIsOverOnceTheTimeHasPassed() {
    for (long start : STARTS) {
      AtomicLong clock = new AtomicLong(start);
      Deadline deadline = Deadline.in(Duration.ofNanos(100), clock::get);
      assertTrue(deadline.isSet());
      assertFalse(deadline.isOver());
      clock.addAndGet(99);
      assertFalse(deadline.isOver());
      clock.addAndGet(1);
      assertTrue(deadline.isOver());
      clock.addAndGet(1_000_000);
      assertTrue(deadline.isOver());
    }
  }

  public void testNoTimeIsOverAtOnce() {
    for (long start : STARTS) {
      assertTrue(Deadline.in(Duration.ZERO, () -> start).isOver());
    }
  }

  public void testMoreTimeThanAClockCounts() {
    for (long start : STARTS) {
      for (Duration time :
          new Duration[] {
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofNanos(Long.MAX_VALUE).plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE)
          }) {
        AtomicLong clock = new AtomicLong(start);
        Deadline deadline = Deadline.in(time, clock::get);
        clock.addAndGet(Long.MAX_VALUE);
        assertFalse(deadline.isOver());
        assertFalse(deadline.isSet());
      }
    }
    assertFalse(Deadline.never().isSet());
    assertFalse(Deadline.never().isOver());
  }

  public void testLessThanNoTimeIsRefused() {
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> Deadline.in(Duration.ofNanos(-1)));
    assertEquals("timeout must be >= 0: timeout=PT-0.000000001S", e.getMessage());
  }
}
