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

  /** Widest value. */
  static final int MAX_WIDTH = 31;

  /** Readers load eight bytes at a time; arrays have this many bytes after the last value. */
  static final int SLACK = Long.BYTES;

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

  /** Reads {@code count} values, the first of which begins at {@code offset}. */
  static void unpack(byte[] bytes, int offset, int width, int[] values, int from, int count) {
    long mask = (1L << width) - 1;
    int bit = offset << 3;
    for (int i = from; i < from + count; i++) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3);
      values[i] = (int) ((word >>> (bit & 7)) & mask);
      bit += width;
    }
  }

  /**
   * Reads gaps and writes what they lead to: every value is its predecessor, plus one, plus the
   * gap. Returns the last as a long, which tells the caller whether an int was too small for it.
   */
  static long unpackAscending(
      byte[] bytes, int offset, int width, long predecessor, int[] values, int from, int count) {
    long mask = (1L << width) - 1;
    long value = predecessor;
    int bit = offset << 3;
    for (int i = from; i < from + count; i++) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3);
      value += 1 + ((word >>> (bit & 7)) & mask);
      values[i] = (int) value;
      bit += width;
    }
    return value;
  }
}
