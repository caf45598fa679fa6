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

/** Hexadecimal digits in lower case, eight at a time, the first of them in the lowest byte. */
public final class HexDigits {

  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long LOW_NIBBLES = 0x0F * EACH_BYTE;
  private static final long HIGH_NIBBLES = ~LOW_NIBBLES;
  private static final long EACH_SECOND_BYTE = 0x00FF00FF00FF00FFL;
  private static final long EACH_SECOND_SHORT = 0x0000FFFF0000FFFFL;
  private static final long INT_MASK = 0xFFFFFFFFL;

  private HexDigits() {}

  /** The values of eight digits: letters have a bit that numerals do not have. */
  public static long values(long digits) {
    long letters = (digits >>> 6) & EACH_BYTE;
    return (digits & LOW_NIBBLES) + letters + (letters << 3);
  }

  /** Zero if eight digits are what their values are spelt as. */
  public static long others(long digits, long values) {
    return (spelt(values) ^ digits) | (values & HIGH_NIBBLES);
  }

  private static long spelt(long values) {
    long letters = ((values + 6 * EACH_BYTE) >>> 4) & EACH_BYTE;
    // 'a' is 39 above what comes ten behind '0'.
    return values + '0' * EACH_BYTE + (letters << 5) + (letters << 3) - letters;
  }

  /** Eight values as a number of 32 bits, of which the first value is the highest. */
  public static long packed(long values) {
    long nibbles = Long.reverseBytes(values);
    long bytes = (nibbles | (nibbles >>> 4)) & EACH_SECOND_BYTE;
    long shorts = (bytes | (bytes >>> Byte.SIZE)) & EACH_SECOND_SHORT;
    return (shorts | (shorts >>> Short.SIZE)) & INT_MASK;
  }

  /** The eight digits of a number of 32 bits. */
  public static long digits(long number) {
    long shorts = (number | (number << Short.SIZE)) & EACH_SECOND_SHORT;
    long bytes = (shorts | (shorts << Byte.SIZE)) & EACH_SECOND_BYTE;
    return spelt(Long.reverseBytes((bytes | (bytes << 4)) & LOW_NIBBLES));
  }
}
