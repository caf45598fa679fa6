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

import org.apache.lucene.util.BitUtil;

/**
 * Small integers side by side, {@code width} bits each, least significant bit first: value {@code
 * i} starts at bit {@code i * width} of the bytes taken as one little-endian number.
 */
final class BitPacking {

  /** Values of a group, which begins with a byte, whatever the width. */
  static final int GROUP = 8;

  /** Widest value. */
  static final int MAX_WIDTH = 31;

  /** Readers load eight bytes at a time; arrays have this many bytes after the last value. */
  static final int SLACK = Long.BYTES;

  /** Widths of which so many values are in every load, wherever in a byte they begin. */
  static final int FOUR_IN_A_LOAD = (Long.SIZE - Byte.SIZE + 1) / 4;

  /** Least width of which a group's sum has room in two values' bits. */
  static final int MIN_SUM_WIDTH = 3;

  private static final int TWO_IN_A_LOAD = (Long.SIZE - Byte.SIZE + 1) / 2;

  /** The same where the first of them begins with a byte, as each eighth does. */
  static final int EIGHT_IN_A_LOAD = Long.SIZE / 8;

  private BitPacking() {}

  /** Bytes that {@code count} values take. */
  static int byteLength(int count, int width) {
    return (count * width + 7) >>> 3;
  }

  /** Bits that {@code value} needs. */
  static int widthOf(int value) {
    assert value >= 0 : "value=" + value;
    return Integer.SIZE - Integer.numberOfLeadingZeros(value);
  }

  /** Writes {@code values[from .. from + count)}; returns the number of bytes. */
  static int pack(int[] values, int from, int count, int width, byte[] bytes) {
    long pending = 0;
    int pendingBits = 0;
    int length = 0;
    for (int i = from; i < from + count; i++) {
      pending |= (long) values[i] << pendingBits;
      pendingBits += width;
      while (pendingBits >= Byte.SIZE) {
        bytes[length++] = (byte) pending;
        pending >>>= Byte.SIZE;
        pendingBits -= Byte.SIZE;
      }
    }
    if (pendingBits > 0) {
      bytes[length++] = (byte) pending;
    }
    assert length == byteLength(count, width) : "length=" + length + " width=" + width;
    return length;
  }

  /**
   * Reads gaps and writes what they lead to: every value is its predecessor, plus one, plus the
   * gap. Returns the last as a long, which tells the caller whether an int was too small for it.
   *
   * @param firstBit where in {@code bytes} the first gap begins, a multiple of eight
   */
  static long unpackAscending(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int count) {
    assert (firstBit & 7) == 0 : "firstBit=" + firstBit;
    int to = from + count;
    if (width <= EIGHT_IN_A_LOAD) {
      return unpackEights(bytes, firstBit, width, predecessor, values, from, to);
    }
    if (width <= FOUR_IN_A_LOAD) {
      return unpackFours(bytes, firstBit, width, predecessor, values, from, to);
    }
    if (width <= TWO_IN_A_LOAD) {
      return unpackTwos(bytes, firstBit, width, predecessor, values, from, to);
    }
    return unpackOnes(bytes, firstBit, width, predecessor, values, from, to);
  }

  // A method for each: loops that share one are compiled worse than alone. They go to where whole
  // groups end: told to go as far as a group fits, the compiler takes for granted what does not
  // hold for the shortest arrays, and once it met one of them checks the bounds of every access.

  private static long unpackEights(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    long mask = (1L << width) - 1;
    long value = predecessor;
    int at = firstBit >>> 3;
    int end = to - (to - from) % GROUP;
    for (int i = from; i < end; i += GROUP) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, at);
      value += 1 + (word & mask);
      values[i] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 1] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 2] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 3] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 4] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 5] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 6] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 7] = (int) value;
      at += width;
    }
    return unpackOnes(bytes, at << 3, width, value, values, end, to);
  }

  private static long unpackFours(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    long mask = (1L << width) - 1;
    long value = predecessor;
    int at = firstBit >>> 3;
    int bit4 = 4 * width;
    int end = to - (to - from) % GROUP;
    for (int i = from; i < end; i += GROUP) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, at);
      value += 1 + (word & mask);
      values[i] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 1] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 2] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 3] = (int) value;
      word = (long) BitUtil.VH_LE_LONG.get(bytes, at + (bit4 >>> 3)) >>> (bit4 & 7);
      value += 1 + (word & mask);
      values[i + 4] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 5] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 6] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 7] = (int) value;
      at += width;
    }
    return unpackOnes(bytes, at << 3, width, value, values, end, to);
  }

  private static long unpackTwos(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    long mask = (1L << width) - 1;
    long value = predecessor;
    int at = firstBit >>> 3;
    int bit2 = 2 * width;
    int bit4 = 4 * width;
    int bit6 = 6 * width;
    int end = to - (to - from) % GROUP;
    for (int i = from; i < end; i += GROUP) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, at);
      value += 1 + (word & mask);
      values[i] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 1] = (int) value;
      word = (long) BitUtil.VH_LE_LONG.get(bytes, at + (bit2 >>> 3)) >>> (bit2 & 7);
      value += 1 + (word & mask);
      values[i + 2] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 3] = (int) value;
      word = (long) BitUtil.VH_LE_LONG.get(bytes, at + (bit4 >>> 3)) >>> (bit4 & 7);
      value += 1 + (word & mask);
      values[i + 4] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 5] = (int) value;
      word = (long) BitUtil.VH_LE_LONG.get(bytes, at + (bit6 >>> 3)) >>> (bit6 & 7);
      value += 1 + (word & mask);
      values[i + 6] = (int) value;
      word >>>= width;
      value += 1 + (word & mask);
      values[i + 7] = (int) value;
      at += width;
    }
    return unpackOnes(bytes, at << 3, width, value, values, end, to);
  }

  private static long unpackOnes(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    long mask = (1L << width) - 1;
    long value = predecessor;
    int bit = firstBit;
    for (int i = from; i < to; i++) {
      value += 1 + (load(bytes, bit) & mask);
      values[i] = (int) value;
      bit += width;
    }
    return value;
  }

  /**
   * Reads gaps and writes what every group of them leads to behind {@code predecessor}, which comes
   * first. Returns the last as a long.
   *
   * @param width {@link #MIN_SUM_WIDTH} to {@link #FOUR_IN_A_LOAD}
   */
  static long sumGroups(
      byte[] bytes, int firstBit, int width, long predecessor, int[] lasts, int groups) {
    return width <= EIGHT_IN_A_LOAD
        ? sumEights(bytes, firstBit, width, predecessor, lasts, groups)
        : sumFours(bytes, firstBit, width, predecessor, lasts, groups);
  }

  // Values are added in the word they are in, pairs first: with every other one masked out there
  // is room for the sum.

  private static long sumEights(
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
      value += GROUP + ((fours + (fours >>> (2 * width))) & sumMask);
      lasts[group + 1] = (int) value;
      at += width;
    }
    return value;
  }

  private static long sumFours(
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
      value += GROUP + ((pairs + (pairs >>> (2 * width))) & sumMask);
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
   * @param width at most {@link #FOUR_IN_A_LOAD}
   */
  static int unpackGroup(
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
  static int below(int value, int target) {
    return (value - target) >>> 31;
  }

  /** At least 57 bits, the first of which is bit number {@code bit}. */
  private static long load(byte[] bytes, int bit) {
    return (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3) >>> (bit & 7);
  }

  /**
   * Reads gaps and lengths in step and writes the starts and ends (exclusive) that they lead to: a
   * run starts its gap behind the end of the run before it, and is one longer than its length says.
   * Returns the last end.
   *
   * @param firstGap number of the first gap that is written; the gaps before it are zero
   */
  static long unpackRuns(
      byte[] bytes,
      int gapWidth,
      int firstGap,
      int lengthOffset,
      int lengthWidth,
      long previousEnd,
      int[] starts,
      int[] ends,
      int count) {
    long gapMask = (1L << gapWidth) - 1;
    long lengthMask = (1L << lengthWidth) - 1;
    int gapBit = 0;
    int lengthBit = lengthOffset << 3;
    long end = previousEnd;
    // Plain on purpose: unrolled by hand it took half as long again.
    for (int i = 0; i < count; i++) {
      long start = end;
      if (i >= firstGap) {
        start += load(bytes, gapBit) & gapMask;
        gapBit += gapWidth;
      }
      end = start + 1 + (load(bytes, lengthBit) & lengthMask);
      lengthBit += lengthWidth;
      starts[i] = (int) start;
      ends[i] = (int) end;
    }
    return end;
  }
}
