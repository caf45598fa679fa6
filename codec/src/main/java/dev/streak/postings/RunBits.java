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
package dev.streak.postings;

import java.util.Arrays;

/** Sets the bits of runs, most of which are shorter than a word. */
public final class RunBits {

  private RunBits() {}

  /** Sets bits {@code start} (inclusive) to {@code end} (exclusive). */
  public static void set(long[] words, int start, int end) {
    int last = end - 1;
    int firstWord = start >> 6;
    long firstBits = -1L << start;
    long lastBits = -1L >>> ~last;
    if (firstWord == last >> 6) {
      words[firstWord] |= firstBits & lastBits;
    } else {
      setAcross(words, firstWord, firstBits, last >> 6, lastBits);
    }
  }

  private static void setAcross(
      long[] words, int firstWord, long firstBits, int lastWord, long lastBits) {
    words[firstWord] |= firstBits;
    words[lastWord] |= lastBits;
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
