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
package dev.streak.hashedterms;

import dev.streak.management.StreakLog;
import java.util.concurrent.atomic.LongAdder;

/** What became of tables and look-ups in this JVM; {@code StreakCounters} says what counts. */
public record TableCounts(long opened, long refused, long missing, long damaged, long unknown) {

  private static final LongAdder OPENED = new LongAdder();
  private static final LongAdder REFUSED = new LongAdder();
  private static final LongAdder MISSING = new LongAdder();
  private static final LongAdder DAMAGED = new LongAdder();
  private static final LongAdder UNKNOWN = new LongAdder();

  /** The counts so far. */
  public static TableCounts now() {
    return new TableCounts(
        OPENED.sum(), REFUSED.sum(), MISSING.sum(), DAMAGED.sum(), UNKNOWN.sum());
  }

  static void countOpened() {
    OPENED.increment();
  }

  static void countRefused() {
    REFUSED.increment();
  }

  static void countMissing(String file, Throwable cause) {
    MISSING.increment();
    tell(file, cause);
  }

  /**
   * Counts and tells.
   *
   * @param what the file, or the table in it
   * @param cause null if it showed in an answer
   */
  static void countDamaged(String what, Throwable cause) {
    DAMAGED.increment();
    tell(what, cause);
  }

  private static void tell(String what, Throwable cause) {
    StreakLog.warnOnce(
        "hash table " + what,
        () ->
            "Hash table "
                + what
                + " is missing, damaged or was wrong: look-ups use the dictionary, with the same"
                + " answers, until a merge writes it anew. "
                + (cause == null ? "" : cause));
  }

  static void countUnknown(long lookups) {
    UNKNOWN.add(lookups);
  }
}
