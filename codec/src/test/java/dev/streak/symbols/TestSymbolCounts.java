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

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Counts of symbols beside those of a map. */
public class TestSymbolCounts extends LuceneTestCase {

  private record Symbol(long bytes, int length) {}

  private final SymbolCounts counts = new SymbolCounts();
  private final Map<Symbol, Integer> times = new HashMap<>();

  private void add(Symbol symbol) {
    counts.add(symbol.bytes, symbol.length);
    times.merge(symbol, 1, Integer::sum);
  }

  /** Symbols of few values, so that most come again, and with zeros at their ends. */
  private static Symbol anySymbol(int values) {
    int length = 1 + random().nextInt(SymbolTable.MAX_SYMBOL_BYTES);
    long bytes = 0;
    for (int i = 0; i < length; i++) {
      bytes |= (long) random().nextInt(values) << (i * Byte.SIZE);
    }
    return new Symbol(bytes, length);
  }

  private void assertBest(int least) {
    List<Integer> expected = new ArrayList<>();
    times.forEach(
        (symbol, count) -> {
          if (count >= least) {
            expected.add(count * symbol.length);
          }
        });
    expected.sort(Collections.reverseOrder());
    SymbolTable best = counts.best(least);
    List<Integer> actual = new ArrayList<>();
    for (int code = 0; code < best.count(); code++) {
      Symbol symbol = new Symbol(best.symbol(code), best.length(code));
      actual.add(times.remove(symbol) * symbol.length);
    }
    actual.sort(Collections.reverseOrder());
    assertEquals(expected.subList(0, Math.min(SymbolTable.MAX_SYMBOLS, expected.size())), actual);
  }

  public void testBestOfMany() {
    for (int i = 0; i < 50_000; i++) {
      add(anySymbol(3));
    }
    assertBest(3);
  }

  public void testRareOnesAreNone() {
    add(new Symbol(5, 1));
    add(new Symbol(5, 2));
    add(new Symbol(5, 2));
    assertBest(2);
    assertEquals("symbols left", Map.of(new Symbol(5, 1), 1), times);
  }

  public void testLongOnesSaveMore() {
    for (int i = 0; i < 256; i++) {
      for (int time = 0; time < 4; time++) {
        add(new Symbol(i, 1));
      }
      for (int time = 0; time < 3; time++) {
        add(new Symbol(i, 2));
      }
    }
    assertBest(3);
  }

  public void testClear() {
    for (int i = 0; i < 10_000; i++) {
      add(anySymbol(3));
    }
    counts.clear();
    times.clear();
    assertEquals("symbols", 0, counts.best(1).count());
    for (int i = 0; i < 100; i++) {
      add(anySymbol(2));
    }
    assertBest(1);
  }
}
