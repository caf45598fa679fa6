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
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Chooses the symbols of a table by texts. Each round writes the texts with the symbols of the
 * round before and counts which symbols, and which two behind each other, occur how often: what
 * saves most becomes the next table. It begins with single bytes, so that symbols grow from round
 * to round.
 */
public final class SymbolTrainer {

  private static final int ROUNDS = 5;

  /** Codes, then bytes that stand for themselves. */
  private static final int CODES = 512;

  private static final int BYTES_FROM = 256;

  /** What occurs less often is not a symbol. */
  private static final int LEAST = 3;

  /** Bytes of a symbol, the first one lowest. */
  private record Symbol(long bytes, int length) {

    /** This and then another, as much of it as there is room for. */
    Symbol then(Symbol next) {
      if (length == SymbolTable.MAX_SYMBOL_BYTES) {
        return this;
      }
      int more = Math.min(next.length, SymbolTable.MAX_SYMBOL_BYTES - length);
      long kept = next.bytes & -1L >>> (Long.SIZE - more * Byte.SIZE);
      return new Symbol(bytes | kept << (length * Byte.SIZE), length + more);
    }
  }

  private final int[] single = new int[CODES];
  private final int[] pairs = new int[CODES * CODES];

  private SymbolTrainer() {}

  /**
   * Returns the table that suits texts, or null if nothing in them occurs often.
   *
   * @param texts one behind the other, and {@link SymbolEncoder#SPARE} bytes
   * @param ends where each of them ends
   */
  public static SymbolTable train(byte[] texts, int[] ends, int count) {
    SymbolTrainer trainer = new SymbolTrainer();
    SymbolTable table = new SymbolTable(new long[0], new byte[0], 0);
    for (int round = 0; round < ROUNDS; round++) {
      trainer.count(new SymbolEncoder(table), texts, ends, count);
      table = trainer.best(table);
    }
    return table.count() == 0 ? null : table;
  }

  private void count(SymbolEncoder encoder, byte[] texts, int[] ends, int count) {
    Arrays.fill(single, 0);
    Arrays.fill(pairs, 0);
    int at = 0;
    for (int i = 0; i < count; i++) {
      int before = -1;
      while (at < ends[i]) {
        int code = encoder.codeAt(texts, at, ends[i] - at);
        int length = code < 0 ? 1 : encoder.table().length(code);
        int number = code < 0 ? BYTES_FROM + (texts[at] & 0xFF) : code;
        single[number]++;
        if (before >= 0) {
          pairs[before * CODES + number]++;
        }
        before = number;
        at += length;
      }
    }
  }

  /** The symbols that save most. */
  private SymbolTable best(SymbolTable table) {
    Map<Symbol, Integer> saved = new HashMap<>();
    for (int number = 0; number < CODES; number++) {
      if (single[number] >= LEAST) {
        Symbol symbol = symbol(table, number);
        add(saved, symbol, single[number]);
        for (int next = 0; next < CODES; next++) {
          int together = pairs[number * CODES + next];
          if (together >= LEAST) {
            add(saved, symbol.then(symbol(table, next)), together);
          }
        }
      }
    }
    Symbol[] best =
        saved.entrySet().stream()
            .sorted(
                Comparator.comparingInt((Map.Entry<Symbol, Integer> e) -> -e.getValue())
                    .thenComparingLong(e -> e.getKey().bytes)
                    .thenComparingInt(e -> e.getKey().length))
            .limit(SymbolTable.MAX_SYMBOLS)
            .map(Map.Entry::getKey)
            .toArray(Symbol[]::new);
    long[] bytes = new long[best.length];
    byte[] lengths = new byte[best.length];
    for (int i = 0; i < best.length; i++) {
      bytes[i] = best[i].bytes;
      lengths[i] = (byte) best[i].length;
    }
    return new SymbolTable(bytes, lengths, best.length);
  }

  private static void add(Map<Symbol, Integer> saved, Symbol symbol, int times) {
    saved.merge(symbol, times * symbol.length, Integer::sum);
  }

  private static Symbol symbol(SymbolTable table, int number) {
    return number >= BYTES_FROM
        ? new Symbol(number - BYTES_FROM, 1)
        : new Symbol(table.symbol(number), table.length(number));
  }
}
