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
package dev.streak.bench.workload.live;

import java.util.Random;

/**
 * How an index comes to its segments and its deletions.
 *
 * @param sorted whether the index is sorted by shop
 * @param segments how many equally large segments to leave, or {@link #NATURAL}
 */
record LiveLayout(boolean sorted, int segments) {

  /** As many segments as merging leaves. */
  static final int NATURAL = 0;

  /** One item of so many is updated. */
  static final int ONE_UPDATED_OF = 20;

  /** One item of so many is a recent one. */
  private static final int ONE_RECENT_OF = 128;

  boolean isNatural() {
    return segments == NATURAL;
  }

  /** What comes to the writer. Numbers not below zero arrive; of others the complement changes. */
  int[] operations(Random random, int docs) {
    int updates = docs / ONE_UPDATED_OF;
    int[] operations = new int[docs + updates];
    if (segments <= 1) {
      for (int i = 0; i < operations.length; i++) {
        operations[i] = i < docs ? i : ~victim(random, docs);
      }
      return operations;
    }
    int arrived = 0;
    for (int i = 0; i < operations.length; i++) {
      boolean update = arrived == docs || (arrived > 0 && random.nextInt(ONE_UPDATED_OF + 1) == 0);
      operations[i] = update ? ~victim(random, arrived) : arrived++;
    }
    return operations;
  }

  /** Half of the changes are of recent items, so that the newest segment has deletions, too. */
  private static int victim(Random random, int arrived) {
    int recent = Math.max(1, arrived / ONE_RECENT_OF);
    return random.nextBoolean()
        ? random.nextInt(arrived)
        : arrived - 1 - random.nextInt(Math.min(arrived, recent));
  }
}
