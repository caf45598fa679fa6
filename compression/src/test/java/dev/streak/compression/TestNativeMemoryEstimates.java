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
package dev.streak.compression;

import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Estimates beside what was measured: growth of the resident memory of a process by six objects
 * each, in kB, with Zstandard 1.5.6 on Linux.
 */
public class TestNativeMemoryEstimates extends LuceneTestCase {
  private static final int[] CONTENT_KB = {16, 64, 128, 256, 512, 1024, 4096};

  /** Nothing was measured. */
  private static final int NONE = 0;

  /** Level, then dictionaries of these sizes that were prepared for writing. */
  private static final int[][] DICTIONARIES = {
    {1, NONE, 106, 205, 332, 588, 1101},
    {2, NONE, 204, 268, 524, 780, 1293},
    {3, 413, 460, 653, 1036, 1293, 1805},
    {4, NONE, 1100, 791, 2316, 2572, 3084},
    {5, NONE, 717, 1421, 2828, 3095, 3596},
    {6, 349, 717, 2700, 2829, 3084, 3597},
    {7, NONE, 727, 2711, 5388, 5645, 6167},
    {9, 348, 716, 2700, 5389, 10764, 11277},
    {10, NONE, 728, 2701, 5388, 10764, 21516},
    {11, NONE, 1101, 3212, 5389, 10764, 21517},
    {12, 541, 1612, 4237, 5388, 10764, 21516},
    {13, NONE, 1613, 3213, 8460, 16908, 33815},
    {15, 540, 1624, 3212, 8471, 16919, 33815},
    {16, NONE, 1624, 4237, 8461, 16908, 33805},
    {19, 551, 1612, 4249, 8460, 16909, 33804},
    {22, 540, 1612, 4237, 8460, 16908, 33805}
  };

  /** Level, then contexts that have compressed a frame of these sizes, without a dictionary. */
  private static final int[][] CONTEXTS = {
    {1, NONE, 124, 189, 231, 231, 232, 242},
    {2, NONE, 228, 297, 319, 424, 432, 431},
    {3, 252, 484, 549, 875, 984, 984, 984},
    {4, NONE, 924, 1324, 904, 2308, 2336, 2339},
    {6, 200, 826, 974, 2828, 2893, 2917, 2917},
    {8, NONE, 826, 974, 2988, 5464, 5516, 5525},
    {9, 284, 826, 974, 2989, 5452, 10640, 10680},
    {10, NONE, 826, 974, 2989, 5454, 10641, 20938},
    {12, 354, 1216, 1877, 4532, 5453, 10641, 41416},
    {13, NONE, 1178, 1754, 3309, 8544, 16784, 33223},
    {14, NONE, 1494, 2362, 3908, 8543, 16784, 49597},
    {15, 419, 1494, 2362, 3910, 8543, 16784, 65992},
    {16, NONE, 1494, 2362, 4933, 8420, 16613, 33011},
    {19, 418, 1494, 2362, 4933, 9028, 17221, 49980},
    {22, 417, 1494, 2373, 4932, 9039, 17220, 66363}
  };

  private interface Estimate {
    long bytes(int level, int contentBytes);
  }

  public void testDictionaries() {
    assertNear(DICTIONARIES, NativeMemory::compressionDictionaryBytes);
  }

  public void testContexts() {
    assertNear(CONTEXTS, (level, bytes) -> NativeMemory.compressionContextBytes(level, bytes, 0));
  }

  /** Long frames copy the tables of the dictionary. */
  public void testContextsWithDictionaries() {
    for (int level = 1; level <= 22; level++) {
      long without = NativeMemory.compressionContextBytes(level, 4_000, 0);
      assertEquals(without, NativeMemory.compressionContextBytes(level, 4_000, 1 << 19));
      long copied = NativeMemory.compressionContextBytes(level, 1 << 19, 0);
      assertEquals(copied, NativeMemory.compressionContextBytes(level, 64_000, 1 << 19));
    }
  }

  private static void assertNear(int[][] measured, Estimate estimate) {
    for (int[] level : measured) {
      for (int i = 1; i < level.length; i++) {
        if (level[i] != NONE) {
          double share = estimate.bytes(level[0], CONTENT_KB[i - 1] << 10) / (1024.0 * level[i]);
          String what = "level " + level[0] + ", " + CONTENT_KB[i - 1] + " kB: " + share;
          assertTrue(what, share >= 1 && share < 4);
        }
      }
    }
  }
}
