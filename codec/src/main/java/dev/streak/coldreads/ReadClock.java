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

import java.util.function.LongSupplier;

/**
 * Tells by the clock whether reads wait for storage. The clock is looked at after the first read,
 * and after sixteen times as many each time: where nothing waits, it costs next to nothing. Once
 * reads have waited, they are taken to wait until {@link #start}. For one thread.
 */
public final class ReadClock {

  /** Memory that was there so long ago still is, most likely. */
  public static final long MOMENT_NANOS = 100_000_000;

  /** No read of memory takes so long, and every read of storage does. */
  private static final long WAIT_NANOS = 20_000;

  /** More for each read on average is worth announcing them: that costs a call of the system. */
  private static final long NANOS_A_READ = 2_000;

  private static final int GROWTH = 16;
  private static final int MOST = 4_096;

  /** Nanoseconds since some moment. */
  private final LongSupplier clock;

  private boolean cold;
  private int step;
  private int reads;
  private long since;

  /** By a clock that counts nanoseconds. */
  public ReadClock(LongSupplier clock) {
    this.clock = clock;
  }

  /** Forgets what was; the time until now does not count. */
  public void start() {
    cold = false;
    step = 1;
    reads = 0;
    since = clock.getAsLong();
  }

  /**
   * As {@link #start}. Returns whether reads are known to wait for nothing because they did not
   * moments ago: then it is not worth the time to read one only to find out.
   */
  public boolean startAgain() {
    boolean knowsNoWaits = step > 1 && cold == false;
    long before = since;
    start();
    return knowsNoWaits && since - before < MOMENT_NANOS;
  }

  /**
   * How many reads there may be before {@link #count} looks at the clock; more after many, when to
   * look a little later costs less than many small steps.
   */
  public int untilLook() {
    return step < MOST ? step - reads : step;
  }

  /** Says that there were some more reads, and returns whether reads wait. */
  public boolean count(int more) {
    reads += more;
    if (cold || reads < step) {
      return cold;
    }
    long now = clock.getAsLong();
    cold = now - since > WAIT_NANOS + NANOS_A_READ * reads;
    since = now;
    reads = 0;
    step = Math.min(MOST, step * GROWTH);
    return cold;
  }

  /** Says that it was something else that took so long. */
  void wasWrong() {
    cold = false;
  }

  /** Whether reads wait, as far as is known. */
  public boolean isCold() {
    return cold;
  }
}
