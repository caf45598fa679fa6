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

import org.apache.lucene.util.BitUtil;

/**
 * Groups of gaps, {@link BitPacking#GROUP} each, as {@link BitPacking} packs them: where they lead
 * to without being unpacked, and one of them unpacked by itself.
 */
public final class GapGroups {

  /** Least width of which a group's sum has room in two gaps' bits. */
  public static final int MIN_WIDTH = 3;

  private GapGroups() {}

  /**
   * Reads gaps and writes what every group of them leads to behind {@code predecessor}, which comes
   * first. Returns the last as a long.
   *
   * @param width {@link #MIN_WIDTH} to {@link BitPacking#FOUR_IN_A_LOAD}
   */
  public static long findLasts(
      byte[] bytes, int firstBit, int width, long predecessor, int[] lasts, int groups) {
    return width <= BitPacking.EIGHT_IN_A_LOAD
        ? sumByEight(bytes, firstBit, width, predecessor, lasts, groups)
        : sumByFour(bytes, firstBit, width, predecessor, lasts, groups);
  }

  // Values are added in the word they are in, pairs first: with every other one masked out there
  // is room for the sum.

  private static long sumByEight(
      byte[] bytes, int firstBit, int width, long predecessor, int[] lasts, int groups) {
    long one = (1L << width) - 1;
    long two = one | one << (2 * width);
    long even = two | two << (4 * width);
    long sumMask = (1L << (2 * width)) - 1;
    long value = predecessor;
    int at = firstBit >>> 3;
    lasts[0] = (int) predecessor;
    for (int group = 0; group < groups; group++) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, at);
      long pairs = (word & even) + ((word >>> width) & even);
      long fours = pairs + (pairs >>> (4 * width));
      value += BitPacking.GROUP + ((fours + (fours >>> (2 * width))) & sumMask);
      lasts[group + 1] = (int) value;
      at += width;
    }
    return value;
  }

  private static long sumByFour(
      byte[] bytes, int firstBit, int width, long predecessor, int[] lasts, int groups) {
    long one = (1L << width) - 1;
    long even = one | one << (2 * width);
    long sumMask = (1L << (2 * width)) - 1;
    int bit4 = 4 * width;
    long value = predecessor;
    int at = firstBit >>> 3;
    lasts[0] = (int) predecessor;
    for (int group = 0; group < groups; group++) {
      long low = (long) BitUtil.VH_LE_LONG.get(bytes, at);
      long high = (long) BitUtil.VH_LE_LONG.get(bytes, at + (bit4 >>> 3)) >>> (bit4 & 7);
      long pairs =
          (low & even) + ((low >>> width) & even) + (high & even) + ((high >>> width) & even);
      value += BitPacking.GROUP + ((pairs + (pairs >>> (2 * width))) & sumMask);
      lasts[group + 1] = (int) value;
      at += width;
    }
    return value;
  }

  /**
   * Reads the gaps of one group, writes what they lead to and returns how many of these values are
   * below {@code target}. There are no branches, and sums depend on few others: who asks waits for
   * the answer before going on.
   *
   * @param width at most {@link BitPacking#FOUR_IN_A_LOAD}
   */
  public static int unpack(
      byte[] bytes, int firstBit, int width, int predecessor, int[] values, int target) {
    int mask = (1 << width) - 1;
    int at = firstBit >>> 3;
    int bit4 = 4 * width;
    long low = (long) BitUtil.VH_LE_LONG.get(bytes, at);
    long high = (long) BitUtil.VH_LE_LONG.get(bytes, at + (bit4 >>> 3)) >>> (bit4 & 7);
    int sum1 = (int) low & mask;
    int sum2 = sum1 + ((int) (low >>> width) & mask);
    int gap3 = (int) (low >>> (2 * width)) & mask;
    int sum4 = sum2 + (gap3 + ((int) (low >>> (3 * width)) & mask));
    int sum5 = (int) high & mask;
    int sum6 = sum5 + ((int) (high >>> width) & mask);
    int gap7 = (int) (high >>> (2 * width)) & mask;
    int sum8 = sum6 + (gap7 + ((int) (high >>> (3 * width)) & mask));
    int first = predecessor + 1;
    int second = predecessor + 5 + sum4;
    int value1 = first + sum1;
    int value2 = first + 1 + sum2;
    int value3 = first + 2 + sum2 + gap3;
    int value4 = first + 3 + sum4;
    int value5 = second + sum5;
    int value6 = second + 1 + sum6;
    int value7 = second + 2 + sum6 + gap7;
    int value8 = second + 3 + sum8;
    values[0] = value1;
    values[1] = value2;
    values[2] = value3;
    values[3] = value4;
    values[4] = value5;
    values[5] = value6;
    values[6] = value7;
    values[7] = value8;
    return ((below(value1, target) + below(value2, target))
            + (below(value3, target) + below(value4, target)))
        + ((below(value5, target) + below(value6, target))
            + (below(value7, target) + below(value8, target)));
  }

  /** One if {@code value} is below {@code target}, otherwise zero; both are not negative. */
  public static int below(int value, int target) {
    return (value - target) >>> 31;
  }
}
