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
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * A term that is looked for, packed like the terms of a block, to be compared with them word by
 * word. Where it cannot be one of them, because it has a symbol that none of them has, what is
 * packed is its place among them: all terms whose packed bytes are less are less, all whose packed
 * bytes are greater are greater, and for those with the same bytes {@link #isAboveEqual} knows.
 */
final class PackedTarget {

  private final long[] words = new long[TermBlockLayout.MAX_COLUMNS * Byte.SIZE / Long.SIZE + 1];
  private int fullWords;
  private long restMask;
  private boolean exact;
  private boolean aboveEqual;

  /**
   * Packs what follows the prefix.
   *
   * @param constantsAt where the block's constants are
   */
  void pack(
      BytesRef target,
      int prefix,
      Alphabet alphabet,
      int columns,
      long mask,
      RandomAccessInput in,
      long constantsAt)
      throws IOException {
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord();
    int varying = Long.bitCount(mask);
    fullWords = varying / perWord;
    int rest = varying - fullWords * perWord;
    restMask = rest == 0 ? 0 : -1L << (Long.SIZE - (rest * bits + 7) / 8 * 8);
    byte[] bytes = target.bytes;
    int start = target.offset + prefix;
    int length = target.length - prefix;
    exact = true;
    aboveEqual = false;
    int word = 0;
    int shift = Long.SIZE;
    int usedShift = Long.SIZE - perWord * bits;
    long pending = 0;
    for (int column = 0; column < columns; column++) {
      if ((mask >>> column & 1) == 0) {
        int order =
            column < length
                ? (bytes[start + column] & 0xFF) - (in.readByte(constantsAt++) & 0xFF)
                : -1;
        if (order != 0) {
          fill(word, pending, shift, order > 0);
          return;
        }
        continue;
      }
      int code = 0;
      if (column < length) {
        code = alphabet.code(bytes[start + column]);
        if (code < 0) {
          placeBetween(alphabet.codeAbove(bytes[start + column]), word, pending, shift, bits);
          return;
        }
      } else if (alphabet.hasTerminator == false) {
        fill(word, pending, shift, false);
        return;
      }
      shift -= bits;
      pending |= (long) code << shift;
      if (shift == usedShift) {
        words[word++] = pending;
        pending = 0;
        shift = Long.SIZE;
      }
    }
    words[word] = pending;
    if (length > columns) {
      exact = false;
      aboveEqual = true;
    }
  }

  /** The target has a symbol that is none of the alphabet's. */
  private void placeBetween(int codeAbove, int word, long pending, int shift, int bits) {
    if (codeAbove < 0) {
      fill(word, pending, shift, true);
    } else {
      fill(word, pending | (long) codeAbove << (shift - bits), shift - bits, false);
    }
  }

  /** Puts the target below or above all terms that are equal so far. */
  private void fill(int word, long pending, int shift, boolean above) {
    exact = false;
    aboveEqual = above;
    long ones = above && shift > 0 ? -1L >>> (Long.SIZE - shift) : 0;
    words[word] = pending | ones;
    for (int i = word + 1; i <= fullWords; i++) {
      words[i] = above ? -1L : 0;
    }
  }

  /** Whether a term with equal bytes is the target. */
  boolean isExact() {
    return exact;
  }

  /** Whether the target, if not exact, is greater than a term with equal bytes. */
  boolean isAboveEqual() {
    return aboveEqual;
  }

  /** Compares the target with the packed term at a position. */
  int compareTo(RandomAccessInput in, long at) throws IOException {
    for (int i = 0; i < fullWords; i++) {
      long term = Long.reverseBytes(in.readLong(at + (long) i * Long.BYTES));
      if (term != words[i]) {
        return Long.compareUnsigned(words[i], term);
      }
    }
    if (restMask == 0) {
      return 0;
    }
    long term = Long.reverseBytes(in.readLong(at + (long) fullWords * Long.BYTES)) & restMask;
    long target = words[fullWords] & restMask;
    return Long.compareUnsigned(target, term);
  }
}
