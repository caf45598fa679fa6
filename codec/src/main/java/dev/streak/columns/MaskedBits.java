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

/**
 * Puts bits where a mask has bytes of ones, and takes them from there. Java's methods for any mask
 * are one instruction on some processors; see {@link MaskInstructions}. On others they take six
 * steps of four operations. Here three do, as bytes move together, and those that move nothing are
 * left out; codes of a few bits become bytes in three more.
 */
final class MaskedBits {

  private static final boolean INSTRUCTIONS = MaskInstructions.areUsed();

  private static final long LOW_INTS = 0x00000000FFFFFFFFL;
  private static final long LOW_SHORTS = 0x0000FFFF0000FFFFL;
  private static final long LOW_BYTES = 0x00FF00FF00FF00FFL;

  /** A one in each int, and in each short. */
  private static final long EACH_INT = 0x0000000100000001L;

  private static final long EACH_SHORT = 0x0001000100010001L;

  /** Gathers the lowest bits of eight bytes in the highest byte of a product. */
  private static final long TO_HIGH_BYTE = 0x0102040810204080L;

  /** By bits of a code: these bits in each byte. */
  private static final long[] CODE_BITS = new long[Byte.SIZE + 1];

  /**
   * By the bytes that are ones in a mask: when bytes move up to them, the places of those that just
   * went up by four bytes, by two and by one, in this order.
   */
  private static final long[] BY_FOUR = new long[1 << Byte.SIZE];

  private static final long[] BY_TWO = new long[1 << Byte.SIZE];
  private static final long[] BY_ONE = new long[1 << Byte.SIZE];

  static {
    for (int bits = 0; bits < CODE_BITS.length; bits++) {
      CODE_BITS[bits] = ((1L << bits) - 1) * Alphabet.EACH_BYTE;
    }
    for (int flags = 0; flags < BY_FOUR.length; flags++) {
      planMoves(TermWords.bytesOf(flags));
    }
  }

  private MaskedBits() {}

  private static void planMoves(long places) {
    int index = indexOf(places);
    int from = 0;
    for (int place = 0; place < Byte.SIZE; place++) {
      if (byteAt(place, places) != 0) {
        int distance = place - from++;
        BY_FOUR[index] |= (distance & 4) != 0 ? byteAt(place - (distance & 3), -1L) : 0;
        BY_TWO[index] |= (distance & 2) != 0 ? byteAt(place - (distance & 1), -1L) : 0;
        BY_ONE[index] |= (distance & 1) != 0 ? byteAt(place, -1L) : 0;
      }
    }
  }

  private static long byteAt(int place, long word) {
    return word & (0xFFL << (place * Byte.SIZE));
  }

  private static int indexOf(long places) {
    return (int) (((places & Alphabet.EACH_BYTE) * TO_HIGH_BYTE) >>> (Long.SIZE - Byte.SIZE));
  }

  /**
   * Puts codes into those bytes of a word that are ones, and zeros into all others.
   *
   * @param codes as many as there are such bytes, the last one lowest; what is above is ignored
   * @param bits of a code, at least four
   */
  static long spread(long codes, long places, int bits) {
    return INSTRUCTIONS
        ? Long.expand(codes, places & CODE_BITS[bits])
        : moveUp(widen(codes, bits), places);
  }

  /** As {@link #spread}, for codes of eight bits. */
  static long spreadBytes(long bytes, long places) {
    return INSTRUCTIONS ? Long.expand(bytes, places) : moveUp(bytes, places);
  }

  /** Takes the codes from those bytes of a word that are ones: what {@link #spread} put there. */
  static long gather(long word, long places, int bits) {
    return INSTRUCTIONS
        ? Long.compress(word, places & CODE_BITS[bits])
        : narrow(moveDown(word, places & CODE_BITS[bits]), bits);
  }

  /** As {@link #gather}, for codes of eight bits. */
  static long gatherBytes(long word, long places) {
    return INSTRUCTIONS ? Long.compress(word, places) : moveDown(word, places);
  }

  /** The eight lowest codes of a word, a byte each. */
  static long widen(long codes, int bits) {
    long four = (1L << (4 * bits)) - 1;
    long two = ((1L << (2 * bits)) - 1) * EACH_INT;
    long one = ((1L << bits) - 1) * EACH_SHORT;
    int step = Byte.SIZE - bits;
    long ints = (codes & four) | ((codes & (four << (4 * bits))) << (4 * step));
    long shorts = (ints & two) | ((ints & (two << (2 * bits))) << (2 * step));
    return (shorts & one) | ((shorts & (one << bits)) << step);
  }

  /** What {@link #widen} makes these bytes of. */
  static long narrow(long bytes, int bits) {
    int step = Byte.SIZE - bits;
    long shorts = (bytes & LOW_BYTES) | ((bytes & ~LOW_BYTES) >>> step);
    long ints = (shorts & LOW_SHORTS) | ((shorts & ~LOW_SHORTS) >>> (2 * step));
    return (ints & LOW_INTS) | ((ints & ~LOW_INTS) >>> (4 * step));
  }

  /** The lowest bytes of a word, moved up to those that are ones. */
  static long moveUp(long bytes, long places) {
    int index = indexOf(places);
    long moved = bytes;
    long byFour = BY_FOUR[index];
    if (byFour != 0) {
      moved = (moved & ~byFour) | ((moved << (4 * Byte.SIZE)) & byFour);
    }
    long byTwo = BY_TWO[index];
    if (byTwo != 0) {
      moved = (moved & ~byTwo) | ((moved << (2 * Byte.SIZE)) & byTwo);
    }
    long byOne = BY_ONE[index];
    if (byOne != 0) {
      moved = (moved & ~byOne) | ((moved << Byte.SIZE) & byOne);
    }
    return moved & places;
  }

  /** Some bits of those bytes of a word that have ones in a mask, the bytes moved down. */
  static long moveDown(long word, long mask) {
    int index = indexOf(mask);
    long moved = word & mask;
    long byOne = moved & BY_ONE[index];
    moved = (moved ^ byOne) | (byOne >>> Byte.SIZE);
    long byTwo = moved & BY_TWO[index];
    moved = (moved ^ byTwo) | (byTwo >>> (2 * Byte.SIZE));
    long byFour = moved & BY_FOUR[index];
    return (moved ^ byFour) | (byFour >>> (4 * Byte.SIZE));
  }
}
