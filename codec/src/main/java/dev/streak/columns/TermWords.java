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
package dev.streak.columns;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes of terms as words of eight, the first byte highest, so that words ascend as terms do. */
public final class TermWords {

  /** A word in an array of bytes. */
  public static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int LOW_BYTE = 0xFF;

  /** A byte of ones for each of eight bits; the lowest bit stands for the highest byte. */
  private static final long[] BYTES_OF_BITS = new long[1 << Byte.SIZE];

  static {
    for (int bits = 0; bits < BYTES_OF_BITS.length; bits++) {
      for (int i = 0; i < Byte.SIZE; i++) {
        if ((bits >>> i & 1) != 0) {
          BYTES_OF_BITS[bits] |= (long) LOW_BYTE << (Long.SIZE - Byte.SIZE * (i + 1));
        }
      }
    }
  }

  private TermWords() {}

  /** Ones in those bytes of a word that eight bits stand for, the lowest for the highest byte. */
  static long bytesOf(int bits) {
    return BYTES_OF_BITS[bits];
  }

  /** Ones in so many of the highest bytes of a word. */
  public static long firstBytes(int count) {
    return count == Long.BYTES ? -1L : ~(-1L >>> (count * Byte.SIZE));
  }

  /** At most eight bytes, the first of them in the highest byte; what is missing is zero. */
  public static long load(byte[] bytes, int from, int count) {
    if (count == Long.BYTES) {
      return (long) BIG_ENDIAN_LONG.get(bytes, from);
    }
    if (from <= bytes.length - Long.BYTES) {
      return (long) BIG_ENDIAN_LONG.get(bytes, from) & firstBytes(count);
    }
    int start = from + count - Long.BYTES;
    if (count > 0 && start >= 0) {
      return (long) BIG_ENDIAN_LONG.get(bytes, start) << (Byte.SIZE * (Long.BYTES - count));
    }
    long few = 0;
    for (int i = 0; i < count; i++) {
      few |= (bytes[from + i] & 0xFFL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return few;
  }
}
