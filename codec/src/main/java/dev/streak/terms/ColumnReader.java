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

/** Reads one packed term of a block, column by column: {@link ColumnPlan} is for many. */
final class ColumnReader {

  private final RandomAccessInput in;

  ColumnReader(RandomAccessInput in) {
    this.in = in;
  }

  /**
   * Reads what follows the prefix of a term; returns where it ends in {@code bytes}.
   *
   * @param mask which of the columns vary
   * @param constantsAt where the others' bytes are
   * @param termAt where the packed term is
   * @param from where its first byte goes to
   */
  int read(
      Alphabet alphabet,
      int columns,
      long mask,
      long constantsAt,
      long termAt,
      byte[] bytes,
      int from)
      throws IOException {
    byte[] symbols = alphabet.symbols;
    int bits = alphabet.bits;
    int firstSymbol = alphabet.hasTerminator ? 1 : 0;
    long nextConstant = constantsAt;
    long nextWord = termAt;
    long word = 0;
    int left = 0;
    int to = from;
    for (int column = 0; column < columns; column++) {
      if ((mask >>> column & 1) == 0) {
        bytes[to++] = in.readByte(nextConstant++);
        continue;
      }
      if (left == 0) {
        word = Long.reverseBytes(in.readLong(nextWord));
        nextWord += Long.BYTES;
        left = alphabet.columnsPerWord;
      }
      int code = (int) (word >>> (Long.SIZE - bits));
      if (code < firstSymbol) {
        break;
      }
      bytes[to++] = symbols[code];
      word <<= bits;
      left--;
    }
    return to;
  }
}
