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

/** When a batch has to end. */
final class Deadline {

  private static final long NEVER = Long.MAX_VALUE;

  private final long start = System.nanoTime();
  private final long nanos;

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  static Deadline never() {
    return new Deadline(NEVER);
  }

  static Deadline in(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("timeout must be >= 0: timeout=" + time);
    }
    return new Deadline(time.compareTo(Duration.ofNanos(NEVER)) < 0 ? time.toNanos() : NEVER);
  }

  boolean isSet() {
    return nanos != NEVER;
  }

  boolean isOver() {
    return isSet() && System.nanoTime() - start >= nanos;
  }
}
