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
 * Compares bytes, and a term with one of a block for equality only: eight bytes at a time and
 * without a branch for each. {@link ColumnSearch} knows the order of packed terms, too, and takes
 * several times as long.
 */
public final class TermEquality {

  private static final int LOW_BYTE = 0xFF;

  private final RandomAccessInput in;

  /** Compares with terms of a file that goes on for 16 bytes after its last block. */
  public TermEquality(RandomAccessInput in) {
    this.in = in;
  }

  /** Whether {@code length} bytes of a target from an index on are those at a position. */
  public boolean sameBytes(BytesRef target, int from, int length, long at) throws IOException {
    return sameBytes(in, target, from, length, at);
  }

  /** As above, for bytes that can be read from anywhere. */
  public static boolean sameBytes(
      RandomAccessInput in, BytesRef target, int from, int length, long at) throws IOException {
    for (int i = 0; i < length; i += Long.BYTES) {
      int count = Math.min(Long.BYTES, length - i);
      long difference =
          TermWords.load(target.bytes, target.offset + from + i, count)
              ^ Long.reverseBytes(in.readLong(at + i));
      if (difference >>> (Long.SIZE - Byte.SIZE * count) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Compares {@code length} bytes of a target from an index on with those at a position. */
  public int compareBytes(BytesRef target, int from, int length, long at) throws IOException {
    for (int i = 0; i < length; i += Long.BYTES) {
      int count = Math.min(Long.BYTES, length - i);
      long expected = TermWords.load(target.bytes, target.offset + from + i, count);
      // What is read behind the bytes that count is not compared.
      long unused = Long.SIZE - Byte.SIZE * (long) count;
      long actual = Long.reverseBytes(in.readLong(at + i)) >>> unused << unused;
      if (expected != actual) {
        return Long.compareUnsigned(expected, actual);
      }
    }
    return 0;
  }

  /** Whether what follows the prefix of a target is the term with an index. */
  public boolean sameColumns(BytesRef target, int prefix, ColumnLayout layout, int index)
      throws IOException {
    Alphabet alphabet = layout.alphabet();
    int columns = layout.count();
    int length = target.length - prefix;
    if (length != columns && (length > columns || alphabet.hasTerminator == false)) {
      return false;
    }
    long constant = layout.constantMask();
    if (length < columns && constant >>> length != 0) {
      // Constant columns end where the shortest term does, or before.
      return false;
    }
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord;
    long mask = layout.mask();
    long nextConstants = layout.constantsAt();
    long nextWord = layout.termAt(index);
    long word = 0;
    int inWord = 0;
    for (int column = 0; column < columns; column += Byte.SIZE) {
      int count = Math.max(0, Math.min(Byte.SIZE, length - column));
      long letters = TermWords.load(target.bytes, target.offset + prefix + column, count);
      int constants = (int) (constant >>> column) & LOW_BYTE;
      if (constants != 0) {
        int n = Integer.bitCount(constants);
        long expected = Long.reverseBytes(in.readLong(nextConstants));
        long actual = MaskedBits.gatherBytes(letters, TermWords.bytesOf(constants));
        if (actual != expected >>> (Long.SIZE - Byte.SIZE * n)) {
          return false;
        }
        nextConstants += n;
      }
      int varying = (int) (mask >>> column) & LOW_BYTE;
      if (varying == 0) {
        continue;
      }
      long places = TermWords.bytesOf(varying);
      long codes = alphabet.codes(letters, count);
      if (alphabet.areCodes(codes, places) == false) {
        return false;
      }
      int n = Integer.bitCount(varying);
      long packed = MaskedBits.gather(codes, places, bits);
      inWord += n;
      if (inWord < perWord) {
        word |= packed << (Long.SIZE - inWord * bits);
        continue;
      }
      inWord -= perWord;
      word |= packed >>> (inWord * bits) << (Long.SIZE - perWord * bits);
      if (word != Long.reverseBytes(in.readLong(nextWord))) {
        return false;
      }
      nextWord += Long.BYTES;
      word = inWord == 0 ? 0 : packed << (Long.SIZE - inWord * bits);
    }
    int restBytes = (inWord * bits + Byte.SIZE - 1) / Byte.SIZE;
    return inWord == 0
        || (word ^ Long.reverseBytes(in.readLong(nextWord))) >>> (Long.SIZE - restBytes * Byte.SIZE)
            == 0;
  }
}
