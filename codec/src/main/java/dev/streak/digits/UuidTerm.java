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
package dev.streak.digits;

import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * A UUID as the term that spells it, and back: 32 hexadecimal digits in lower case, with four
 * hyphens between them, as {@link java.util.UUID#toString()} writes it, or without.
 */
public final class UuidTerm {

  /** Bytes of a term. */
  public static final int LENGTH = 36;

  /** Bytes of a term without hyphens. */
  public static final int DIGITS = 32;

  private static final int HYPHEN_1 = 8;
  private static final int HYPHEN_2 = 13;
  private static final int HYPHEN_3 = 18;
  private static final int HYPHEN_4 = 23;
  private static final int EIGHT = Long.BYTES;
  private static final int LAST_DIGITS = LENGTH - EIGHT;

  private static final long INT_MASK = 0xFFFFFFFFL;

  private UuidTerm() {}

  /**
   * Sets {@code highs[index]} and {@code lows[index]} to the first and the last 16 digits, or
   * returns false if the term is no UUID that is spelt so.
   */
  public static boolean read(BytesRef term, long[] highs, long[] lows, int index) {
    if (term.length != LENGTH) {
      return false;
    }
    byte[] bytes = term.bytes;
    int at = term.offset;
    long others =
        read(first(bytes, at), second(bytes, at), highs, index)
            | read(third(bytes, at), fourth(bytes, at), lows, index);
    return (others | hyphens(bytes, at)) == 0;
  }

  /** As {@link #read}, for a term without hyphens. */
  public static boolean readDigits(BytesRef term, long[] highs, long[] lows, int index) {
    if (term.length != DIGITS) {
      return false;
    }
    byte[] bytes = term.bytes;
    int at = term.offset;
    long others =
        read(eight(bytes, at), eight(bytes, at + EIGHT), highs, index)
            | read(eight(bytes, at + 2 * EIGHT), eight(bytes, at + 3 * EIGHT), lows, index);
    return others == 0;
  }

  /** Sets {@code halves[index]} to sixteen digits. Returns zero if that is what they are. */
  private static long read(long digits1, long digits2, long[] halves, int index) {
    halves[index] = sixteen(digits1, digits2);
    return others(digits1) | others(digits2);
  }

  private static long eight(byte[] bytes, int at) {
    return (long) BitUtil.VH_LE_LONG.get(bytes, at);
  }

  static long first(byte[] bytes, int at) {
    return eight(bytes, at);
  }

  static long second(byte[] bytes, int at) {
    return fours(bytes, at + HYPHEN_1 + 1, at + HYPHEN_2 + 1);
  }

  static long third(byte[] bytes, int at) {
    return fours(bytes, at + HYPHEN_3 + 1, at + HYPHEN_4 + 1);
  }

  static long fourth(byte[] bytes, int at) {
    return eight(bytes, at + LAST_DIGITS);
  }

  /** Zero if all hyphens are there. */
  static int hyphens(byte[] bytes, int at) {
    return (bytes[at + HYPHEN_1] ^ '-')
        | (bytes[at + HYPHEN_2] ^ '-')
        | (bytes[at + HYPHEN_3] ^ '-')
        | (bytes[at + HYPHEN_4] ^ '-');
  }

  /** Four digits from one place on, and four from another. */
  private static long fours(byte[] bytes, int first, int second) {
    return ((int) BitUtil.VH_LE_INT.get(bytes, first) & INT_MASK)
        | (long) (int) BitUtil.VH_LE_INT.get(bytes, second) << Integer.SIZE;
  }

  private static long others(long digits) {
    return HexDigits.others(digits, HexDigits.values(digits));
  }

  /** The values of sixteen digits in 64 bits. */
  private static long sixteen(long first, long second) {
    return (packed(first) << Integer.SIZE) | packed(second);
  }

  private static long packed(long digits) {
    return HexDigits.packed(HexDigits.values(digits));
  }

  /** Sets {@code term}, which has room for {@link #LENGTH}, to the UUID of these digits. */
  public static void set(BytesRef term, long high, long low) {
    byte[] bytes = term.bytes;
    long digits1 = HexDigits.digits(high >>> Integer.SIZE);
    long digits2 = HexDigits.digits(high & INT_MASK);
    long digits3 = HexDigits.digits(low >>> Integer.SIZE);
    long digits4 = HexDigits.digits(low & INT_MASK);
    BitUtil.VH_LE_LONG.set(bytes, 0, digits1);
    bytes[HYPHEN_1] = '-';
    BitUtil.VH_LE_INT.set(bytes, HYPHEN_1 + 1, (int) digits2);
    bytes[HYPHEN_2] = '-';
    BitUtil.VH_LE_INT.set(bytes, HYPHEN_2 + 1, (int) (digits2 >>> Integer.SIZE));
    bytes[HYPHEN_3] = '-';
    BitUtil.VH_LE_INT.set(bytes, HYPHEN_3 + 1, (int) digits3);
    bytes[HYPHEN_4] = '-';
    BitUtil.VH_LE_INT.set(bytes, HYPHEN_4 + 1, (int) (digits3 >>> Integer.SIZE));
    BitUtil.VH_LE_LONG.set(bytes, LAST_DIGITS, digits4);
    term.offset = 0;
    term.length = LENGTH;
  }

  /** As {@link #set}, without hyphens. */
  public static void setDigits(BytesRef term, long high, long low) {
    byte[] bytes = term.bytes;
    BitUtil.VH_LE_LONG.set(bytes, 0, HexDigits.digits(high >>> Integer.SIZE));
    BitUtil.VH_LE_LONG.set(bytes, EIGHT, HexDigits.digits(high & INT_MASK));
    BitUtil.VH_LE_LONG.set(bytes, 2 * EIGHT, HexDigits.digits(low >>> Integer.SIZE));
    BitUtil.VH_LE_LONG.set(bytes, 3 * EIGHT, HexDigits.digits(low & INT_MASK));
    term.offset = 0;
    term.length = DIGITS;
  }
}
