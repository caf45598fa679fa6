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
package dev.streak.termblock;

import dev.streak.columns.Alphabet;
import dev.streak.columns.ColumnLayout;
import dev.streak.columns.ColumnMask;
import dev.streak.columns.ColumnPlan;
import dev.streak.columns.TermWords;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/** The packed terms of a block in an array, for who reads columns without unpacking terms. */
public final class PackedColumns {

  /** The shared columns of two terms, by the leading bits that their words have in common. */
  private static final byte[][] COLUMNS_OF_BITS = new byte[Byte.SIZE + 1][];

  static {
    for (int bits = 1; bits <= Byte.SIZE; bits++) {
      COLUMNS_OF_BITS[bits] = new byte[Long.SIZE + 1];
      for (int i = 0; i <= Long.SIZE; i++) {
        COLUMNS_OF_BITS[bits][i] = (byte) Math.min(i / bits, Long.SIZE / bits);
      }
    }
  }

  private Alphabet alphabet;
  private int columns;
  private long mask;
  private int varying;
  private int stride;
  private byte[] packed = new byte[512];
  private byte[] sharedColumns;

  /** Null if all columns vary. */
  private int[] constantsBefore;

  private final int[] constantCounts = new int[ColumnMask.MAX_COLUMNS + 2];
  private final byte[] constants = new byte[ColumnMask.MAX_COLUMNS];

  /** Reads the packed terms of a block. */
  void open(RandomAccessInput in, int terms, ColumnLayout layout) throws IOException {
    alphabet = layout.alphabet();
    columns = layout.count();
    mask = layout.mask();
    sharedColumns = COLUMNS_OF_BITS[alphabet.bits];
    varying = Long.bitCount(mask);
    stride = layout.stride();
    int length = terms * stride;
    packed = ArrayUtil.growNoCopy(packed, length + ColumnPlan.SPARE);
    in.readBytes(layout.termAt(0), packed, 0, length);
    constantsBefore = null;
    if (varying < columns) {
      in.readBytes(layout.constantsAt(), constants, 0, columns - varying);
      countConstants();
    }
  }

  private void countConstants() {
    constantsBefore = constantCounts;
    int column = 0;
    for (long left = mask; left != 0; left &= left - 1) {
      constantCounts[column + 1] = Long.numberOfTrailingZeros(left) - column;
      column++;
    }
    constantCounts[column + 1] = columns - varying;
  }

  public Alphabet alphabet() {
    return alphabet;
  }

  /** Whether what follows the prefix and the own bytes of sections is all ASCII. */
  public boolean areAscii() {
    boolean ascii = alphabet != Alphabet.BYTES;
    for (int i = 0; i < columns - varying; i++) {
      ascii &= constants[i] >= 0;
    }
    return ascii;
  }

  /** All columns. */
  public int columns() {
    return columns;
  }

  /** Whether the terms of the block have different bytes in a column. */
  public boolean varies(int column) {
    return (mask >>> column & 1L) != 0;
  }

  /** Columns that vary. */
  public int varying() {
    return varying;
  }

  /** Bytes of a packed term. */
  public int stride() {
    return stride;
  }

  public boolean hasConstants() {
    return constantsBefore != null;
  }

  /** Where in the {@link #constants} those begin that stand right before a varying column. */
  public int constantsFrom(int column) {
    return constantsBefore[column];
  }

  /** Where they end; behind the last varying column, where all end. */
  public int constantsTo(int column) {
    return constantsBefore[column + 1];
  }

  /** The bytes of all columns that do not vary. */
  public byte[] constants() {
    return constants;
  }

  /** A word of packed codes, the first one highest. */
  public long word(int at) {
    return (long) TermWords.BIG_ENDIAN_LONG.get(packed, at);
  }

  /** The columns of a word that two terms share before the first difference of their bits. */
  public int shared(long difference) {
    return sharedColumns[Long.numberOfLeadingZeros(difference)];
  }
}
