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
package dev.streak.automata;

import dev.streak.columns.Alphabet;
import dev.streak.termblock.PackedColumns;
import org.apache.lucene.util.BytesRef;

/**
 * The columns that a suffix falls on. Where the terms of a block have the same length, one word or
 * two of a packed term tell whether it ends so.
 */
final class SuffixColumns {

  private final BytesRef suffix;
  private PackedColumns columns;
  private int from;
  private int to;

  /** The terms that end with what was compared. */
  private long ending;

  SuffixColumns(BytesRef suffix) {
    this.suffix = suffix;
  }

  /** Whether the terms of a block have the same length. */
  static boolean canCompare(PackedColumns columns) {
    return columns.alphabet().hasTerminator == false;
  }

  /**
   * Returns a bit for each term that ends with the suffix, or whose columns are the end of it.
   *
   * @param block one of terms that can be compared
   */
  long endingTerms(PackedColumns block, int firstTerm, int lastTerm) {
    columns = block;
    from = firstTerm;
    to = lastTerm;
    ending = -1L >>> -to & -1L << from;
    Alphabet alphabet = block.alphabet();
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord;
    int column = block.columns();
    int varying = block.varying();
    int constant = column - varying;
    int word = -1;
    long used = 0;
    long wanted = 0;
    for (int i = suffix.length - 1; i >= 0 && column > 0; i--) {
      byte letter = suffix.bytes[suffix.offset + i];
      if (block.varies(--column) == false) {
        if (block.constants()[--constant] != letter) {
          return 0;
        }
        continue;
      }
      int code = alphabet.code(letter);
      if (code < 0) {
        return 0;
      }
      varying--;
      if (varying / perWord != word) {
        compare(word, used, wanted);
        word = varying / perWord;
        used = 0;
        wanted = 0;
      }
      int shift = Long.SIZE - (varying % perWord + 1) * bits;
      used |= ((1L << bits) - 1) << shift;
      wanted |= (long) code << shift;
    }
    compare(word, used, wanted);
    return ending;
  }

  /** Leaves those terms whose codes in a word are those that are wanted. */
  private void compare(int word, long used, long wanted) {
    if (used == 0) {
      return;
    }
    int stride = columns.stride();
    int at = from * stride + word * Long.BYTES;
    long equal = 0;
    for (int i = from; i < to; i++) {
      equal |= ((columns.word(at) & used) == wanted ? 1L : 0L) << i;
      at += stride;
    }
    ending &= equal;
  }
}
