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
 * Sets the bits of what {@link BitPacking} packed, without writing it down in between. If the bytes
 * are damaged some bits may be set before that is noticed, none of them below the first.
 */
public final class PackedBits {

  /** So many runs of a block cannot go beyond an int twice if gaps and lengths are no wider. */
  public static final int MAX_RUN_WIDTH = 23;

  private PackedBits() {}

  /**
   * Reads gaps and sets the bits that they lead to, as {@link BitPacking#unpackAscending} writes
   * values.
   *
   * @param firstBit where in {@code bytes} the first gap begins, a multiple of eight
   * @param width at most {@link BitPacking#FOUR_IN_A_LOAD}
   * @throws IndexOutOfBoundsException if a value is beyond {@code words}
   */
  public static long setAscending(
      byte[] bytes, int firstBit, int width, int predecessor, long[] words, int count) {
    assert (firstBit & 7) == 0 : "firstBit=" + firstBit;
    int rest = -1 << width;
    int value = predecessor;
    int at = firstBit >>> 3;
    int bit4 = 4 * width;
    int highAt = bit4 >>> 3;
    int highBit = bit4 & 7;
    int end = count - count % BitPacking.GROUP;
    for (int i = 0; i < end; i += BitPacking.GROUP) {
      long low = ~(long) BitUtil.VH_LE_LONG.get(bytes, at);
      long high = ~(long) BitUtil.VH_LE_LONG.get(bytes, at + highAt) >> highBit;
      value -= (int) low | rest;
      words[value >> 6] |= 1L << value;
      low >>>= width;
      value -= (int) low | rest;
      words[value >> 6] |= 1L << value;
      low >>>= width;
      value -= (int) low | rest;
      words[value >> 6] |= 1L << value;
      low >>>= width;
      value -= (int) low | rest;
      words[value >> 6] |= 1L << value;
      value -= (int) high | rest;
      words[value >> 6] |= 1L << value;
      high >>>= width;
      value -= (int) high | rest;
      words[value >> 6] |= 1L << value;
      high >>>= width;
      value -= (int) high | rest;
      words[value >> 6] |= 1L << value;
      high >>>= width;
      value -= (int) high | rest;
      words[value >> 6] |= 1L << value;
      at += width;
    }
    int bit = at << 3;
    for (int i = end; i < count; i++) {
      value -= (int) ~BitPacking.load(bytes, bit) | rest;
      words[value >> 6] |= 1L << value;
      bit += width;
    }
    return value;
  }

  /**
   * Reads gaps and lengths and sets the bits of the runs that {@link BitPacking#unpackRuns} writes.
   * Returns the last end, which is negative if it does not fit into an int.
   *
   * @param gapWidth at most {@link #MAX_RUN_WIDTH}, as {@code lengthWidth}
   * @param firstGap number of the first gap that is written; the gaps before it are zero
   * @param count runs, few enough that an int counts their bits
   * @throws IndexOutOfBoundsException if a run is beyond {@code words}
   */
  public static int setRuns(
      byte[] bytes,
      int gapOffset,
      int gapWidth,
      int firstGap,
      int lengthOffset,
      int lengthWidth,
      int previousEnd,
      long[] words,
      int count) {
    int gapBit = gapOffset << 3;
    int lengthBit = lengthOffset << 3;
    int end = previousEnd;
    int left = count;
    if (firstGap > 0) {
      int start = end;
      end = start + 1 + valueAt(bytes, lengthBit, lengthWidth);
      RunBits.set(words, start, end);
      lengthBit += lengthWidth;
      left--;
    }
    if (lengthWidth <= RunBits.SHORTEST_LENGTH_WIDTH && gapWidth <= BitPacking.FOUR_IN_A_LOAD) {
      return setShortestRuns(bytes, gapBit, gapWidth, lengthBit, lengthWidth, end, words, left);
    }
    return lengthWidth <= RunBits.SHORT_LENGTH_WIDTH
        ? setShortRuns(bytes, gapBit, gapWidth, lengthBit, lengthWidth, end, words, left)
        : setAnyRuns(bytes, gapBit, gapWidth, lengthBit, lengthWidth, end, words, left);
  }

  // Four gaps and eight lengths are in every load. Written out, the loop is too long to be inlined,
  // as those of BitPacking are: in the middle of all that a caller does it took a sixth longer.
  private static int setShortestRuns(
      byte[] bytes,
      int firstGapBit,
      int gapWidth,
      int firstLengthBit,
      int lengthWidth,
      int previousEnd,
      long[] words,
      int count) {
    int gapMask = (1 << gapWidth) - 1;
    int lengthMask = (1 << lengthWidth) - 1;
    int gapBit = firstGapBit;
    int lengthBit = firstLengthBit;
    int end = previousEnd;
    int whole = count - count % BitPacking.GROUP;
    for (int i = 0; i < whole; i += BitPacking.GROUP) {
      long gaps = BitPacking.load(bytes, gapBit);
      long lengths = BitPacking.load(bytes, lengthBit);
      int start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      lengths >>>= lengthWidth;
      gaps = BitPacking.load(bytes, gapBit + 4 * gapWidth);
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gaps >>>= gapWidth;
      lengths >>>= lengthWidth;
      start = end + ((int) gaps & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShortest(words, start, end);
      gapBit += BitPacking.GROUP * gapWidth;
      lengthBit += BitPacking.GROUP * lengthWidth;
    }
    for (int i = whole; i < count; i++) {
      int start = end + ((int) BitPacking.load(bytes, gapBit) & gapMask);
      end = start + 1 + ((int) BitPacking.load(bytes, lengthBit) & lengthMask);
      gapBit += gapWidth;
      lengthBit += lengthWidth;
      RunBits.setShortest(words, start, end);
    }
    return end;
  }

  // As above, with a load for each gap.
  private static int setShortRuns(
      byte[] bytes,
      int firstGapBit,
      int gapWidth,
      int firstLengthBit,
      int lengthWidth,
      int previousEnd,
      long[] words,
      int count) {
    int gapMask = (1 << gapWidth) - 1;
    int lengthMask = (1 << lengthWidth) - 1;
    int gapBit = firstGapBit;
    int lengthBit = firstLengthBit;
    int end = previousEnd;
    int whole = count - count % BitPacking.GROUP;
    for (int i = 0; i < whole; i += BitPacking.GROUP) {
      long lengths = BitPacking.load(bytes, lengthBit);
      int start = end + ((int) BitPacking.load(bytes, gapBit) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + 2 * gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + 3 * gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + 4 * gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + 5 * gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + 6 * gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      lengths >>>= lengthWidth;
      start = end + ((int) BitPacking.load(bytes, gapBit + 7 * gapWidth) & gapMask);
      end = start + 1 + ((int) lengths & lengthMask);
      RunBits.setShort(words, start, end);
      gapBit += BitPacking.GROUP * gapWidth;
      lengthBit += BitPacking.GROUP * lengthWidth;
    }
    for (int i = whole; i < count; i++) {
      int start = end + ((int) BitPacking.load(bytes, gapBit) & gapMask);
      end = start + 1 + ((int) BitPacking.load(bytes, lengthBit) & lengthMask);
      gapBit += gapWidth;
      lengthBit += lengthWidth;
      RunBits.setShort(words, start, end);
    }
    return end;
  }

  // By itself: with one loop for both, short runs took a tenth longer.
  private static int setAnyRuns(
      byte[] bytes,
      int firstGapBit,
      int gapWidth,
      int firstLengthBit,
      int lengthWidth,
      int previousEnd,
      long[] words,
      int count) {
    int gapMask = (1 << gapWidth) - 1;
    int lengthMask = (1 << lengthWidth) - 1;
    int gapBit = firstGapBit;
    int lengthBit = firstLengthBit;
    int end = previousEnd;
    for (int i = 0; i < count; i++) {
      int start = end + ((int) BitPacking.load(bytes, gapBit) & gapMask);
      end = start + 1 + ((int) BitPacking.load(bytes, lengthBit) & lengthMask);
      gapBit += gapWidth;
      lengthBit += lengthWidth;
      RunBits.set(words, start, end);
    }
    return end;
  }

  private static int valueAt(byte[] bytes, int bit, int width) {
    return (int) BitPacking.load(bytes, bit) & ((1 << width) - 1);
  }
}
