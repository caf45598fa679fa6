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
import dev.streak.termblock.TermRows;
import java.util.Arrays;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Transition;

/**
 * A deterministic automaton as one array, which is run over several terms at once: each step waits
 * for the one before it, but not for those of the other terms.
 *
 * <p>A state is where its transitions begin in the array; there is one for each class of bytes that
 * no state tells apart, one to itself for what follows the end of a term, and behind them whether
 * the state accepts. State 0 is where an automaton goes that has no transition.
 */
final class StateTable {

  /** Larger automata are run step by step. */
  private static final int MAX_TRANSITIONS = 1 << 18;

  private static final int BYTES = 256;

  private final char[] classes = new char[BYTES];
  private final int[] transitions;

  /** Transitions of a state. */
  private final int width;

  /** The class of each code, by the number of an alphabet; null where it was not needed. */
  private final char[][] classesOfCodes = new char[Alphabet.values().length][];

  /** Whether the packed term that was run last cannot be continued to an accepted one. */
  private boolean lastRejected;

  private StateTable(Automaton automaton, int[] points) {
    int inClasses = 0;
    for (int b = 0; b < BYTES; b++) {
      while (inClasses < points.length && points[inClasses] <= b) {
        inClasses++;
      }
      classes[b] = (char) (inClasses - 1);
    }
    width = points.length + 2;
    // One without states, which accepts nothing, has a first one all the same.
    transitions = new int[(Math.max(1, automaton.getNumStates()) + 1) * width];
    Transition each = new Transition();
    for (int state = 0; state < automaton.getNumStates(); state++) {
      int at = of(state);
      int leaving = automaton.initTransition(state, each);
      for (int i = 0; i < leaving; i++) {
        automaton.getNextTransition(each);
        // One that was made for characters may have labels that are no bytes.
        if (each.min < BYTES) {
          int last = classes[Math.min(each.max, BYTES - 1)];
          Arrays.fill(transitions, at + classes[each.min], at + last + 1, of(each.dest));
        }
      }
      transitions[at + points.length] = at;
      transitions[at + width - 1] = automaton.isAccept(state) ? 1 : 0;
    }
  }

  /** The table of an automaton, or null if it would be too large or the automaton has choices. */
  static StateTable of(Automaton automaton) {
    if (automaton == null || automaton.isDeterministic() == false) {
      return null;
    }
    int[] points = automaton.getStartPoints();
    long transitions = (automaton.getNumStates() + 1L) * (points.length + 2);
    return transitions > MAX_TRANSITIONS ? null : new StateTable(automaton, points);
  }

  /** A state of the automaton, or -1 for none, as one of the table. */
  private int of(int state) {
    return (state + 1) * width;
  }

  /**
   * Runs over what follows the prefix in terms, each from the same state of the automaton. Returns
   * a bit for each term that is accepted.
   */
  long run(int state, TermRows rows, int from, int to) {
    byte[] bytes = rows.joinRests();
    int start = of(state);
    long accepted = 0;
    int i = from;
    for (; i + 4 <= to; i += 4) {
      accepted |= runFour(start, rows, bytes, i);
    }
    for (; i < to; i++) {
      int end = finish(start, bytes, rows.start(i), rows.end(i));
      accepted |= (long) transitions[end + width - 1] << i;
    }
    return accepted;
  }

  private long runFour(int state, TermRows rows, byte[] bytes, int first) {
    int at0 = rows.start(first);
    int at1 = rows.start(first + 1);
    int at2 = rows.start(first + 2);
    int at3 = rows.start(first + 3);
    int end0 = rows.end(first);
    int end1 = rows.end(first + 1);
    int end2 = rows.end(first + 2);
    int end3 = rows.end(first + 3);
    int steps = Math.min(Math.min(end0 - at0, end1 - at1), Math.min(end2 - at2, end3 - at3));
    int state0 = state;
    int state1 = state;
    int state2 = state;
    int state3 = state;
    int[] next = transitions;
    char[] kinds = classes;
    for (int i = 0; i < steps; i++) {
      state0 = next[state0 + kinds[bytes[at0 + i] & 0xFF]];
      state1 = next[state1 + kinds[bytes[at1 + i] & 0xFF]];
      state2 = next[state2 + kinds[bytes[at2 + i] & 0xFF]];
      state3 = next[state3 + kinds[bytes[at3 + i] & 0xFF]];
      if ((state0 | state1 | state2 | state3) == 0) {
        return 0;
      }
    }
    state0 = finish(state0, bytes, at0 + steps, end0);
    state1 = finish(state1, bytes, at1 + steps, end1);
    state2 = finish(state2, bytes, at2 + steps, end2);
    state3 = finish(state3, bytes, at3 + steps, end3);
    int accept = width - 1;
    long four =
        next[state0 + accept]
            | next[state1 + accept] << 1
            | next[state2 + accept] << 2
            | next[state3 + accept] << 3;
    return four << first;
  }

  /** As above, over packed terms. */
  long run(int state, PackedColumns columns, int from, int to) {
    char[] codes = classesOf(columns.alphabet());
    long accepted = 0;
    for (int i = from; i < to; i += 4) {
      accepted |= runFour(of(state), columns, codes, i, to - 1) << i;
    }
    return accepted & -1L >>> -to;
  }

  /** Whether the packed term that was run last cannot be continued to an accepted one. */
  boolean lastRejected() {
    return lastRejected;
  }

  private char[] classesOf(Alphabet alphabet) {
    char[] known = classesOfCodes[alphabet.number];
    if (known == null) {
      known = new char[alphabet.letters.length];
      for (int code = 0; code < known.length; code++) {
        known[code] = classes[alphabet.letters[code] & 0xFF];
      }
      if (alphabet.hasTerminator) {
        known[0] = (char) (width - 2);
      }
      classesOfCodes[alphabet.number] = known;
    }
    return known;
  }

  /** Runs over four terms; those behind the last one are the last one once more. */
  private long runFour(int start, PackedColumns columns, char[] codes, int first, int last) {
    int stride = columns.stride();
    int varying = columns.varying();
    boolean constants = columns.hasConstants();
    boolean ends = columns.alphabet().hasTerminator && constants == false;
    int bits = columns.alphabet().bits;
    int shift = Long.SIZE - bits;
    int perWord = columns.alphabet().columnsPerWord;
    int at0 = first * stride;
    int at1 = Math.min(first + 1, last) * stride;
    int at2 = Math.min(first + 2, last) * stride;
    int at3 = Math.min(first + 3, last) * stride;
    int[] next = transitions;
    int state0 = start;
    int state1 = start;
    int state2 = start;
    int state3 = start;
    int column = 0;
    for (int offset = 0; column < varying; offset += Long.BYTES) {
      long word0 = columns.word(at0 + offset);
      long word1 = columns.word(at1 + offset);
      long word2 = columns.word(at2 + offset);
      long word3 = columns.word(at3 + offset);
      int end = Math.min(varying, column + perWord);
      if (ends && (word0 | word1 | word2 | word3) == 0) {
        break;
      }
      for (; column < end; column++) {
        if (constants) {
          int to = columns.constantsTo(column);
          for (int i = columns.constantsFrom(column); i < to; i++) {
            int kind = classes[columns.constants()[i] & 0xFF];
            state0 = next[state0 + kind];
            state1 = next[state1 + kind];
            state2 = next[state2 + kind];
            state3 = next[state3 + kind];
          }
        }
        state0 = next[state0 + codes[(int) (word0 >>> shift)]];
        state1 = next[state1 + codes[(int) (word1 >>> shift)]];
        state2 = next[state2 + codes[(int) (word2 >>> shift)]];
        state3 = next[state3 + codes[(int) (word3 >>> shift)]];
        word0 <<= bits;
        word1 <<= bits;
        word2 <<= bits;
        word3 <<= bits;
        if ((state0 | state1 | state2 | state3) == 0) {
          lastRejected = true;
          return 0;
        }
      }
    }
    if (constants && column == varying) {
      int to = columns.constantsTo(varying);
      for (int i = columns.constantsFrom(varying); i < to; i++) {
        int kind = classes[columns.constants()[i] & 0xFF];
        state0 = next[state0 + kind];
        state1 = next[state1 + kind];
        state2 = next[state2 + kind];
        state3 = next[state3 + kind];
      }
    }
    lastRejected = state3 == 0;
    int accept = width - 1;
    return next[state0 + accept]
        | next[state1 + accept] << 1
        | next[state2 + accept] << 2
        | next[state3 + accept] << 3;
  }

  private int finish(int state, byte[] bytes, int from, int to) {
    int last = state;
    for (int i = from; i < to && last != 0; i++) {
      last = transitions[last + classes[bytes[i] & 0xFF]];
    }
    return last;
  }
}
