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
package dev.streak.coldreads;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestReadClock extends LuceneTestCase {

  private final AtomicLong nanos = new AtomicLong(-5);
  private final ReadClock clock = new ReadClock(nanos::get);

  private boolean read(int reads, long nanosEach) {
    nanos.addAndGet(reads * nanosEach);
    return clock.count(reads);
  }

  public void testReadsOfMemoryAreWarm() {
    clock.start();
    for (int i = 0; i < 10_000; i++) {
      assertFalse(read(1, 500));
    }
    assertFalse(clock.isCold());
  }

  public void testTheFirstReadTells() {
    clock.start();
    assertEquals(1, clock.untilLook());
    assertTrue(read(1, 60_000));
    assertTrue("until it starts again", read(1000, 1));
    clock.start();
    assertFalse(clock.isCold());
    assertFalse(read(1, 60));
  }

  public void testSomeOfManyReadsWait() {
    clock.start();
    boolean cold = false;
    int reads = 0;
    while (cold == false && reads < 1000) {
      cold = read(1, ++reads % 10 == 0 ? 80_000 : 100);
    }
    assertTrue("reads=" + reads, cold);
    assertTrue("reads=" + reads, reads <= 25);
  }

  public void testTimeBeforeTheStartDoesNotCount() {
    clock.start();
    nanos.addAndGet(1_000_000_000);
    clock.start();
    assertFalse(read(1, 100));
  }

  public void testWhatWasFoundMomentsAgoHolds() {
    assertFalse("nothing was read", clock.startAgain());
    assertFalse("nothing was read", clock.startAgain());
    assertFalse(read(1, 500));
    assertTrue(clock.startAgain());
    assertFalse(read(1, 500));
    nanos.addAndGet(200_000_000);
    assertFalse("long ago", clock.startAgain());
    assertTrue(read(1, 60_000));
    assertFalse("reads waited", clock.startAgain());
  }

  public void testTheClockIsLookedAtSeldom() {
    AtomicLong looks = new AtomicLong();
    ReadClock counted = new ReadClock(looks::incrementAndGet);
    counted.start();
    for (int i = 0; i < 100_000; i++) {
      counted.count(1);
    }
    assertTrue("looks=" + looks, looks.get() < 40);
  }
}
