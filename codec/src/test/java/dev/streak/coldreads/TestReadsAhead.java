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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Reads that wait are announced before the others are done. */
public class TestReadsAhead extends LuceneTestCase {

  private record Range(int from, int to) {}

  private final AtomicLong now = new AtomicLong();
  private final ReadsAhead ahead = new ReadsAhead(new ReadClock(now::get));
  private final List<Range> announced = new ArrayList<>();

  /** Whether what is announced is missing in memory. */
  private boolean missing = true;

  /** Does so many reads, each of which takes some nanoseconds. Returns where stretches begin. */
  private List<Integer> read(int count, long nanos) throws IOException {
    List<Integer> starts = new ArrayList<>();
    for (int start = 0; start < count; ) {
      starts.add(start);
      int end = ahead.next(start, count, this::announce);
      now.addAndGet((end - start) * nanos);
      start = end;
    }
    return starts;
  }

  private boolean announce(int from, int to) {
    announced.add(new Range(from, to));
    return missing;
  }

  public void testReadsThatWaitAreAnnouncedAhead() throws IOException {
    assertEquals(List.of(0, 1, 513, 1025, 1537), read(2000, 100_000));
    assertEquals(
        List.of(
            new Range(0, 1),
            new Range(1, 2),
            new Range(1, 1025),
            new Range(1025, 1537),
            new Range(1537, 2000)),
        announced);
  }

  public void testOnlyTheFirstReadIsAnnouncedWhereNothingWaits() throws IOException {
    assertEquals(List.of(0, 1, 17, 273), read(2000, 100));
    assertEquals(List.of(new Range(0, 1)), announced);
  }

  public void testNothingIsAnnouncedWhereNothingWaitedMomentsAgo() throws IOException {
    read(100, 100);
    announced.clear();
    ahead.start();
    assertEquals(List.of(0, 1, 17), read(100, 100));
    assertEquals(List.of(), announced);
  }

  public void testAnnouncedAgainAfterAWhile() throws IOException {
    read(100, 100);
    announced.clear();
    now.addAndGet(1_000_000_000);
    ahead.start();
    read(100, 100);
    assertEquals(List.of(new Range(0, 1)), announced);
  }

  public void testAnnouncedAgainWhereReadsWaited() throws IOException {
    read(100, 100_000);
    announced.clear();
    ahead.start();
    read(100, 100_000);
    assertEquals(List.of(new Range(0, 1), new Range(1, 2), new Range(1, 100)), announced);
  }

  /** Long lists take long in memory, too. */
  public void testAFewAreAnnouncedWhereReadsTakeLongInMemory() throws IOException {
    missing = false;
    assertEquals(List.of(0, 1, 17, 273), read(2000, 100_000));
    List<Range> few = new ArrayList<>(List.of(new Range(0, 1)));
    for (int first : new int[] {1, 257, 513, 769}) {
      few.add(new Range(first, first + 1));
    }
    // The next time, the clock is not believed.
    for (int first : new int[] {273, 529, 785, 1041}) {
      few.add(new Range(first, first + 1));
    }
    assertEquals(few, announced);
    assertFalse(ahead.waited());
  }

  public void testTheClockIsBelievedLessAndLess() throws IOException {
    missing = false;
    int runs = 0;
    for (int i = 0; i < 1000; i++) {
      ahead.start();
      announced.clear();
      read(10, 100_000);
      runs += announced.contains(new Range(1, 2)) ? 1 : 0;
    }
    assertTrue("asked in " + runs + " of 1000", runs > 50 && runs < 80);
    missing = true;
    int unnoticed = 0;
    do {
      ahead.start();
      read(10, 100_000);
      unnoticed++;
    } while (ahead.waited() == false);
    assertTrue("noticed at the " + unnoticed, unnoticed <= 17);
    ahead.start();
    read(10, 100_000);
    assertTrue("believed at once again", ahead.waited());
  }
}
