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
package dev.streak.packing;

import java.util.Arrays;

/** Sets the bits of runs, most of which are shorter than a word. */
public final class RunBits {

  /** Bits of the length, less one, of a run that is no longer than a word. */
  static final int SHORT_LENGTH_WIDTH = 6;

  /** The same of one that is no longer than half a word. */
  static final int SHORTEST_LENGTH_WIDTH = 5;

  private RunBits() {}

  /** Sets bits {@code start} (inclusive) to {@code end} (exclusive). */
  public static void set(long[] words, int start, int end) {
    int length = end - start;
    if (length > Long.SIZE) {
      setMany(words, start, end);
      return;
    }
    setShort(words, start, end);
  }

  /** As {@link #set(long[], int, int)}, for a run that is no longer than a word. */
  static void setShort(long[] words, int start, int end) {
    // Two words without a branch, which may be the same: whether a run crosses into the next one
    // would often be guessed wrongly.
    long bits = -1L >>> (start - end);
    words[start >> 6] |= bits << start;
    words[(end - 1) >> 6] |= bits >>> 1 >>> ~start;
  }

  /** As {@link #set(long[], int, int)}, for runs of a few bits that seldom cross into a word. */
  static void setShortest(long[] words, int start, int end) {
    long bits = -1L >>> (start - end);
    int firstWord = start >> 6;
    int lastWord = (end - 1) >> 6;
    words[firstWord] |= bits << start;
    if (lastWord != firstWord) {
      words[lastWord] |= bits >>> -start;
    }
  }

  private static void setMany(long[] words, int start, int end) {
    int firstWord = start >> 6;
    int lastWord = (end - 1) >> 6;
    words[firstWord] |= -1L << start;
    words[lastWord] |= -1L >>> -end;
    if (lastWord - firstWord > 1) {
      Arrays.fill(words, firstWord + 1, lastWord, -1L);
    }
  }

  /** Sets the bits of {@code count} runs. */
  public static void set(long[] words, int[] starts, int[] ends, int count) {
    for (int i = 0; i < count; i++) {
      set(words, starts[i], ends[i]);
    }
  }
}
