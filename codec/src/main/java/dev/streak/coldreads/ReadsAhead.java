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
 * For one thread.
 */
public final class ReadsAhead {

  /** Reads that are announced before the first of them is done, and half of them before others. */
  private static final int MOST = 1024;

  private final ReadClock clock;

  /** Whether reads waited for nothing moments ago. */
  private boolean knowsNoWaits;

  /** Where the reads begin that were said to be done; -1 before there were any. */
  private int from = -1;

  /** Where the reads end that were announced. */
  private int announced;

  /** Announces what is to be read. */
  @FunctionalInterface
  public interface Announcement {
    /** Announces the reads {@code from} to {@code to - 1}. */
    void announce(int from, int to) throws IOException;
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
    announced = 0;
  }

  /** Whether reads waited since the start. */
  public boolean waited() {
    return clock.isCold();
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
    } else {
      clock.count(start - from);
    }
    from = start;
    if (clock.isCold() == false) {
      return Math.min(to, start + clock.untilLook());
    }
    int end = Math.min(to, start + MOST);
    if (announced < end) {
      announcement.announce(Math.max(start, announced), end);
      announced = end;
    }
    return Math.min(to, start + MOST / 2);
  }
}
