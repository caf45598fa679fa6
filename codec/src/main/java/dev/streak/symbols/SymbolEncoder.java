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
package dev.streak.symbols;

import org.apache.lucene.util.BitUtil;

/** Writes texts as codes of a table: always the longest symbol that fits. Immutable. */
public final class SymbolEncoder {

  /** Bytes that must be behind a text in its array. */
  public static final int SPARE = Long.BYTES;

  /** Most bytes that a byte of a text becomes. */
  public static final int MOST_PER_BYTE = 2;

  private final SymbolTable table;
  private final int[] codes;

  /**
   * Where the codes of the symbols with a first byte begin in {@link #codes}, the longest first.
   */
  private final int[] first = new int[(1 << Byte.SIZE) + 1];

  /** An encoder for a table. */
  public SymbolEncoder(SymbolTable table) {
    this.table = table;
    int count = table.count();
    codes = new int[count];
    for (int code = 0; code < count; code++) {
      first[firstByte(code) + 1]++;
    }
    for (int b = 0; b < 1 << Byte.SIZE; b++) {
      first[b + 1] += first[b];
    }
    int[] next = first.clone();
    for (int length = SymbolTable.MAX_SYMBOL_BYTES; length > 0; length--) {
      for (int code = 0; code < count; code++) {
        if (table.length(code) == length) {
          codes[next[firstByte(code)]++] = code;
        }
      }
    }
  }

  private int firstByte(int code) {
    return (int) table.symbol(code) & 0xFF;
  }

  /** The table. */
  public SymbolTable table() {
    return table;
  }

  /**
   * Returns the code of the longest symbol that a text goes on with, or -1 if there is none.
   *
   * @param left how many bytes of the text are left, one at least
   */
  int codeAt(byte[] bytes, int from, int left) {
    long word = (long) BitUtil.VH_LE_LONG.get(bytes, from);
    int b = (int) word & 0xFF;
    int to = first[b + 1];
    for (int i = first[b]; i < to; i++) {
      int code = codes[i];
      int length = table.length(code);
      long unused = Long.SIZE - (long) length * Byte.SIZE;
      if (length <= left && (word ^ table.symbol(code)) << unused == 0) {
        return code;
      }
    }
    return -1;
  }

  /**
   * Writes the codes of a text, and returns where they end.
   *
   * @param bytes the text, with {@link #SPARE} bytes behind it
   * @param coded with room for {@link #MOST_PER_BYTE} bytes for each of the text's
   */
  public int encode(byte[] bytes, int from, int to, byte[] coded, int start) {
    int end = start;
    int at = from;
    while (at < to) {
      int code = codeAt(bytes, at, to - at);
      if (code < 0) {
        coded[end++] = (byte) SymbolTable.ESCAPE;
        coded[end++] = bytes[at++];
      } else {
        coded[end++] = (byte) code;
        at += table.length(code);
      }
    }
    return end;
  }
}
