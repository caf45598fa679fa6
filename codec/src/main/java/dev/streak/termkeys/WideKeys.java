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
package dev.streak.termkeys;

import dev.streak.digits.HexDigits;
import dev.streak.digits.HexReader;
import dev.streak.numbering.KeyNumbering;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Terms as keys of sixteen bytes: fifteen for the term, filled up with zeros, and its length. See
 * {@link KeyNumbering} for how such a key is a key and a rest of 64 bits.
 */
public final class WideKeys {

  public static final int MAX_BYTES = KeyNumbering.LENGTH_BYTE;
  static final int MAX_DIGITS = KeyNumbering.MAX_LENGTH;
  static final int MIN_DIGITS = Long.BYTES;

  private static final int GROUP = Long.BYTES;
  private static final int DIGIT_BITS = 4;
  private static final int GROUP_BITS = GROUP * DIGIT_BITS;
  private static final long GROUP_MASK = -1L >>> (Long.SIZE - GROUP_BITS);

  private WideKeys() {}

  /** Sets key and rest of any term that is not too long, or returns false. */
  public static boolean ofBytes(BytesRef term, long[] keys, long[] rests, int index) {
    if (term.length > MAX_BYTES) {
      return false;
    }
    long low = low(term);
    keys[index] = KeyNumbering.fold(high(term), low);
    rests[index] = low;
    return true;
  }

  private static long high(BytesRef term) {
    return term.length < Long.BYTES
        ? TermKeys.ofShort(term) & (-1L << Byte.SIZE)
        : TermKeys.ofEightBytes(term);
  }

  private static long low(BytesRef term) {
    int behind = term.length - Long.BYTES;
    if (behind <= 0) {
      return term.length;
    }
    long last = (long) BitUtil.VH_LE_LONG.get(term.bytes, term.offset + behind);
    return (Long.reverseBytes(last) << (Byte.SIZE * (Long.BYTES - behind))) | term.length;
  }

  /** As {@link TermKeyKind#addKeys}, for any terms. */
  static void addAllBytes(BytesRef[] terms, int from, int to, FittingKeys fitting) {
    long[] keys = fitting.keys;
    long[] rests = fitting.rests;
    int[] places = fitting.places;
    int size = fitting.size;
    for (int i = from; i < to; i++) {
      BytesRef term = terms[i];
      if (term.length <= MAX_BYTES) {
        keys[size] = high(term);
        rests[size] = low(term);
        places[size++] = i;
      }
    }
    foldAll(keys, rests, fitting.size, size);
    fitting.size = size;
  }

  private static void foldAll(long[] highs, long[] lows, int from, int to) {
    for (int i = from; i < to; i++) {
      highs[i] = KeyNumbering.fold(highs[i], lows[i]);
    }
  }

  /** Sets key and rest of a term of hexadecimal digits in lower case, or returns false. */
  static boolean ofDigits(BytesRef term, long[] keys, long[] rests, int index) {
    int length = term.length;
    if (length > MAX_DIGITS || length < MIN_DIGITS) {
      return false;
    }
    byte[] bytes = term.bytes;
    int at = term.offset;
    long digits1 = (long) BitUtil.VH_LE_LONG.get(bytes, at);
    long digits2 = HexReader.digits(bytes, at, GROUP, length);
    long digits3 = HexReader.digits(bytes, at, 2 * GROUP, length);
    long digits4 = HexReader.digits(bytes, at, 3 * GROUP, length);
    long values1 = HexDigits.values(digits1);
    long values2 = HexDigits.values(digits2);
    long values3 = HexDigits.values(digits3);
    long values4 = HexDigits.values(digits4);
    long others =
        HexDigits.others(digits1, values1)
            | HexDigits.others(digits2, values2)
            | HexDigits.others(digits3, values3)
            | HexDigits.others(digits4, values4);
    if (others != 0) {
      return false;
    }
    long high = (HexDigits.packed(values1) << GROUP_BITS) | HexDigits.packed(values2);
    long low = (HexDigits.packed(values3) << GROUP_BITS) | HexDigits.packed(values4) | length;
    keys[index] = KeyNumbering.fold(high, low);
    rests[index] = low;
    return true;
  }

  /**
   * As {@link TermKeyKind#addKeys}, for digits.
   *
   * @param reader has room for the terms
   */
  static void addAllDigits(
      HexReader reader, BytesRef[] terms, int from, int to, FittingKeys fitting) {
    reader.readDigits(terms, from, to, MIN_DIGITS, MAX_DIGITS);
    int count = to - from;
    long[] lows = reader.lows();
    for (int i = 0; i < count; i++) {
      lows[i] |= terms[from + i].length;
    }
    foldAll(reader.highs(), lows, 0, count);
    TermKeys.keepFitting(reader, from, to, fitting);
  }

  /** Sets {@code term}, which has room for it, to the bytes of a key and its rest. */
  static void toBytes(long key, long rest, BytesRef term) {
    long high = KeyNumbering.fold(key, rest);
    term.offset = 0;
    term.length = (int) rest & 0xFF;
    for (int i = 0; i < term.length; i++) {
      term.bytes[i] = (byte) KeyNumbering.byteOf(high, rest, i);
    }
  }

  /** Sets {@code term}, which has room for it, to the digits of a key and its rest. */
  static void toDigits(long key, long rest, BytesRef term) {
    long high = KeyNumbering.fold(key, rest);
    term.offset = 0;
    term.length = (int) rest & 0xFF;
    for (int group = 0; group * GROUP < term.length; group++) {
      long half = group < 2 ? high : rest;
      long packed = group % 2 == 0 ? half >>> GROUP_BITS : half & GROUP_MASK;
      BitUtil.VH_LE_LONG.set(term.bytes, group * GROUP, HexDigits.digits(packed));
    }
  }
}
