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

import dev.streak.symbols.SymbolTable;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.ByteRunnable;

/**
 * An automaton that makes one step for each code of a text, and none for its bytes. Where a code
 * leads from a state is worked out when it is first asked for.
 *
 * <p>A state is where its row begins in an array: the states after each code. Row 0 is no state's,
 * so that 0 can say that nothing is known yet.
 */
final class SymbolSteps {

  /** No text that goes on from here is accepted. */
  static final int REJECTED = -1;

  private static final int UNKNOWN = 0;
  private static final int ROW_BITS = 8;
  private static final int FIRST_ROWS = 8;

  /** A megabyte of rows. After so many, all are forgotten. */
  private static final int MOST_ROWS = 1024;

  private final ByteRunnable automaton;
  private final SymbolTable symbols;

  /** The rows. */
  private int[] after = new int[FIRST_ROWS << ROW_BITS];

  /** The automaton's state of each row, and whether it accepts. */
  private int[] states = new int[FIRST_ROWS];

  private boolean[] accepting = new boolean[FIRST_ROWS];
  private int rows = 1;

  /** The row of each state of the automaton, or 0. One that has choices makes states on its way. */
  private int[] rowsOfStates;

  /** How often rows were forgotten. */
  private int forgotten;

  /** Accepted texts end in several bytes. */
  private static final int SEVERAL = -1;

  /** The last byte of all accepted texts, or {@link #SEVERAL}. */
  private final int last;

  /** Whether a code's symbol ends in that byte. */
  private final boolean[] ends = new boolean[1 << Byte.SIZE];

  /**
   * @param suffix what all accepted texts end with, or null
   */
  SymbolSteps(ByteRunnable automaton, SymbolTable symbols, BytesRef suffix) {
    this.automaton = automaton;
    this.symbols = symbols;
    this.rowsOfStates = new int[automaton.getSize()];
    this.last = suffix == null ? SEVERAL : suffix.bytes[suffix.offset + suffix.length - 1] & 0xFF;
    for (int code = 0; last != SEVERAL && code < SymbolTable.MAX_SYMBOLS; code++) {
      int length = symbols.length(code);
      ends[code] = length > 0 && symbols.symbol(code) >>> ((length - 1) * Byte.SIZE) == last;
    }
  }

  /**
   * Whether a text may end as all accepted ones do, by its last code. One without codes may: what
   * is before it is not known here.
   */
  boolean mayEnd(byte[] codes, int start, int end) {
    if (last == SEVERAL || start == end || ends[codes[end - 1] & 0xFF]) {
      return true;
    }
    boolean mayBeEscaped = end - start > 1 && (codes[end - 2] & 0xFF) == SymbolTable.ESCAPE;
    return mayBeEscaped && (codes[end - 1] & 0xFF) == last;
  }

  /** Whether these are steps over codes of a table. */
  boolean areOf(SymbolTable table) {
    return symbols == table;
  }

  /** A state of the automaton, or -1 for none, as one of these. */
  int of(int state) {
    if (state < 0) {
      return REJECTED;
    }
    if (state >= rowsOfStates.length) {
      rowsOfStates = ArrayUtil.grow(rowsOfStates, state + 1);
    }
    if (rowsOfStates[state] == 0) {
      addRow(state);
    }
    return rowsOfStates[state] << ROW_BITS;
  }

  private void addRow(int state) {
    if (rows == MOST_ROWS) {
      Arrays.fill(rowsOfStates, 0);
      Arrays.fill(after, UNKNOWN);
      rows = 1;
      forgotten++;
    }
    if (rows == states.length) {
      states = Arrays.copyOf(states, 2 * rows);
      accepting = Arrays.copyOf(accepting, 2 * rows);
      after = Arrays.copyOf(after, 2 * after.length);
    }
    states[rows] = state;
    accepting[rows] = automaton.isAccept(state);
    rowsOfStates[state] = rows++;
  }

  /** Whether a text that ends in a state is accepted. */
  boolean isAccepted(int state) {
    return state != REJECTED && accepting[state >>> ROW_BITS];
  }

  /**
   * The state after a code.
   *
   * @param state not {@link #REJECTED}
   * @param code not {@link SymbolTable#ESCAPE}
   */
  int step(int state, int code) {
    int known = after[state + code];
    return known == UNKNOWN ? find(state, code) : known;
  }

  private int find(int from, int code) {
    int state = states[from >>> ROW_BITS];
    long symbol = symbols.symbol(code);
    for (int left = symbols.length(code); left > 0 && state >= 0; left--) {
      state = automaton.step(state, (int) symbol & 0xFF);
      symbol >>>= Byte.SIZE;
    }
    int before = forgotten;
    int found = of(state);
    if (forgotten == before) {
      after[from + code] = found;
    }
    return found;
  }

  /** The state after a byte that has no code. */
  int stepByte(int state, int b) {
    return of(automaton.step(states[state >>> ROW_BITS], b));
  }
}
