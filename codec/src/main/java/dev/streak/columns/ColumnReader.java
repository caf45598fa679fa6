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
import org.apache.lucene.util.BitUtil;

/** Reads one packed term of a block, eight columns at a time: {@link ColumnPlan} is for many. */
public final class ColumnReader {

  /** Bytes that are copied eight at a time. */
  private static final int FEW_BYTES = 2 * Long.BYTES;

  private final RandomAccessInput in;

  /** The word that codes are taken from, how many are left in it, and where the next one is. */
  private long word;

  private int left;
  private long next;

  public ColumnReader(RandomAccessInput in) {
    this.in = in;
  }

  /** Copies bytes; behind them up to seven more may be written. */
  public void copy(long at, byte[] bytes, int to, int length) throws IOException {
    if (length > FEW_BYTES) {
      in.readBytes(at, bytes, to, length);
      return;
    }
    for (int i = 0; i < length; i += Long.BYTES) {
      BitUtil.VH_LE_LONG.set(bytes, to + i, in.readLong(at + i));
    }
  }

  /**
   * Reads what follows the prefix of a term; returns where it ends in {@code bytes}, which have
   * room for seven more.
   *
   * @param from where its first byte goes to
   */
  public int read(ColumnLayout layout, int index, byte[] bytes, int from) throws IOException {
    Alphabet alphabet = layout.alphabet();
    int columns = layout.count();
    long mask = layout.mask();
    long nextConstants = layout.constantsAt();
    startWord(alphabet, layout.termAt(index));
    for (int column = 0; column < columns; column += Long.BYTES) {
      int all = (1 << Math.min(Long.BYTES, columns - column)) - 1;
      int varying = (int) (mask >>> column) & all;
      long places = TermWords.bytesOf(varying);
      long text = 0;
      if (varying != 0) {
        text = alphabet.letters(codes(alphabet, Integer.bitCount(varying)), places);
      }
      // A terminator's letter is zero.
      long ends = alphabet.hasTerminator ? zeros(text) & places : 0;
      int constants = all & ~varying;
      if (constants != 0) {
        int count = Integer.bitCount(constants);
        long few = Long.reverseBytes(in.readLong(nextConstants));
        long packed = few >>> (Long.SIZE - Byte.SIZE * count);
        text |= MaskedBits.spreadBytes(packed, TermWords.bytesOf(constants));
        nextConstants += count;
      }
      TermWords.BIG_ENDIAN_LONG.set(bytes, from + column, text);
      if (ends != 0) {
        return from + column + Long.numberOfLeadingZeros(ends) / Byte.SIZE;
      }
    }
    return from + columns;
  }

  private void startWord(Alphabet alphabet, long at) throws IOException {
    word = Long.reverseBytes(in.readLong(at));
    left = alphabet.columnsPerWord;
    next = at + Long.BYTES;
  }

  /** The next codes, at most eight, the last one lowest. */
  private long codes(Alphabet alphabet, int count) throws IOException {
    int bits = alphabet.bits;
    int end = left * bits + Long.SIZE - alphabet.columnsPerWord * bits;
    if (count <= left) {
      left -= count;
      return word >>> (end - count * bits);
    }
    int joined = (count - left) * bits;
    long first = left == 0 ? 0 : word >>> (end - left * bits);
    int rest = count - left;
    startWord(alphabet, next);
    left -= rest;
    return first << joined | word >>> (Long.SIZE - joined);
  }

  /** The highest bit of each byte that is zero. */
  private static long zeros(long text) {
    long low = ~Alphabet.HIGH_BITS;
    return ~((text & low) + low | text | low);
  }
}
