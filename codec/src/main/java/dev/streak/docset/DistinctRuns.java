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
package dev.streak.docset;

import org.apache.lucene.util.BitUtil;

/** Counts the documents of runs in any order, equal runs once. */
final class DistinctRuns {

  /**
   * Probing more often than this for each run, runs meet each other too much: sorting is cheaper.
   */
  private static final int MAX_STEPS_PER_RUN = 8;

  static final int MULTIPLIER = 0x9E3779B9;

  private DistinctRuns() {}

  /**
   * Documents of the first {@code size} runs, of which any two that share a document are equal; -1
   * if it would take long to tell.
   */
  static long docs(long[] runs, int size) {
    int slots = BitUtil.nextHighestPowerOfTwo(2 * size + 2);
    int shift = Integer.numberOfLeadingZeros(slots) + 1;
    // The complement of a start is never the 0 of a free slot.
    int[] starts = new int[slots];
    int stepsLeft = MAX_STEPS_PER_RUN * size;
    long sum = 0;
    for (int i = 0; i < size; i++) {
      int start = CoalescedRuns.start(runs[i]);
      int slot = (start * MULTIPLIER) >>> shift;
      int other;
      while ((other = starts[slot]) != 0 && other != ~start) {
        slot = (slot + 1) & (slots - 1);
        if (--stepsLeft < 0) {
          return -1;
        }
      }
      if (other == 0) {
        starts[slot] = ~start;
        sum += CoalescedRuns.end(runs[i]) - start;
      }
    }
    return sum;
  }
}
