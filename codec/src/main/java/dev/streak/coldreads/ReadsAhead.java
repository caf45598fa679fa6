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

/**
 * Says how many of some reads to do next, and has these announced before if reads wait for storage.
 * The clock alone cannot tell: long lists take long in memory, too. So when it says that reads
 * wait, a few are announced to find out whether anything is missing. For one thread.
 */
public final class ReadsAhead {

  /** Reads that are announced before the first of them is done, and half of them before others. */
  private static final int MOST = 1024;

  /** Reads, here and there, that are announced to find out. */
  private static final int PROBES = 4;

  /** Times that the clock is not believed, at most, after it was wrong again and again. */
  private static final int MOST_DOUBTS = 16;

  private final ReadClock clock;

  /** Whether reads waited for nothing moments ago. */
  private boolean knowsNoWaits;

  /** Where the reads begin that were said to be done; -1 before there were any. */
  private int from = -1;

  /** Whether something was missing when the clock said that reads wait. */
  private boolean waits;

  /** Times that the clock is not to be believed, and twice as many the next time that it errs. */
  private int doubts;

  private int nextDoubts = 1;

  /** Where the reads end that were announced. */
  private int announced;

  /** Announces what is to be read. */
  @FunctionalInterface
  public interface Announcement {
    /**
     * Announces the reads {@code from} to {@code to - 1}, and returns whether any of them is
     * missing in memory.
     */
    boolean announce(int from, int to) throws IOException;
  }

  /** By a clock that says whether reads wait. */
  public ReadsAhead(ReadClock clock) {
    this.clock = clock;
  }

  /** Says that other reads begin. */
  public void start() {
    begin(clock.startAgain());
  }

  /** As above, where the caller may know that reads waited for nothing moments ago. */
  public void start(boolean noWaits) {
    clock.start();
    begin(noWaits);
  }

  private void begin(boolean noWaits) {
    knowsNoWaits = noWaits;
    from = -1;
    waits = false;
    announced = 0;
  }

  /** Whether reads waited since the start. */
  public boolean waited() {
    return waits;
  }

  /**
   * Returns up to where to read, from {@code start} on, before this is asked again. What is before
   * was read.
   */
  public int next(int start, int to, Announcement announcement) throws IOException {
    if (from < 0) {
      if (knowsNoWaits == false) {
        // For a page that was not announced, the system may read megabytes around it.
        announcement.announce(start, start + 1);
        clock.start();
      }
    } else if (waits == false && clock.count(start - from)) {
      waits = isMissingSome(start, to, announcement);
      if (waits == false) {
        clock.wasWrong();
      }
    }
    from = start;
    if (waits == false) {
      return Math.min(to, start + clock.untilLook());
    }
    int end = Math.min(to, start + MOST);
    if (announced < end) {
      announcement.announce(Math.max(start, announced), end);
      announced = end;
    }
    return Math.min(to, start + MOST / 2);
  }

  /** Looks at a few of the next reads. */
  private boolean isMissingSome(int start, int to, Announcement announcement) throws IOException {
    if (doubts > 0) {
      doubts--;
      return false;
    }
    int step = Math.max(1, Math.min(to - start, MOST) / PROBES);
    for (int i = 0; i < PROBES && start + i * step < to; i++) {
      if (announcement.announce(start + i * step, start + i * step + 1)) {
        nextDoubts = 1;
        return true;
      }
    }
    doubts = nextDoubts;
    nextDoubts = Math.min(MOST_DOUBTS, nextDoubts * 2);
    return false;
  }
}
