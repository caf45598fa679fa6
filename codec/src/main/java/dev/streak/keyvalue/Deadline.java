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
import java.util.Objects;
import java.util.function.LongSupplier;

/** When a batch has to end. */
final class Deadline {

  private static final long NEVER = Long.MAX_VALUE;

  /** Nanoseconds since some moment. */
  private final LongSupplier clock;

  private final long start;
  private final long nanos;

  private Deadline(long nanos, LongSupplier clock) {
    this.nanos = nanos;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  static Deadline never() {
    return new Deadline(NEVER, System::nanoTime);
  }

  static Deadline in(Duration time) {
    return in(time, System::nanoTime);
  }

  /** By a clock that counts nanoseconds. */
  static Deadline in(Duration time, LongSupplier clock) {
    if (Objects.requireNonNull(time, "timeout").isNegative()) {
      throw new IllegalArgumentException("timeout must be >= 0: timeout=" + time);
    }
    long nanos = time.compareTo(Duration.ofNanos(NEVER)) < 0 ? time.toNanos() : NEVER;
    return new Deadline(nanos, clock);
  }

  boolean isSet() {
    return nanos != NEVER;
  }

  boolean isOver() {
    return isSet() && clock.getAsLong() - start >= nanos;
  }
}
