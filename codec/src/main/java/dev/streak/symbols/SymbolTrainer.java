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
import org.apache.lucene.util.FixedBitSet;

/**
 * Chooses the symbols of a table by texts. Each round writes the texts with the symbols of the
 * round before and counts which symbols, and which two behind each other, occur how often: what
 * saves most becomes the next table. It begins with single bytes, so that symbols grow from round
 * to round.
 */
public final class SymbolTrainer {

  /** Each round counts only one of so many texts: symbols that still grow need no more. */
  private static final int[] STEPS = {4, 4, 2, 1, 1};

  /** What occurs less often is not a symbol. */
  private static final int LEAST = 3;

  /** By so many bytes of texts it is told whether to train. */
  private static final int PROBED_BYTES = 1 << 13;

  /** At so many places in a hundred there are four bytes that were elsewhere before. */
  private static final int LEAST_REPEATED_PERCENT = 13;

  /** An odd number whose product spreads bits to the upper half. */
  private static final int MIX = 0x9E3779B9;

  private SymbolTrainer() {}

  /**
   * Returns the table that suits texts, or null if nothing in them occurs often.
   *
   * @param texts one behind the other, and {@link SymbolEncoder#SPARE} bytes
   * @param ends where each of them ends
   */
  public static SymbolTable train(byte[] texts, int[] ends, int count) {
    if (isRepetitive(texts, ends, count) == false) {
      return null;
    }
    SymbolTable table = new SymbolTable(new long[0], new byte[0], 0);
    SymbolCounts counts = new SymbolCounts();
    for (int step : STEPS) {
      counts.clear();
      SymbolEncoder encoder = new SymbolEncoder(table);
      for (int i = step - 1; i < count; i += step) {
        count(counts, encoder, texts, i == 0 ? 0 : ends[i - 1], ends[i]);
      }
      table = counts.best(LEAST);
    }
    return table.count() == 0 ? null : table;
  }

  /** Random keys repeat next to nothing: to train takes longer than to write them. */
  private static boolean isRepetitive(byte[] texts, int[] ends, int count) {
    FixedBitSet seen = new FixedBitSet(1 << Short.SIZE);
    int step = Math.max(1, (count == 0 ? 0 : ends[count - 1]) / PROBED_BYTES);
    int places = 0;
    int repeated = 0;
    for (int i = step - 1; i < count; i += step) {
      for (int at = i == 0 ? 0 : ends[i - 1]; at + Integer.BYTES <= ends[i]; at++) {
        int hash = (int) BitUtil.VH_LE_INT.get(texts, at) * MIX;
        repeated += seen.getAndSet(hash >>> Short.SIZE) ? 1 : 0;
        places++;
      }
    }
    return repeated * 100 >= places * LEAST_REPEATED_PERCENT;
  }

  private static void count(
      SymbolCounts counts, SymbolEncoder encoder, byte[] text, int from, int to) {
    long before = 0;
    int lengthBefore = 0;
    int at = from;
    while (at < to) {
      int code = encoder.codeAt(text, at, to - at);
      long symbol = code < 0 ? text[at] & 0xFF : encoder.table().symbol(code);
      int length = code < 0 ? 1 : encoder.table().length(code);
      counts.add(symbol, length);
      if (lengthBefore > 0) {
        addBoth(counts, before, lengthBefore, symbol, length);
      }
      before = symbol;
      lengthBefore = length;
      at += length;
    }
  }

  /** Counts a symbol and then another, as much of it as there is room for, as one. */
  private static void addBoth(
      SymbolCounts counts, long symbol, int length, long next, int nextLength) {
    if (length == SymbolTable.MAX_SYMBOL_BYTES) {
      counts.add(symbol, length);
      return;
    }
    int both = Math.min(length + nextLength, SymbolTable.MAX_SYMBOL_BYTES);
    counts.add(symbol | next << (length * Byte.SIZE), both);
  }
}
