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

import java.util.Arrays;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Reads many terms of hexadecimal digits: UUIDs, as {@link UuidTerm#read} reads one, or digits
 * alone. For one thread.
 *
 * <p>Loops over digits are short, as only such ones are compiled to vectors.
 */
public final class HexReader {

  /** Digits of a group. */
  private static final int GROUP = Long.BYTES;

  /** Eight digits 0. */
  private static final long ZEROS = '0' * 0x0101010101010101L;

  private final long[] highs;
  private final long[] lows;
  private final long[] others;
  private final long[] digits2;
  private final long[] digits4;
  private final long[] values;

  /**
   * @param capacity terms that are read at a time, at most
   */
  public HexReader(int capacity) {
    highs = new long[capacity];
    lows = new long[capacity];
    others = new long[capacity];
    digits2 = new long[capacity];
    digits4 = new long[capacity];
    values = new long[capacity];
  }

  /** Reads {@code terms[i]}, which may be UUIDs, for {@code from <= i < to}. */
  public void readUuids(BytesRef[] terms, int from, int to) {
    int count = to - from;
    for (int i = 0; i < count; i++) {
      BytesRef term = terms[from + i];
      if (term.length != UuidTerm.LENGTH) {
        others[i] = 1;
        continue;
      }
      byte[] bytes = term.bytes;
      int at = term.offset;
      highs[i] = UuidTerm.first(bytes, at);
      digits2[i] = UuidTerm.second(bytes, at);
      lows[i] = UuidTerm.third(bytes, at);
      digits4[i] = UuidTerm.fourth(bytes, at);
      others[i] = UuidTerm.hyphens(bytes, at);
    }
    toNumbers(count);
  }

  /**
   * Reads {@code terms[i]}, which may be digits, for {@code from <= i < to}. Digits 0 are added up
   * to 32.
   *
   * @param min fewest digits, at least eight
   * @param max most digits, at most 32
   */
  public void readDigits(BytesRef[] terms, int from, int to, int min, int max) {
    int count = to - from;
    int longest = 0;
    for (int i = 0; i < count; i++) {
      BytesRef term = terms[from + i];
      int length = term.length;
      longest = Math.max(longest, length);
      if (length < min || length > max) {
        others[i] = 1;
        continue;
      }
      byte[] bytes = term.bytes;
      int at = term.offset;
      highs[i] = (long) BitUtil.VH_LE_LONG.get(bytes, at);
      digits2[i] = digits(bytes, at, GROUP, length);
      lows[i] = digits(bytes, at, 2 * GROUP, length);
      digits4[i] = digits(bytes, at, 3 * GROUP, length);
      others[i] = 0;
    }
    if (longest <= 3 * GROUP) {
      Arrays.fill(digits4, 0, count, 0);
      toNumbersOfThree(count);
    } else {
      toNumbers(count);
    }
  }

  /**
   * Eight digits of a term from one on; behind its last one, digits 0.
   *
   * @param length of the term, at least eight
   */
  public static long digits(byte[] bytes, int at, int from, int length) {
    int left = length - from;
    if (left >= GROUP) {
      return (long) BitUtil.VH_LE_LONG.get(bytes, at + from);
    }
    if (left <= 0) {
      return ZEROS;
    }
    long last = (long) BitUtil.VH_LE_LONG.get(bytes, at + length - GROUP);
    return (last >>> (Byte.SIZE * (GROUP - left))) | (ZEROS << (Byte.SIZE * left));
  }

  private void toNumbers(int count) {
    toValues(digits4, count);
    toNumbersOfThree(count);
  }

  /** What is left to do if the last digits are a number. */
  private void toNumbersOfThree(int count) {
    toValues(highs, count);
    toValues(digits2, count);
    toValues(lows, count);
    putBeside(highs, digits2, count);
    putBeside(lows, digits4, count);
  }

  /** Digits become the number that they are, and what is none is noted. */
  private void toValues(long[] digits, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = HexDigits.values(digits[i]);
    }
    for (int i = 0; i < count; i++) {
      others[i] |= HexDigits.others(digits[i], values[i]);
    }
    for (int i = 0; i < count; i++) {
      digits[i] = HexDigits.packed(values[i]);
    }
  }

  private static void putBeside(long[] uppers, long[] lowers, int count) {
    for (int i = 0; i < count; i++) {
      uppers[i] = (uppers[i] << Integer.SIZE) | lowers[i];
    }
  }

  /** The first 16 digits of each term that was read, if it is what was asked for. */
  public long[] highs() {
    return highs;
  }

  /** The other digits. */
  public long[] lows() {
    return lows;
  }

  /** 0 for each term that is what was asked for. */
  public long[] others() {
    return others;
  }
}
