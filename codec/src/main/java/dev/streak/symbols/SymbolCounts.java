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
import org.apache.lucene.util.LongHeap;

/** Counts how often symbols occur. A hash table with open addressing, half full at most. */
final class SymbolCounts {

  private static final int FIRST_SLOTS = 1 << 12;

  /** An odd number whose product spreads bits to the upper half. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** The bytes of a symbol, the first one lowest. */
  private long[] symbols = new long[FIRST_SLOTS];

  /** 0 where there is no symbol. */
  private byte[] lengths = new byte[FIRST_SLOTS];

  private int[] times = new int[FIRST_SLOTS];
  private int used;

  /** Forgets all symbols. */
  void clear() {
    Arrays.fill(lengths, (byte) 0);
    Arrays.fill(times, 0);
    used = 0;
  }

  /** Counts a symbol once more. */
  void add(long symbol, int length) {
    int slot = slot(symbol, length);
    if (lengths[slot] == 0) {
      if (used >= symbols.length / 2) {
        grow();
        slot = slot(symbol, length);
      }
      symbols[slot] = symbol;
      lengths[slot] = (byte) length;
      used++;
    }
    times[slot]++;
  }

  /** Where a symbol is, or where there is room for it. */
  private int slot(long symbol, int length) {
    int mask = symbols.length - 1;
    long hash = (symbol + length) * MIX;
    int slot = (int) (hash >>> Integer.SIZE) & mask;
    while (lengths[slot] != 0 && (symbols[slot] != symbol || lengths[slot] != length)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldSymbols = symbols;
    byte[] oldLengths = lengths;
    int[] oldTimes = times;
    symbols = new long[oldSymbols.length * 2];
    lengths = new byte[symbols.length];
    times = new int[symbols.length];
    for (int i = 0; i < oldSymbols.length; i++) {
      if (oldLengths[i] != 0) {
        int slot = slot(oldSymbols[i], oldLengths[i]);
        symbols[slot] = oldSymbols[i];
        lengths[slot] = oldLengths[i];
        times[slot] = oldTimes[i];
      }
    }
  }

  /** The symbols that occur {@code least} times and stand for the most bytes. */
  SymbolTable best(int least) {
    LongHeap heap = new LongHeap(SymbolTable.MAX_SYMBOLS);
    for (int i = 0; i < symbols.length; i++) {
      if (times[i] >= least) {
        long bytes = (long) times[i] * lengths[i];
        heap.insertWithOverflow((bytes << Integer.SIZE) | i);
      }
    }
    long[] best = new long[heap.size()];
    byte[] bestLengths = new byte[heap.size()];
    for (int i = 0; i < best.length; i++) {
      int slot = (int) heap.pop();
      best[i] = symbols[slot];
      bestLengths[i] = lengths[slot];
    }
    return new SymbolTable(best, bestLengths, best.length);
  }
}
