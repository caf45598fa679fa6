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

  /** Does so many reads, each of which takes some nanoseconds. Returns where stretches begin. */
  private List<Integer> read(int count, long nanos) throws IOException {
    List<Integer> starts = new ArrayList<>();
    for (int start = 0; start < count; ) {
      starts.add(start);
      int end = ahead.next(start, count, (from, to) -> announced.add(new Range(from, to)));
      now.addAndGet((end - start) * nanos);
      start = end;
    }
    return starts;
  }

  public void testReadsThatWaitAreAnnouncedAhead() throws IOException {
    assertEquals(List.of(0, 1, 513, 1025, 1537), read(2000, 100_000));
    assertEquals(
        List.of(new Range(0, 1), new Range(1, 1025), new Range(1025, 1537), new Range(1537, 2000)),
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
    assertEquals(List.of(new Range(0, 1), new Range(1, 100)), announced);
  }
}
