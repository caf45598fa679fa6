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
 * Small integers side by side, {@code width} bits each, least significant bit first: value {@code
 * i} starts at bit {@code i * width} of the bytes taken as one little-endian number.
 */
public final class BitPacking {

  /** Values of a group, which begins with a byte, whatever the width. */
  public static final int GROUP = 8;

  /** Widest value. */
  public static final int MAX_WIDTH = 31;

  /** Readers load eight bytes at a time; arrays have this many bytes after the last value. */
  public static final int SLACK = Long.BYTES;

  /** Widths of which so many values are in every load, wherever in a byte they begin. */
  public static final int FOUR_IN_A_LOAD = (Long.SIZE - Byte.SIZE + 1) / 4;

  private static final int TWO_IN_A_LOAD = (Long.SIZE - Byte.SIZE + 1) / 2;

  /** The same where the first of them begins with a byte, as each eighth does. */
  static final int EIGHT_IN_A_LOAD = Long.SIZE / 8;

  private BitPacking() {}

  /** Bytes that {@code count} values take. */
  public static int byteLength(int count, int width) {
    return (count * width + 7) >>> 3;
  }

  /** Bits that {@code value} needs. */
  public static int widthOf(int value) {
    assert value >= 0 : "value=" + value;
    return Integer.SIZE - Integer.numberOfLeadingZeros(value);
  }

  /** Writes {@code values[from .. from + count)}; returns the number of bytes. */
  public static int pack(int[] values, int from, int count, int width, byte[] bytes) {
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
  public static long unpackAscending(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int count) {
    assert predecessor >= 0 && predecessor <= Integer.MAX_VALUE : "predecessor=" + predecessor;
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

  // A method for each: loops that share one are compiled worse than alone. For the same reason they
  // are too long to be inlined (more than 325 bytes of code): in the middle of all that a caller
  // does, there are not enough registers for them. They go to where whole groups end: told to go as
  // far as a group fits, the compiler takes for granted what does not hold for the shortest arrays,
  // and once it met one of them checks the bounds of every access. Narrow gaps are added as ints: a
  // block of them cannot go beyond an int twice, and read as unsigned a sum that is too large
  // shows. A gap plus one is less than nothing by its complement: taking that away is one addition
  // where there were two.

  private static long unpackEights(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    assert (firstBit & 7) == 0 && from <= to : "firstBit=" + firstBit + " " + from + "-" + to;
    int rest = -1 << width;
    int value = (int) predecessor;
    int at = firstBit >>> 3;
    int end = to - (to - from) % GROUP;
    for (int i = from; i < end; i += GROUP) {
      long word = ~(long) BitUtil.VH_LE_LONG.get(bytes, at);
      value -= (int) word | rest;
      values[i] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 1] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 2] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 3] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 4] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 5] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 6] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 7] = value;
      at += width;
    }
    return unpackOnes(bytes, at << 3, width, Integer.toUnsignedLong(value), values, end, to);
  }

  private static long unpackFours(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    assert (firstBit & 7) == 0 && from <= to : "firstBit=" + firstBit + " " + from + "-" + to;
    int rest = -1 << width;
    int value = (int) predecessor;
    int at = firstBit >>> 3;
    int bit4 = 4 * width;
    int end = to - (to - from) % GROUP;
    for (int i = from; i < end; i += GROUP) {
      long word = ~(long) BitUtil.VH_LE_LONG.get(bytes, at);
      value -= (int) word | rest;
      values[i] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 1] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 2] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 3] = value;
      word = ~(long) BitUtil.VH_LE_LONG.get(bytes, at + (bit4 >>> 3)) >> (bit4 & 7);
      value -= (int) word | rest;
      values[i + 4] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 5] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 6] = value;
      word >>>= width;
      value -= (int) word | rest;
      values[i + 7] = value;
      at += width;
    }
    return unpackOnes(bytes, at << 3, width, Integer.toUnsignedLong(value), values, end, to);
  }

  private static long unpackTwos(
      byte[] bytes, int firstBit, int width, long predecessor, int[] values, int from, int to) {
    assert (firstBit & 7) == 0 && from <= to : "firstBit=" + firstBit + " " + from + "-" + to;
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

  /** At least 57 bits, the first of which is bit number {@code bit}. */
  static long load(byte[] bytes, int bit) {
    return (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3) >>> (bit & 7);
  }

  /**
   * Reads gaps and lengths in step and writes the starts and ends (exclusive) that they lead to: a
   * run starts its gap behind the end of the run before it, and is one longer than its length says.
   * Returns the last end.
   *
   * @param firstGap number of the first gap that is written; the gaps before it are zero
   */
  public static long unpackRuns(
      byte[] bytes,
      int gapWidth,
      int firstGap,
      int lengthOffset,
      int lengthWidth,
      long previousEnd,
      int[] starts,
      int[] ends,
      int count) {
    if (gapWidth <= FOUR_IN_A_LOAD && lengthWidth <= FOUR_IN_A_LOAD) {
      return unpackNarrowRuns(
          bytes,
          gapWidth,
          firstGap,
          lengthOffset,
          lengthWidth,
          (int) previousEnd,
          starts,
          ends,
          count);
    }
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

  /** As above, four runs at a time. */
  private static long unpackNarrowRuns(
      byte[] bytes,
      int gapWidth,
      int firstGap,
      int lengthOffset,
      int lengthWidth,
      int previousEnd,
      int[] starts,
      int[] ends,
      int count) {
    int gapMask = (1 << gapWidth) - 1;
    int rest = -1 << lengthWidth;
    int gapBit = 0;
    int lengthBit = lengthOffset << 3;
    int end = previousEnd;
    int i = 0;
    if (firstGap > 0) {
      starts[0] = end;
      end -= (int) ~load(bytes, lengthBit) | rest;
      ends[0] = end;
      lengthBit += lengthWidth;
      i = 1;
    }
    for (; i + 4 <= count; i += 4) {
      long gaps = load(bytes, gapBit);
      long lengths = ~load(bytes, lengthBit);
      int start = end + ((int) gaps & gapMask);
      end = start - ((int) lengths | rest);
      starts[i] = start;
      ends[i] = end;
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start - ((int) lengths | rest);
      starts[i + 1] = start;
      ends[i + 1] = end;
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start - ((int) lengths | rest);
      starts[i + 2] = start;
      ends[i + 2] = end;
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start - ((int) lengths | rest);
      starts[i + 3] = start;
      ends[i + 3] = end;
      gapBit += 4 * gapWidth;
      lengthBit += 4 * lengthWidth;
    }
    for (; i < count; i++) {
      int start = end + ((int) load(bytes, gapBit) & gapMask);
      end = start - ((int) ~load(bytes, lengthBit) | rest);
      starts[i] = start;
      ends[i] = end;
      gapBit += gapWidth;
      lengthBit += lengthWidth;
    }
    return Integer.toUnsignedLong(end);
  }
}
