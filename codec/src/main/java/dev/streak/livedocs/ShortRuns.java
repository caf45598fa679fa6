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
package dev.streak.livedocs;

import dev.streak.field.TermEntry;

/**
 * Counts the live documents of many short runs together. What depends on one of them alone is
 * computed in short loops without branches over arrays at equal places, which are compiled to
 * vectors; the words of live documents are read in a loop of their own.
 */
public final class ShortRuns {

  /** Entries at a time: their arrays stay in the nearest cache. */
  public static final int SIZE = 512;

  /** Longer runs take so many steps that they are counted faster one by one. */
  private static final long MOST_DOCS = 255;

  private static final int SIGN = Long.SIZE - 1;

  private final LiveRanks ranks;
  private final long[] entries;

  /** First documents that were not counted. */
  private final long[] starts;

  /** How many are counted next. */
  private final long[] steps;

  /** How many were not counted. */
  private final long[] left;

  private int count;

  /** No run has more. */
  private long longest;

  /** Counts live documents of {@code ranks}, of so many entries at most at a time. */
  public ShortRuns(LiveRanks ranks, int most) {
    this.ranks = ranks;
    int size = Math.min(SIZE, most);
    entries = new long[size];
    starts = new long[size];
    steps = new long[size];
    left = new long[size];
  }

  /**
   * Takes entries {@code all[from..to)}, {@link #SIZE} at most; returns whether all are runs that
   * can be counted here, or absent.
   */
  public boolean set(long[] all, int from, int to) {
    count = to - from;
    System.arraycopy(all, from, entries, 0, count);
    long end = ranks.togetherEnd();
    long runs = -1L;
    long lengths = 0;
    long room = 0;
    for (int i = 0; i < count; i++) {
      long entry = entries[i];
      runs &= entry;
      // An absent term becomes a run of no document.
      entry &= (entry >>> SIGN) - 1;
      long start = TermEntry.startOrZero(entry);
      long length = TermEntry.lengthOrZero(entry);
      starts[i] = start;
      left[i] = length;
      lengths |= length;
      room |= end - start - length;
    }
    longest = lengths;
    return TermEntry.isRun(runs) && lengths <= MOST_DOCS && room >= 0;
  }

  /** Number of live documents of the entries that were taken. */
  public int count() {
    if (longest <= LiveRanks.MOST_TOGETHER) {
      return ranks.count(starts, left, count);
    }
    int live = 0;
    for (long docs = longest; docs > 0; docs -= LiveRanks.MOST_TOGETHER) {
      step();
      live += ranks.count(starts, steps, count);
      if (docs > LiveRanks.MOST_TOGETHER) {
        advance();
      }
    }
    return live;
  }

  private void step() {
    for (int i = 0; i < count; i++) {
      steps[i] = Math.min(left[i], LiveRanks.MOST_TOGETHER);
    }
  }

  private void advance() {
    for (int i = 0; i < count; i++) {
      starts[i] += steps[i];
      left[i] -= steps[i];
    }
  }
}
