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
package dev.streak.cache.blocks;

/**
 * Counts events of many threads at the price of one plain addition each. Threads are spread over
 * cells a cache line apart; two threads that share a cell may lose counts to each other, which is
 * the price and is harmless: nothing but statistics reads them.
 */
final class StripedCounter {
  private static final int CELLS = 64;
  private static final int LONGS_PER_LINE = 16;

  private final long[] cells = new long[(CELLS + 1) * LONGS_PER_LINE];

  /** Returns the count of the thread's cell. */
  long increment() {
    int cell = ((int) Thread.currentThread().threadId() & (CELLS - 1)) + 1;
    return cells[cell * LONGS_PER_LINE]++;
  }

  long sum() {
    long sum = 0;
    for (int cell = 1; cell <= CELLS; cell++) {
      sum += cells[cell * LONGS_PER_LINE];
    }
    return sum;
  }
}
