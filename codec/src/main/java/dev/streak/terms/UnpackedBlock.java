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

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * All terms of a block, for who reads one after the other. Terms are written in pieces of eight
 * bytes, each of which may spoil what comes after it, which is written later.
 */
final class UnpackedBlock {

  /** What may be written behind the last term, or behind the columns of one. */
  private static final int SPARE = 2 * Long.SIZE;

  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Where the columns of the next term begin. */
  private static final int ROW = TermBlockLayout.MAX_COLUMNS + 16;

  private final RandomAccessInput in;

  /** The part of the block that has the terms. */
  private byte[] packed = new byte[1024];

  private byte[] bytes = new byte[4096];
  private final int[] starts = new int[TermBlockLayout.TERMS];
  private final int[] lengths = new int[TermBlockLayout.TERMS];

  /** How many bytes a term begins with that the one before it does, at least. */
  private final int[] shared = new int[TermBlockLayout.TERMS];

  private final BytesRef term = new BytesRef();
  private byte[] prefix = new byte[64];

  /** The varying columns of all terms, a row for each. */
  private final byte[] unpacked = new byte[TermBlockLayout.TERMS * ROW + SPARE];

  /** Varying columns that follow each other: where such a stretch begins among the varying ones. */
  private final int[] stretches = new int[TermBlockLayout.MAX_COLUMNS + 1];

  /** Where in the term it begins. */
  private final int[] places = new int[TermBlockLayout.MAX_COLUMNS];

  private int stretchCount;
  private final int[] constantPlaces = new int[TermBlockLayout.MAX_COLUMNS];
  private final byte[] constants = new byte[TermBlockLayout.MAX_COLUMNS];
  private int constantCount;

  UnpackedBlock(RandomAccessInput in) {
    this.in = in;
  }

  /** A term, valid until another block is unpacked. */
  BytesRef term(int index) {
    term.bytes = bytes;
    term.offset = starts[index];
    term.length = lengths[index];
    return term;
  }

  /** How many bytes a term begins with that the one before it in the block does, at least. */
  int shared(int index) {
    return shared[index];
  }

  private void readPrefix(long at, int length) throws IOException {
    prefix = ArrayUtil.growNoCopy(prefix, length + Long.BYTES);
    in.readBytes(at, prefix, 0, length);
  }

  private void readPacked(long at, int length) throws IOException {
    packed = ArrayUtil.growNoCopy(packed, length + Long.BYTES);
    in.readBytes(at, packed, 0, length);
  }

  /** Unpacks a block of rests. */
  void unpackRests(long prefixAt, int prefixBytes, int count, int offsetBytes, long endsAt, int all)
      throws IOException {
    readPrefix(prefixAt, prefixBytes);
    int endsBytes = count * offsetBytes;
    readPacked(endsAt, endsBytes + all);
    bytes = ArrayUtil.growNoCopy(bytes, count * prefixBytes + all);
    int mask = -1 >>> (Integer.SIZE - offsetBytes * Byte.SIZE);
    int from = 0;
    int to = 0;
    for (int i = 0; i < count; i++) {
      int end = (int) BitUtil.VH_LE_INT.get(packed, i * offsetBytes) & mask;
      int rest = end - from;
      System.arraycopy(prefix, 0, bytes, to, prefixBytes);
      System.arraycopy(packed, endsBytes + from, bytes, to + prefixBytes, rest);
      starts[i] = to;
      lengths[i] = prefixBytes + rest;
      shared[i] = i == 0 ? 0 : common(starts[i - 1], lengths[i - 1], to, lengths[i]);
      to += prefixBytes + rest;
      from = end;
    }
  }

  private int common(int before, int lengthBefore, int start, int length) {
    int mismatch =
        Arrays.mismatch(bytes, before, before + lengthBefore, bytes, start, start + length);
    return mismatch < 0 ? length : mismatch;
  }

  /** Unpacks a block of columns. */
  void unpackColumns(
      long prefixAt,
      int prefixBytes,
      int count,
      Alphabet alphabet,
      int columns,
      long mask,
      long constantsAt,
      long termsAt)
      throws IOException {
    readPrefix(prefixAt, prefixBytes);
    int varying = planColumns(columns, mask, prefixBytes, constantsAt);
    int stride = alphabet.packedBytes(varying);
    readPacked(termsAt, count * stride);
    int length = prefixBytes + columns;
    bytes = ArrayUtil.growNoCopy(bytes, count * length + SPARE);
    int perWord = alphabet.columnsPerWord();
    // All terms are unpacked before the first is put together: what was just written in other
    // pieces is slow to read.
    for (int i = 0; i < count; i++) {
      int changed = varying;
      int at = i * stride;
      for (int column = 0; column < varying; column += perWord) {
        long word = (long) BIG_ENDIAN_LONG.get(packed, at);
        if (changed == varying && i > 0) {
          long change = word ^ (long) BIG_ENDIAN_LONG.get(packed, at - stride);
          if (change != 0) {
            int first = column + Long.numberOfLeadingZeros(change) / alphabet.bits;
            changed = Math.min(varying, first);
          }
        }
        unpack(alphabet, word, i * ROW + column, Math.min(perWord, varying - column));
        at += Long.BYTES;
      }
      shared[i] = i == 0 ? 0 : placeOf(changed, length);
    }
    for (int i = 0; i < count; i++) {
      int start = i * length;
      assemble(start, i * ROW, prefixBytes);
      starts[i] = start;
      lengths[i] = length;
      if (alphabet.hasTerminator) {
        while (lengths[i] > prefixBytes && bytes[start + lengths[i] - 1] == 0) {
          lengths[i]--;
        }
      }
    }
  }

  /** Finds stretches and constants; returns how many columns vary. */
  private int planColumns(int columns, long mask, int prefixBytes, long constantsAt)
      throws IOException {
    stretchCount = 0;
    constantCount = 0;
    int varying = 0;
    boolean variesBefore = false;
    for (int column = 0; column < columns; column++) {
      boolean varies = (mask >>> column & 1) != 0;
      if (varies == false) {
        constants[constantCount] = in.readByte(constantsAt + constantCount);
        constantPlaces[constantCount++] = prefixBytes + column;
      } else {
        if (variesBefore == false) {
          stretches[stretchCount] = varying;
          places[stretchCount++] = prefixBytes + column;
        }
        varying++;
      }
      variesBefore = varies;
    }
    stretches[stretchCount] = varying;
    return varying;
  }

  private void unpack(Alphabet alphabet, long word, int column, int count) {
    int bits = alphabet.bits;
    if (bits == Byte.SIZE) {
      BIG_ENDIAN_LONG.set(unpacked, column, word);
      return;
    }
    if (bits == 4) {
      BIG_ENDIAN_LONG.set(unpacked, column, alphabet.symbols(word >>> Integer.SIZE));
      if (count > Long.BYTES) {
        BIG_ENDIAN_LONG.set(unpacked, column + Long.BYTES, alphabet.symbols(word));
      }
      return;
    }
    long rest = word;
    short[] pairs = alphabet.pairs;
    if (pairs == null) {
      for (int i = 0; i < count; i++) {
        unpacked[column + i] = alphabet.symbols[(int) (rest >>> -bits)];
        rest <<= bits;
      }
      return;
    }
    int shift = Long.SIZE - 2 * bits;
    for (int i = 0; i < count; i += 2) {
      BitUtil.VH_LE_SHORT.set(unpacked, column + i, pairs[(int) (rest >>> shift)]);
      rest <<= 2 * bits;
    }
  }

  /** Puts prefix, varying columns and constants in their places. */
  private void assemble(int start, int row, int prefixBytes) {
    for (int i = 0; i < prefixBytes; i += Long.BYTES) {
      BitUtil.VH_LE_LONG.set(bytes, start + i, (long) BitUtil.VH_LE_LONG.get(prefix, i));
    }
    for (int s = 0; s < stretchCount; s++) {
      int to = start + places[s];
      int end = row + stretches[s + 1];
      for (int from = row + stretches[s]; from < end; from += Long.BYTES, to += Long.BYTES) {
        BitUtil.VH_LE_LONG.set(bytes, to, (long) BitUtil.VH_LE_LONG.get(unpacked, from));
      }
    }
    for (int i = 0; i < constantCount; i++) {
      bytes[start + constantPlaces[i]] = constants[i];
    }
  }

  /** The place in the term of a varying column, or the length if there is no such column. */
  private int placeOf(int varyingColumn, int length) {
    for (int s = 0; s < stretchCount; s++) {
      if (varyingColumn < stretches[s + 1]) {
        return places[s] + varyingColumn - stretches[s];
      }
    }
    return length;
  }
}
