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

import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * How the columns of a block become terms. A term is put together in pieces of eight bytes, each
 * from one packed word or two that follow each other. A piece is unpacked for many terms before the
 * next one, so that what there is to know about it stays in registers.
 */
public final class ColumnPlan {

  /** The columns of a word up to its last one bit, by the zeros behind that and the bits of one. */
  private static final byte[][] COLUMNS_BEFORE_ZEROS = new byte[Byte.SIZE + 1][];

  static {
    for (int bits = 1; bits <= Byte.SIZE; bits++) {
      COLUMNS_BEFORE_ZEROS[bits] = new byte[Long.SIZE + 1];
      for (int zeros = 0; zeros <= Long.SIZE; zeros++) {
        COLUMNS_BEFORE_ZEROS[bits][zeros] = (byte) ((Long.SIZE - zeros + bits - 1) / bits);
      }
    }
  }

  /** Bytes that may be read behind the last packed term. */
  public static final int SPARE = 2 * Long.BYTES;

  private Alphabet alphabet;
  private int pieces;

  /** Where the word of a piece's first code begins in the packed term. */
  private final int[] words;

  /** How many bits follow the piece's last code in that word. */
  private final int[] shifts;

  /** How many bits of the next word belong to the piece. */
  private final int[] joined;

  /** The bytes of a piece that vary. */
  private final long[] varying;

  /** The bytes of those that do not, unless they are read from the block. */
  private final long[] constants;

  /** Bytes of the prefix, and columns. */
  private int bytes;

  /** Columns that vary. */
  private int columnsThatVary;

  /**
   * A plan of no block yet.
   *
   * @param maxBytes bytes of a prefix and columns, at most
   */
  public ColumnPlan(int maxBytes) {
    int maxPieces = (maxBytes + Long.BYTES - 1) / Long.BYTES;
    words = new int[maxPieces];
    shifts = new int[maxPieces];
    joined = new int[maxPieces];
    varying = new long[maxPieces];
    constants = new long[maxPieces];
  }

  /**
   * Plans a block.
   *
   * @param prefix how many bytes stand before the columns
   * @param mask the columns that vary
   * @param template a term with zeros for what varies, and behind the columns
   */
  public void open(Alphabet blockAlphabet, int prefix, int columns, long mask, byte[] template) {
    alphabet = blockAlphabet;
    bytes = prefix + columns;
    columnsThatVary = Long.bitCount(mask);
    pieces = 0;
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord;
    int word = 0;
    int used = 0;
    for (int place = 0; place < prefix + columns; place += Long.BYTES) {
      long vary = varyingBytes(mask, place - prefix);
      int codes = Long.bitCount(vary) >>> 3;
      int here = Math.min(codes, perWord - used);
      varying[pieces] = vary;
      constants[pieces] = (long) TermWords.BIG_ENDIAN_LONG.get(template, place);
      words[pieces] = word;
      shifts[pieces] = Long.SIZE - (used + here) * bits;
      joined[pieces++] = (codes - here) * bits;
      used += codes;
      if (used >= perWord) {
        used -= perWord;
        word += Long.BYTES;
      }
    }
  }

  /** Of eight bytes of a term, the first of which is a column, those that vary. */
  private static long varyingBytes(long mask, int column) {
    if (column <= -Long.BYTES) {
      return 0;
    }
    long flags = column < 0 ? mask << -column : mask >>> column;
    return TermWords.bytesOf((int) flags & 0xFF);
  }

  /**
   * Unpacks terms.
   *
   * @param stride from one packed term to the next, of which the first is the array's beginning
   * @param to where the first row begins
   * @param rowStride from one to the next
   */
  public void unpack(byte[] packed, int stride, byte[] rows, int to, int rowStride, int count) {
    for (int i = 0; i < pieces; i++) {
      int word = words[i];
      int row = to + i * Long.BYTES;
      if (varying[i] == 0) {
        fill(constants[i], rows, row, rowStride, count);
        continue;
      }
      switch (alphabet.bits) {
        case 4 -> digits(i, packed, word, stride, rows, row, rowStride, count);
        case 5, 6 -> {
          if (alphabet.hasUsual) {
            usual(i, packed, word, stride, rows, row, rowStride, count);
          } else {
            pairs(i, packed, word, stride, rows, row, rowStride, count);
          }
        }
        default -> codes(i, packed, word, stride, rows, row, rowStride, count);
      }
    }
  }

  /**
   * Whether a packed term and the columns of a target have the same letters, those that are missing
   * taken for zeros, in a plan without a prefix. All pieces are compared, as most terms that are
   * looked at are those that are looked for.
   *
   * @param in goes on for 16 bytes after the term
   * @param from where the columns of the target begin
   * @param length how many of them the target has
   * @param constantsAt where the constants are if they are not the plan's, or else negative
   */
  public boolean isEqual(
      RandomAccessInput in, long termAt, BytesRef target, int from, int length, long constantsAt)
      throws IOException {
    long difference = 0;
    long nextConstants = constantsAt;
    for (int i = 0; i < pieces; i++) {
      long vary = varying[i];
      long text = constants[i];
      if (constantsAt >= 0) {
        long constant = ~vary & placesFrom(i);
        if (constant != 0) {
          int count = Long.bitCount(constant) >>> 3;
          long few = Long.reverseBytes(in.readLong(nextConstants));
          text = MaskedBits.spreadBytes(few >>> (Long.SIZE - Byte.SIZE * count), constant);
          nextConstants += count;
        }
      }
      if (vary != 0) {
        text |= alphabet.letters(read(in, termAt + words[i], shifts[i], joined[i]), vary);
      }
      int count = Math.max(0, Math.min(Long.BYTES, length - i * Long.BYTES));
      difference |= text ^ TermWords.load(target.bytes, from + i * Long.BYTES, count);
    }
    return difference == 0;
  }

  /**
   * Compares packed terms with the columns of their targets, as {@link #isEqual} does.
   *
   * @param prefix how many bytes of a target stand before its columns
   * @param leastColumns no target has fewer
   * @param ownConstants whether the constants are read from the blocks
   */
  public void compare(
      RandomAccessInput in, ComparedTerms terms, int prefix, int leastColumns, boolean ownConstants)
      throws IOException {
    for (int i = 0; i < pieces; i++) {
      terms.unpack(in, alphabet, varying[i], words[i], shifts[i], joined[i]);
      long shared = constants[i];
      long constant = ~varying[i] & placesFrom(i);
      if (ownConstants && constant != 0) {
        terms.addConstants(in, constant);
        shared = 0;
      }
      int place = i * Long.BYTES;
      int missing = Math.max(0, place + Long.BYTES - bytes);
      boolean sameLength = Math.min(place + Long.BYTES, bytes) <= leastColumns;
      if (sameLength && prefix + place >= missing) {
        terms.compareWords(prefix + place - missing, Byte.SIZE * missing, shared);
      } else {
        terms.compareBytes(prefix + place, shared);
      }
    }
  }

  /** The bytes of a piece that are columns. */
  private long placesFrom(int piece) {
    int behind = (piece + 1) * Long.BYTES - bytes;
    return behind <= 0 ? -1L : -1L << (behind * Byte.SIZE);
  }

  private static void fill(long word, byte[] rows, int to, int rowStride, int count) {
    int row = to;
    for (int i = 0; i < count; i++) {
      TermWords.BIG_ENDIAN_LONG.set(rows, row, word);
      row += rowStride;
    }
  }

  /** The codes of a piece, the last one lowest; bits above the first one mean nothing. */
  static long read(RandomAccessInput in, long at, int shift, int join) throws IOException {
    long first = Long.reverseBytes(in.readLong(at)) >>> shift;
    if (join == 0) {
      return first;
    }
    return first << join | Long.reverseBytes(in.readLong(at + Long.BYTES)) >>> (Long.SIZE - join);
  }

  /** As above, from an array. */
  private static long read(byte[] packed, int at, int shift, int join) {
    long first = (long) TermWords.BIG_ENDIAN_LONG.get(packed, at) >>> shift;
    if (join == 0) {
      return first;
    }
    long next = (long) TermWords.BIG_ENDIAN_LONG.get(packed, at + Long.BYTES);
    return first << join | next >>> (Long.SIZE - join);
  }

  /** A piece of codes of four bits. */
  private void digits(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    Alphabet letters = alphabet;
    int shift = shifts[piece];
    int join = joined[piece];
    long vary = varying[piece];
    long constant = constants[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long each = MaskedBits.spread(read(packed, word, shift, join), vary, 4);
      TermWords.BIG_ENDIAN_LONG.set(rows, row, (letters.digits(each) & vary) | constant);
      word += stride;
      row += rowStride;
    }
  }

  /** A piece of codes most of which are usual ones. */
  private void usual(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    Alphabet letters = alphabet;
    int shift = shifts[piece];
    int join = joined[piece];
    long vary = varying[piece];
    long constant = constants[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long codes = read(packed, word, shift, join);
      long each = MaskedBits.spread(codes, vary, 5);
      long text =
          letters.areUsual(each)
              ? letters.usualLetters(each)
              : MaskedBits.spreadBytes(letters.eightLetters(codes), vary);
      TermWords.BIG_ENDIAN_LONG.set(rows, row, text | constant);
      word += stride;
      row += rowStride;
    }
  }

  /** A piece of codes that are looked up two by two. */
  private void pairs(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    Alphabet letters = alphabet;
    int shift = shifts[piece];
    int join = joined[piece];
    long vary = varying[piece];
    long constant = constants[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long each = letters.eightLetters(read(packed, word, shift, join));
      TermWords.BIG_ENDIAN_LONG.set(rows, row, MaskedBits.spreadBytes(each, vary) | constant);
      word += stride;
      row += rowStride;
    }
  }

  /** A piece of codes that are the letters. */
  private void codes(
      int piece, byte[] packed, int from, int stride, byte[] rows, int to, int rowStride, int n) {
    int shift = shifts[piece];
    int join = joined[piece];
    long vary = varying[piece];
    int bits = alphabet.bits;
    long constant = constants[piece];
    int word = from;
    int row = to;
    for (int i = 0; i < n; i++) {
      long each = MaskedBits.spread(read(packed, word, shift, join), vary, bits);
      TermWords.BIG_ENDIAN_LONG.set(rows, row, each | constant);
      word += stride;
      row += rowStride;
    }
  }

  /** Whether packed terms are so short that {@link #shorten} can be called. */
  public boolean canShorten() {
    return columnsThatVary <= 2 * alphabet.columnsPerWord;
  }

  /**
   * Takes the terminators at the end of each packed term off the end of its row. Whether they reach
   * into the first of two words is a matter of chance, so there is no branch.
   */
  public void shorten(byte[] packed, int stride, int[] ends, int first, int count) {
    byte[] columns = COLUMNS_BEFORE_ZEROS[alphabet.bits];
    int perWord = alphabet.columnsPerWord;
    int before = columnsThatVary > perWord ? perWord : 0;
    long lastBits = -1L << (Long.SIZE - (columnsThatVary - before) * alphabet.bits);
    long firstBits = before > 0 ? -1L : lastBits;
    int lastAt = before > 0 ? Long.BYTES : 0;
    int at = 0;
    for (int i = first; i < first + count; i++) {
      long last = (long) TermWords.BIG_ENDIAN_LONG.get(packed, at + lastAt) & lastBits;
      long begin = (long) TermWords.BIG_ENDIAN_LONG.get(packed, at) & firstBits;
      long isUsed = (last | -last) >> (Long.SIZE - 1);
      long word = last | (begin & ~isUsed);
      int used = (before & (int) isUsed) + columns[Long.numberOfTrailingZeros(word)];
      ends[i] -= columnsThatVary - used;
      at += stride;
    }
  }

  /**
   * Adds to the end of each row how many of its last bytes are no zeros.
   *
   * @param shortest what no row is shorter than; only behind it there may be zeros
   */
  public static void measure(
      byte[] rows, int from, int rowStride, int shortest, int[] ends, int first, int count) {
    int place = shortest & -Long.BYTES;
    int least = shortest - place;
    int row = from + place;
    for (int i = first; i < first + count; i++) {
      ends[i] = row + Math.max(least, usedBytes(rows, row));
      row += rowStride;
    }
    for (int next = place + Long.BYTES; next < rowStride; next += Long.BYTES) {
      row = from + next;
      for (int i = first; i < first + count; i++) {
        ends[i] += usedBytes(rows, row);
        row += rowStride;
      }
    }
  }

  /** Of eight bytes, how many there are before the zeros at their end. */
  private static int usedBytes(byte[] rows, int at) {
    long word = (long) TermWords.BIG_ENDIAN_LONG.get(rows, at);
    return Long.BYTES - (Long.numberOfTrailingZeros(word) >>> 3);
  }
}
