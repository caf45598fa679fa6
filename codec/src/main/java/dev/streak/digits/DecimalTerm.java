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

/** A number as the term that spells it, and back. */
public final class DecimalTerm {

  /** A sign and the digits of {@link Long#MIN_VALUE}. */
  public static final int MAX_LENGTH = 20;

  /**
   * What {@link #number} answers for a term that is no canonical decimal number. The number of this
   * value counts as none: a field that holds it is of another kind.
   */
  public static final long NOT_DECIMAL = Long.MIN_VALUE;

  private static final long ZERO_DIGITS = 0x3030303030303030L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Lifts what is above nine in a byte to its highest bit. */
  private static final long ABOVE_NINE = 0x7676767676767676L;

  private static final long FIRST_FOUR = 0xFFFFFFFFL;

  /** The first and the third of four pairs of digits. */
  private static final long FIRST_PAIRS = 0x000000FF000000FFL;

  private DecimalTerm() {}

  /** Sets {@code term}, which has room for {@link #MAX_LENGTH}, to the digits of a number. */
  public static void set(BytesRef term, long number) {
    byte[] bytes = term.bytes;
    int position = MAX_LENGTH;
    // Negative all the way: the smallest long has no positive counterpart.
    long rest = number < 0 ? number : -number;
    do {
      bytes[--position] = (byte) ('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (number < 0) {
      bytes[--position] = '-';
    }
    term.offset = position;
    term.length = MAX_LENGTH - position;
  }

  /** The number that a term spells exactly as Java does, or {@link #NOT_DECIMAL}. */
  public static long number(BytesRef term) {
    byte[] bytes = term.bytes;
    int position = term.offset;
    int end = position + term.length;
    if (term.length == 0 || term.length > MAX_LENGTH) {
      return NOT_DECIMAL;
    }
    boolean negative = bytes[position] == '-';
    if (negative && ++position == end) {
      return NOT_DECIMAL;
    }
    if (bytes[position] == '0' && (negative || end - position > 1)) {
      return NOT_DECIMAL;
    }
    int digits = end - position;
    if (digits < Integer.BYTES || digits > 2 * Long.BYTES) {
      return ofDigits(bytes, position, end, negative);
    }
    return digits < Long.BYTES
        ? ofTwoInts(bytes, position, end, negative)
        : ofTwoWords(bytes, position, end, negative);
  }

  /** As {@link #ofDigits}, for four to eight digits, without a branch for each. */
  private static long ofTwoInts(byte[] bytes, int start, int end, boolean negative) {
    long last = (int) BitUtil.VH_LE_INT.get(bytes, end - Integer.BYTES) ^ ZERO_DIGITS;
    long first = (int) BitUtil.VH_LE_INT.get(bytes, start) ^ ZERO_DIGITS;
    // Those that are among the last four, too, fall off, and zeros come before the first.
    int both = Byte.SIZE * (Long.BYTES - (end - start));
    long digits = (last << Integer.SIZE) | (first << both & FIRST_FOUR);
    if (((digits | digits + ABOVE_NINE) & HIGH_BITS) != 0) {
      return NOT_DECIMAL;
    }
    long value = ofEightDigits(digits);
    return negative ? -value : value;
  }

  /** As {@link #ofDigits}, for eight to sixteen digits, without a branch for each. */
  private static long ofTwoWords(byte[] bytes, int start, int end, boolean negative) {
    long last = (long) BitUtil.VH_LE_LONG.get(bytes, end - Long.BYTES) ^ ZERO_DIGITS;
    long first = (long) BitUtil.VH_LE_LONG.get(bytes, start) ^ ZERO_DIGITS;
    // Those that are among the last eight, too, make way for zeros; a shift by 64 would do nothing.
    int both = Byte.SIZE * (2 * Long.BYTES - (end - start));
    first = first << (both >>> 1) << (both - (both >>> 1));
    if (((last | last + ABOVE_NINE | first | first + ABOVE_NINE) & HIGH_BITS) != 0) {
      return NOT_DECIMAL;
    }
    long value = ofEightDigits(first) * 100_000_000 + ofEightDigits(last);
    return negative ? -value : value;
  }

  /** The number of eight digits, the first of which is the lowest byte. */
  private static long ofEightDigits(long digits) {
    long pairs = digits * 10 + (digits >>> Byte.SIZE);
    long first = (pairs & FIRST_PAIRS) * (100L + (1_000_000L << Integer.SIZE));
    long second = (pairs >>> Short.SIZE & FIRST_PAIRS) * (1L + (10_000L << Integer.SIZE));
    return (first + second) >>> Integer.SIZE;
  }

  private static long ofDigits(byte[] bytes, int start, int end, boolean negative) {
    // The digits are summed up below zero, where there is room for one more number; 18 never
    // overflow.
    long value = 0;
    int position = start;
    int safeEnd = Math.min(end, position + 18);
    for (; position < safeEnd; position++) {
      int digit = bytes[position] - '0';
      if (digit < 0 || digit > 9) {
        return NOT_DECIMAL;
      }
      value = value * 10 - digit;
    }
    for (; position < end; position++) {
      int digit = bytes[position] - '0';
      if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
        return NOT_DECIMAL;
      }
      value = value * 10 - digit;
    }
    return negative || value == Long.MIN_VALUE ? value : -value;
  }
}
