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

import java.util.Arrays;
import org.apache.lucene.util.BitUtil;

/** Writes texts as codes of a table: always the longest symbol that fits. Immutable. */
public final class SymbolEncoder {

  /** Bytes that must be behind a text in its array. */
  public static final int SPARE = Long.BYTES;

  /** Most bytes that a byte of a text becomes. */
  public static final int MOST_PER_BYTE = 2;

  /** Symbols of two bytes and more are looked for by the hash of these. */
  private static final int HASH_BITS = 10;

  private static final int MIX = 0x9E3779B1;

  private final SymbolTable table;

  /** The code of each byte that is a symbol, or -1. */
  private final short[] single = new short[1 << Byte.SIZE];

  /** Where the symbols with a hash begin in the arrays that follow, the longest first. */
  private final short[] first = new short[(1 << HASH_BITS) + 1];

  private final short[] codes;
  private final long[] symbols;

  /** Bits of a word that the symbol does not take. */
  private final byte[] unused;

  /** An encoder for a table. */
  public SymbolEncoder(SymbolTable table) {
    this.table = table;
    int count = table.count();
    codes = new short[count];
    symbols = new long[count];
    unused = new byte[count];
    Arrays.fill(single, (short) -1);
    for (int code = 0; code < count; code++) {
      if (table.length(code) == 1) {
        single[(int) table.symbol(code) & 0xFF] = (short) code;
      } else {
        first[hash(table.symbol(code)) + 1]++;
      }
    }
    for (int hash = 0; hash < 1 << HASH_BITS; hash++) {
      first[hash + 1] += first[hash];
    }
    short[] next = first.clone();
    for (int length = SymbolTable.MAX_SYMBOL_BYTES; length > 1; length--) {
      for (int code = 0; code < count; code++) {
        if (table.length(code) == length) {
          int at = next[hash(table.symbol(code))]++;
          codes[at] = (short) code;
          symbols[at] = table.symbol(code);
          unused[at] = (byte) (Long.SIZE - length * Byte.SIZE);
        }
      }
    }
  }

  /** Of the first two bytes of a word. */
  private static int hash(long word) {
    return (((int) word & 0xFFFF) * MIX) >>> (Integer.SIZE - HASH_BITS);
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
    int spare = Long.SIZE - left * Byte.SIZE;
    int hash = hash(word);
    int to = first[hash + 1];
    for (int i = first[hash]; i < to; i++) {
      if (unused[i] >= spare && (word ^ symbols[i]) << unused[i] == 0) {
        return codes[i];
      }
    }
    return single[(int) word & 0xFF];
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
