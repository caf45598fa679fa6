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
package dev.streak.numbering;

import java.util.Arrays;

/**
 * Numbers many keys, as {@link KeyNumbering#number} does one. Those of one length are numbered
 * together, so that loops are compiled to vectors. For one thread.
 */
public final class BatchNumbering {

  /** Stands for lengths that no key of a table has. */
  private static final int TOO_LONG = KeyNumbering.MAX_LENGTH + 1;

  private final KeyNumbering numbering;
  private final long[] highs;
  private final long[] lows;
  private final long[] wrongs;
  private final long[] numbers;

  /** Where the keys that are together come from. */
  private final int[] places;

  /** By their lengths, where the next key goes. */
  private final int[] nexts = new int[TOO_LONG + 1];

  public BatchNumbering(KeyNumbering numbering, int capacity) {
    this.numbering = numbering;
    highs = new long[capacity];
    lows = new long[capacity];
    wrongs = new long[capacity];
    numbers = new long[capacity];
    places = new int[capacity];
  }

  /** The numbers of {@code keys[from]} and the following keys, or {@link KeyNumbering#NONE}. */
  public long[] number(long[] keys, long[] rests, int from, int count) {
    SameLengthNumbering only = numbering.ofOnlyLength();
    if (only == null) {
      numberByLength(keys, rests, from, count);
    } else {
      System.arraycopy(keys, from, highs, 0, count);
      System.arraycopy(rests, from, lows, 0, count);
      toHighs(count);
      only.number(highs, lows, wrongs, numbers, 0, count);
    }
    return numbers;
  }

  /** Keys become their upper halves. */
  private void toHighs(int count) {
    for (int i = 0; i < count; i++) {
      highs[i] = KeyNumbering.fold(highs[i], lows[i]);
    }
  }

  private void numberByLength(long[] keys, long[] rests, int from, int count) {
    int[] ends = endsOfLengths(rests, from, count);
    for (int i = count - 1; i >= 0; i--) {
      int at = --ends[lengthOf(rests[from + i])];
      highs[at] = keys[from + i];
      lows[at] = rests[from + i];
      places[at] = i;
    }
    toHighs(count);
    for (int length = 0; length <= TOO_LONG; length++) {
      int end = length < TOO_LONG ? ends[length + 1] : count;
      if (ends[length] < end) {
        numberOneLength(length, ends[length], end);
      }
    }
    // What is in the order of lengths goes to where it comes from.
    for (int i = 0; i < count; i++) {
      wrongs[places[i]] = numbers[i];
    }
    System.arraycopy(wrongs, 0, numbers, 0, count);
  }

  private int[] endsOfLengths(long[] rests, int from, int count) {
    Arrays.fill(nexts, 0);
    for (int i = 0; i < count; i++) {
      nexts[lengthOf(rests[from + i])]++;
    }
    for (int i = 1; i < nexts.length; i++) {
      nexts[i] += nexts[i - 1];
    }
    return nexts;
  }

  private void numberOneLength(int length, int from, int to) {
    SameLengthNumbering part = numbering.ofLength(length);
    if (part == null) {
      Arrays.fill(numbers, from, to, KeyNumbering.NONE);
    } else {
      part.number(highs, lows, wrongs, numbers, from, to);
    }
  }

  private static int lengthOf(long rest) {
    return Math.min((int) rest & 0xFF, TOO_LONG);
  }
}
