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

import java.util.Arrays;

/**
 * The letters that a block of terms consists of, each packed into a few bits. Codes ascend with the
 * letters, so packed terms compare like the terms. Where terms of a block differ in length, a
 * shorter one is filled up with code 0, the <i>terminator</i>, which stands for no letter; only
 * some alphabets have it.
 *
 * <p>A number of an alphabet is part of the file format and never changes its meaning.
 */
@SuppressWarnings("ImmutableEnumChecker") // The arrays are filled once.
public enum Alphabet {
  /** Any bytes. */
  BYTES(0, 8, false, range(0, 255)),
  /** Hex digits, lower case. */
  HEX(1, 4, false, range('0', '9') + range('a', 'f')),
  /** Hex digits, upper case. */
  UPPER_HEX(2, 4, false, range('0', '9') + range('A', 'F')),
  /** Decimal numbers, dates, times and what separates their parts. */
  DIGITS(3, 4, true, ",-./" + range('0', '9') + ":"),
  /** Crockford's 32 letters: ULIDs. */
  CROCKFORD(4, 5, false, range('0', '9') + "ABCDEFGHJKMNPQRSTVWXYZ"),
  /** The 32 letters of RFC 4648's base32hex, lower case. */
  LOWER_32(5, 5, false, range('0', '9') + range('a', 'v')),
  /** Words, lower case. */
  WORDS(6, 5, true, " '-._" + range('a', 'z')),
  /** Hex digits and what follows them up to "o", with separators. */
  HEX_WORDS(7, 5, true, " -./" + range('0', '9') + ":_" + range('a', 'o')),
  /** Lower case text with digits. */
  LOWER_TEXT(
      8, 6, true, " !\"#$%&'()*+,-./" + range('0', '9') + ":;=?@[\\]_" + range('a', 'z') + "|~"),
  /** Upper case text with digits. */
  UPPER_TEXT(
      9, 6, true, " !\"#$%&'()*+,-./" + range('0', '9') + ":;=?@" + range('A', 'Z') + "[\\]_|~"),
  /** RFC 4648's base64url. */
  BASE64_URL(10, 6, false, "-" + range('0', '9') + range('A', 'Z') + "_" + range('a', 'z')),
  /** RFC 4648's base64. */
  BASE64(11, 6, false, "+/" + range('0', '9') + range('A', 'Z') + range('a', 'z')),
  /** Digits and all from "a" to "z", upper and lower case. */
  ALPHANUMERIC(12, 6, true, "-" + range('0', '9') + range('A', 'Z') + range('a', 'z')),
  /** All of ASCII but the zero byte. */
  ASCII(13, 7, true, range(1, 127));

  /** Letters of so many bits are unpacked two at a time. */
  private static final int MAX_PAIR_BITS = 6;

  /** So few letters between the first ones and the last ones that hardly a word has one. */
  private static final int MAX_RARE = 4;

  /** A one in each byte. */
  public static final long EACH_BYTE = 0x0101010101010101L;

  /** The highest bit of each byte; set in the code of what is no letter of the alphabet. */
  public static final long HIGH_BITS = 0x8080808080808080L;

  /** No letter of the alphabet. */
  static final int NONE = -1;

  /** In the order of their numbers. */
  private static final Alphabet[] BY_NUMBER = values();

  /** What stands for the alphabet in a block. */
  public final int number;

  public final int bits;
  public final boolean hasTerminator;

  /** Columns that go into a word of 64 bits; none is divided. */
  public final int columnsPerWord;

  /** The bits of a code in each byte of a word. */
  final long codeBits;

  /** Bytes that a term takes, by its columns. */
  private final byte[] packedBytes = new byte[ColumnMask.MAX_COLUMNS + 1];

  /** Letters by code; that of the terminator is 0. */
  public final byte[] letters;

  /** Two letters by their two codes, the first in the high byte; null if they are too many. */
  final short[] pairs;

  /** Whether it is one of hex digits and nothing else. */
  private final boolean isHex;

  /** Codes by byte, with the highest bit set where there is none. */
  private final byte[] codeBytes = new byte[256];

  /** Codes by byte, {@link #NONE} where there is none. */
  final short[] codes = new short[256];

  /** The least code of a letter that is greater than the byte; {@link #NONE} if there is none. */
  private final short[] codesAbove = new short[256];

  /**
   * Of an alphabet of four bits: codes from this one on stand for letters that are so much further
   * on than their distance to code 0.
   */
  private final int stepAt;

  private final int stepBy;

  /** Of an alphabet of four bits: the letter of code 0. */
  private final int firstLetter;

  /**
   * Whether nearly all letters follow either the first one or those before the last one without a
   * gap, behind a terminator: a space, and "a" to "z".
   */
  final boolean hasUsual;

  /** What makes codes from 1 on reach {@link #HIGH_BITS}, those from the first rare one, ... */
  private final long toFirst;

  private final long toRare;

  /** ... and those behind the rare ones. */
  private final long toLast;

  /** How far letters are from their codes, and how much farther the last ones are. */
  private final long byFirst;

  private final long byLast;

  /** Whether there is a terminator, and all letters follow each other. */
  private final boolean follow;

  private final int firstOfAll;
  private final int lastOfAll;

  /** The letters as 256 bits. */
  private final long[] members = new long[4];

  Alphabet(int number, int bits, boolean hasTerminator, String content) {
    int first = hasTerminator ? 1 : 0;
    assert content.length() + first <= 1 << bits : name();
    this.number = number;
    this.bits = bits;
    this.hasTerminator = hasTerminator;
    this.columnsPerWord = Long.SIZE / bits;
    this.codeBits = ((1L << bits) - 1) * EACH_BYTE;
    for (int columns = 0; columns < packedBytes.length; columns++) {
      int words = columns / columnsPerWord;
      int rest = columns - words * columnsPerWord;
      packedBytes[columns] = (byte) (words * Long.BYTES + (rest * bits + 7) / 8);
    }
    this.letters = new byte[1 << bits];
    this.isHex = bits == 4 && hasTerminator == false;
    Arrays.fill(codes, (short) NONE);
    Arrays.fill(codeBytes, Byte.MIN_VALUE);
    for (int i = 0; i < content.length(); i++) {
      int letter = content.charAt(i);
      assert i == 0 || letter > content.charAt(i - 1) : name();
      letters[first + i] = (byte) letter;
      codes[letter] = (short) (first + i);
      codeBytes[letter] = (byte) (first + i);
      members[letter >>> 6] |= 1L << letter;
    }
    int step = 1;
    while (step < 15 && letters[step] == letters[step - 1] + 1) {
      step++;
    }
    stepAt = step;
    firstLetter = letters[0];
    stepBy = letters[step] - step - firstLetter;
    int end = content.length() + first;
    int rare = 2;
    while (rare < end && letters[rare] == letters[rare - 1] + 1) {
      rare++;
    }
    int last = end - 1;
    while (last > rare && letters[last - 1] == letters[last] - 1) {
      last--;
    }
    hasUsual = bits == 5 && hasTerminator && last - rare <= MAX_RARE;
    toFirst = (0x80 - 1) * EACH_BYTE;
    toRare = (0x80 - rare) * EACH_BYTE;
    toLast = (0x80 - last) * EACH_BYTE;
    byFirst = (letters[1] - 1) * EACH_BYTE;
    byLast = (letters[last] - last - (letters[1] - 1)) * EACH_BYTE;
    firstOfAll = content.charAt(0);
    lastOfAll = content.charAt(content.length() - 1);
    follow = hasTerminator && lastOfAll - firstOfAll == content.length() - 1;
    pairs = bits > MAX_PAIR_BITS ? null : pairs();
    int above = NONE;
    for (int b = 255; b >= 0; b--) {
      codesAbove[b] = (short) above;
      above = codes[b] == NONE ? above : codes[b];
    }
  }

  /** The letters of codes of an alphabet of four bits, each of which is a byte. */
  long digits(long codes) {
    // One in each byte whose code is not below the step, where the letters go on elsewhere.
    long above = ((codes + (16 - stepAt) * EACH_BYTE) >>> 4) & EACH_BYTE;
    return codes + firstLetter * EACH_BYTE + above * stepBy;
  }

  /**
   * The letters of the eight lowest codes of a word, the lowest last, of an alphabet of five or six
   * bits.
   */
  long eightLetters(long codes) {
    int width = 2 * bits;
    int ones = (1 << width) - 1;
    long low = pairs[(int) codes & ones] & 0xFFFFL;
    low |= (pairs[(int) (codes >>> width) & ones] & 0xFFFFL) << Short.SIZE;
    long high = pairs[(int) (codes >>> (2 * width)) & ones] & 0xFFFFL;
    high |= (pairs[(int) (codes >>> (3 * width)) & ones] & 0xFFFFL) << Short.SIZE;
    return high << Integer.SIZE | low;
  }

  /** The letters of usual codes, each of which is a byte; see {@link #areUsual}. */
  long usualLetters(long codes) {
    long fromFirst = (codes + toFirst) & HIGH_BITS;
    long fromLast = (codes + toLast) & HIGH_BITS;
    return codes
        + ((fromFirst - (fromFirst >>> 7)) & byFirst)
        + ((fromLast - (fromLast >>> 7)) & byLast);
  }

  /** Whether no code is a rare one. */
  boolean areUsual(long codes) {
    return (((codes + toRare) ^ (codes + toLast)) & HIGH_BITS) == 0;
  }

  /**
   * Letters in those bytes of a word that are ones, zeros in all others.
   *
   * @param code of as many as there are such bytes, the last one lowest; what is above is ignored
   */
  public long letters(long code, long places) {
    return switch (bits) {
      case 4 -> digits(MaskedBits.spread(code, places, bits)) & places;
      case 5, 6 -> MaskedBits.spreadBytes(eightLetters(code), places);
      default -> MaskedBits.spread(code, places, bits);
    };
  }

  /** Whether {@link #spreadToLetters} wants codes in the bytes of their letters, or together. */
  boolean wantsCodesApart() {
    return pairs == null || bits == 4;
  }

  /**
   * As {@link #letters}, for many words.
   *
   * @param words codes as {@link #wantsCodesApart} says, of which letters are made
   */
  void spreadToLetters(long[] words, int count, long places) {
    if (bits == 4) {
      for (int i = 0; i < count; i++) {
        words[i] = digits(words[i]) & places;
      }
    } else if (pairs != null) {
      for (int i = 0; i < count; i++) {
        words[i] = MaskedBits.spreadBytes(eightLetters(words[i]), places);
      }
    }
  }

  private short[] pairs() {
    short[] all = new short[1 << (2 * bits)];
    for (int i = 0; i < all.length; i++) {
      int first = letters[i >>> bits] & 0xFF;
      int second = letters[i & ((1 << bits) - 1)] & 0xFF;
      all[i] = (short) (first << Byte.SIZE | second);
    }
    return all;
  }

  private static String range(int first, int last) {
    StringBuilder all = new StringBuilder();
    for (int c = first; c <= last; c++) {
      all.append((char) c);
    }
    return all.toString();
  }

  /** The alphabet with a number, or null. */
  public static Alphabet ofNumber(int number) {
    return number < BY_NUMBER.length ? BY_NUMBER[number] : null;
  }

  /** The alphabet of the fewest bits that has all letters, or null. */
  public static Alphabet smallest(long[] letters, boolean terminated) {
    Alphabet best = null;
    for (Alphabet alphabet : BY_NUMBER) {
      if ((best == null || alphabet.bits < best.bits)
          && (alphabet.hasTerminator || terminated == false)
          && alphabet.containsAll(letters)) {
        best = alphabet;
      }
    }
    return best;
  }

  /** Whether all of some bytes, as 256 bits, are letters of the alphabet. */
  public boolean containsAll(long[] wanted) {
    long missing = 0;
    for (int i = 0; i < wanted.length; i++) {
      missing |= wanted[i] & ~members[i];
    }
    return missing == 0;
  }

  /** The code of a byte, or {@link #NONE} if it is no letter of the alphabet. */
  public int code(byte wanted) {
    return codes[wanted & 0xFF];
  }

  /** The least code of a letter that is greater than a byte, or {@link #NONE}. */
  int codeAbove(byte wanted) {
    return codesAbove[wanted & 0xFF];
  }

  /**
   * The codes of bytes in their places in a word, the first in the highest byte. Where a byte is no
   * letter of the alphabet, {@link #areCodes} tells; where there is none, the code is 0.
   *
   * @param word the bytes, followed by zeros
   * @param count how many there are
   */
  long codes(long word, int count) {
    if (this == BYTES) {
      return word;
    }
    long given = TermWords.firstBytes(count);
    if (isHex) {
      // "a" to "f" have this bit, and digits do not. What is neither is found out on the way back.
      long aToF = (word >>> 6) & EACH_BYTE;
      long digits = (word & 15 * EACH_BYTE) + aToF * 9;
      long above = ((digits + (16 - stepAt) * EACH_BYTE) >>> 4) & EACH_BYTE;
      long wrong = (digits + firstLetter * EACH_BYTE + above * stepBy) ^ word;
      long tooLarge = digits << 3;
      return (digits | (((wrong & ~HIGH_BITS) + ~HIGH_BITS | wrong | tooLarge) & HIGH_BITS))
          & given;
    }
    if (follow) {
      // Places of letters behind the last that is none, and with the highest bit what is beyond.
      long low = word & ~HIGH_BITS;
      long all = (word | HIGH_BITS) - (firstOfAll - 1) * EACH_BYTE & codeBits;
      long least = low + (128 - firstOfAll) * EACH_BYTE;
      long beyond = low + (127 - lastOfAll) * EACH_BYTE;
      return (all | ((word | ~least | beyond) & HIGH_BITS)) & given;
    }
    long all = 0;
    for (int shift = Long.SIZE - Byte.SIZE; shift >= Long.SIZE - count * Byte.SIZE; shift -= 8) {
      all |= (codeBytes[(int) (word >>> shift) & 0xFF] & 0xFFL) << shift;
    }
    return all;
  }

  /** Whether there are codes in those bytes of a word, which are ones, and not something else. */
  boolean areCodes(long codes, long places) {
    return this == BYTES || (codes & places & HIGH_BITS) == 0;
  }

  /** Bytes that a term of so many columns takes. */
  public int packedBytes(int columns) {
    return packedBytes[columns];
  }
}
