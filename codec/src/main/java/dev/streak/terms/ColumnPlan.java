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
package dev.streak.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How the columns of a block become terms. A term is put together in pieces: a piece is what one
 * packed word has for eight bytes of the term. Each piece is unpacked for many terms before the
 * next one, so that what there is to know about it stays in registers.
 */
final class ColumnPlan {

  /** Eight bytes of a term that come from two packed words make two pieces. */
  private static final int MAX_PIECES =
      2 * (TermBlockLayout.MAX_COLUMNS + TermRows.MAX_PREFIX_IN_ROW) / Long.BYTES + 2;

  /** Bytes that may be read behind the last packed term. */
  static final int SPARE = Long.BYTES;

  private static final long EACH_BYTE = 0x0101010101010101L;

  static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Alphabet alphabet;
  private int pieces;

  /** Where the eight bytes of a piece begin in the term. */
  private final int[] places = new int[MAX_PIECES];

  /** Where the word of a piece begins in the packed term. */
  private final int[] words = new int[MAX_PIECES];

  /** How many bits follow the piece's last code in its word. */
  private final int[] shifts = new int[MAX_PIECES];

  /** The bytes of a piece that vary. */
  private final long[] varying = new long[MAX_PIECES];

  /** Those of its bytes that do not, unless {@link #second}. */
  private final long[] constants = new long[MAX_PIECES];

  /** Whether the piece before has the same eight bytes. */
  private final boolean[] second = new boolean[MAX_PIECES];

  /**
   * Plans a block.
   *
   * @param prefix how many bytes stand before the columns
   * @param mask the columns that vary
   * @param template a term with zeros for what varies, and behind the columns
   */
  void open(Alphabet blockAlphabet, int prefix, int columns, long mask, byte[] template) {
    alphabet = blockAlphabet;
    pieces = 0;
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord();
    int word = 0;
    int used = 0;
    for (int place = 0; place < prefix + columns; place += Long.BYTES) {
      long vary = varyingBytes(mask, place - prefix);
      int left = Long.bitCount(vary) >>> 3;
      add(place, word, 0, 0);
      constants[pieces - 1] = (long) BIG_ENDIAN_LONG.get(template, place);
      second[pieces - 1] = false;
      while (left > 0) {
        if (varying[pieces - 1] != 0) {
          add(place, word, 0, 0);
          second[pieces - 1] = true;
        }
        int codes = Math.min(left, perWord - used);
        left -= codes;
        used += codes;
        // The lowest bytes are the last ones.
        long later = left == 0 ? 0 : Long.expand((1L << (left * Byte.SIZE)) - 1, vary);
        varying[pieces - 1] = vary & ~later;
        shifts[pieces - 1] = Long.SIZE - used * bits;
        vary = later;
        if (used == perWord) {
          used = 0;
          word += Long.BYTES;
        }
      }
    }
  }

  private void add(int place, int word, int shift, long vary) {
    places[pieces] = place;
    words[pieces] = word;
    shifts[pieces] = shift;
    varying[pieces++] = vary;
  }

  /** Of eight bytes of a term, the first of which is a column, those that vary. */
  private static long varyingBytes(long mask, int column) {
    if (column <= -Long.BYTES) {
      return 0;
    }
    long flags = column < 0 ? mask << -column : mask >>> column;
    return Long.expand(Long.reverse(flags) >>> (Long.SIZE - Byte.SIZE), EACH_BYTE) * 0xFF;
  }

  /**
   * Unpacks terms.
   *
   * @param from where the first packed term begins
   * @param stride from one to the next
   * @param to where the first row begins
   * @param rowStride from one to the next
   */
  void unpack(byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int count) {
    for (int i = 0; i < pieces; i++) {
      int word = from + words[i];
      int row = to + places[i];
      long vary = varying[i];
      if (vary == 0) {
        fill(constants[i], rows, row, rowStride, count);
        continue;
      }
      switch (alphabet.bits) {
        case 4 -> digits(i, packed, word, stride, rows, row, rowStride, count);
        case 5, 6 -> pairs(i, packed, word, stride, rows, row, rowStride, count);
        default -> codes(i, packed, word, stride, rows, row, rowStride, count);
      }
    }
  }

  private static void fill(long word, byte[] rows, int to, int rowStride, int count) {
    int row = to;
    for (int i = 0; i < count; i++) {
      BIG_ENDIAN_LONG.set(rows, row, word);
      row += rowStride;
    }
  }

  /** A piece of codes of four bits. */
  private void digits(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    Alphabet symbols = alphabet;
    int shift = shifts[piece];
    long vary = varying[piece];
    long codes = vary & EACH_BYTE * 0xF;
    long constant = constants[piece];
    boolean merge = second[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long each = Long.expand((long) BIG_ENDIAN_LONG.get(packed, word) >>> shift, codes);
      long base = merge ? (long) BIG_ENDIAN_LONG.get(rows, row) : constant;
      BIG_ENDIAN_LONG.set(rows, row, (symbols.digits(each) & vary) | base);
      word += stride;
      row += rowStride;
    }
  }

  /** A piece of codes that are looked up two by two. */
  private void pairs(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    short[] pairs = alphabet.pairs;
    int bits = 2 * alphabet.bits;
    int ones = (1 << bits) - 1;
    int shift = shifts[piece];
    long vary = varying[piece];
    long constant = constants[piece];
    boolean merge = second[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long code = (long) BIG_ENDIAN_LONG.get(packed, word) >>> shift;
      long low = pairs[(int) code & ones] & 0xFFFFL;
      low |= (pairs[(int) (code >>> bits) & ones] & 0xFFFFL) << Short.SIZE;
      long high = pairs[(int) (code >>> (2 * bits)) & ones] & 0xFFFFL;
      high |= (pairs[(int) (code >>> (3 * bits)) & ones] & 0xFFFFL) << Short.SIZE;
      long base = merge ? (long) BIG_ENDIAN_LONG.get(rows, row) : constant;
      BIG_ENDIAN_LONG.set(rows, row, Long.expand(high << Integer.SIZE | low, vary) | base);
      word += stride;
      row += rowStride;
    }
  }

  /** A piece of codes that are the symbols. */
  private void codes(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    int shift = shifts[piece];
    long vary = varying[piece];
    long codes = alphabet.bits == Byte.SIZE ? vary : vary & EACH_BYTE * 0x7F;
    long constant = constants[piece];
    boolean merge = second[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long each = Long.expand((long) BIG_ENDIAN_LONG.get(packed, word) >>> shift, codes);
      long base = merge ? (long) BIG_ENDIAN_LONG.get(rows, row) : constant;
      BIG_ENDIAN_LONG.set(rows, row, each | base);
      word += stride;
      row += rowStride;
    }
  }
}
