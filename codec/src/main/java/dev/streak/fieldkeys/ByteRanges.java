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
package dev.streak.fieldkeys;

import dev.streak.numbering.KeyNumbering;

/**
 * The least and the greatest of each byte of some keys of sixteen bytes. Keys that come in their
 * order have most bytes in common with the one before; only the others are looked at.
 */
final class ByteRanges {

  private final int[] leasts = new int[KeyNumbering.KEY_BYTES];
  private final int[] greatests = new int[KeyNumbering.KEY_BYTES];
  private long lastHigh;
  private long lastLow;

  /** The ranges of one key. */
  ByteRanges(long high, long low) {
    lastHigh = high;
    lastLow = low;
    for (int i = 0; i < KeyNumbering.KEY_BYTES; i++) {
      leasts[i] = greatests[i] = KeyNumbering.byteOf(high, low, i);
    }
  }

  void add(long high, long low) {
    int same = Long.numberOfLeadingZeros(high ^ lastHigh) / Byte.SIZE;
    if (same == Long.BYTES) {
      same += Long.numberOfLeadingZeros(low ^ lastLow) / Byte.SIZE;
    }
    for (int i = same; i < KeyNumbering.KEY_BYTES; i++) {
      int value = KeyNumbering.byteOf(high, low, i);
      leasts[i] = Math.min(leasts[i], value);
      greatests[i] = Math.max(greatests[i], value);
    }
    lastHigh = high;
    lastLow = low;
  }

  /** How many values there are from the least to the greatest of a byte. */
  int values(int index) {
    return greatests[index] - leasts[index] + 1;
  }

  KeyNumbering.Bounds bounds() {
    return new KeyNumbering.Bounds(
        half(leasts, 0), half(leasts, Long.BYTES), half(greatests, 0), half(greatests, Long.BYTES));
  }

  private static long half(int[] bytes, int at) {
    long half = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      half = (half << Byte.SIZE) | bytes[at + i];
    }
    return half;
  }
}
