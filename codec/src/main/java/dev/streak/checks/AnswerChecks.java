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
package dev.streak.checks;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often answers of shortcuts are checked. A checked answer of a hash table is also looked up in
 * the ordered dictionary, and a checked set of documents (united runs, stored prefixes) is also
 * computed by Lucene's own query. Where the two differ, the right answer is returned, the shortcut
 * is not taken again as long as its segment is open, and {@link #counts()} tells.
 *
 * <p>One in N answers is checked, chosen at random; 0 means none, which is the default, and 1 means
 * all, which costs more than the shortcuts save and is meant for tests. Starts as the system
 * property {@value #PROPERTY} says and can be changed while queries run. Safe for use by several
 * threads.
 */
public final class AnswerChecks {

  /** The system property that is read once. */
  public static final String PROPERTY = "dev.streak.checks";

  /** In the place of a share: the property's value cannot be understood. */
  private static final int WRONG = -1;

  private static final String INITIAL = System.getProperty(PROPERTY, "0");
  private static volatile int oneIn = initially();
  private static final LongAdder COMPARED = new LongAdder();
  private static final LongAdder MISMATCHES = new LongAdder();

  private AnswerChecks() {}

  /**
   * What checks found in this JVM.
   *
   * @param compared answers that were compared; a batch of look-ups counts once
   * @param mismatches of these, the ones that were wrong: anything but 0 is a bug or broken memory,
   *     and worth a report
   */
  public record Counts(long compared, long mismatches) {}

  /** The counts so far. */
  public static Counts counts() {
    return new Counts(COMPARED.sum(), MISMATCHES.sum());
  }

  /**
   * One in how many answers is checked, or 0.
   *
   * @throws IllegalArgumentException if the property says something else and nothing was set since
   */
  public static int oneIn() {
    return valid(oneIn);
  }

  /** Checks one in {@code oneIn} answers from now on; 0 for none, 1 for all. */
  public static void setOneIn(int oneIn) {
    if (oneIn < 0) {
      throw new IllegalArgumentException(message("oneIn", Integer.toString(oneIn)));
    }
    AnswerChecks.oneIn = oneIn;
  }

  /**
   * Whether the answer at hand is to be checked. For Streak's own packages, which ask it once for
   * each answer.
   */
  public static boolean isDue() {
    int n = oneIn;
    return n != 0 && (n == 1 || ThreadLocalRandom.current().nextInt(valid(n)) == 0);
  }

  /**
   * Notes a comparison, and returns what it is given: whether both ways gave the same answer. For
   * Streak's own packages: it counts whether checks are on or off, and {@code false} is an alarm.
   */
  public static boolean noted(boolean same) {
    COMPARED.increment();
    if (same == false) {
      MISMATCHES.increment();
    }
    return same;
  }

  /** Never fails: a class whose initializer fails does so once, and is then said to be missing. */
  private static int initially() {
    try {
      return parse(INITIAL);
    } catch (
        @SuppressWarnings("unused")
        IllegalArgumentException e) {
      return WRONG; // whoever asks is told
    }
  }

  private static int valid(int n) {
    return n == WRONG ? parse(INITIAL) : n;
  }

  static int parse(String value) {
    int parsed;
    try {
      parsed = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(message(PROPERTY, value), e);
    }
    if (parsed < 0) {
      throw new IllegalArgumentException(message(PROPERTY, value));
    }
    return parsed;
  }

  private static String message(String name, String value) {
    return name
        + " must be a whole number in [0, "
        + Integer.MAX_VALUE
        + "]: "
        + name
        + "="
        + value;
  }
}
