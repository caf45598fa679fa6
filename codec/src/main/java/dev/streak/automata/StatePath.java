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

import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Transition;
import org.apache.lucene.util.automaton.TransitionAccessor;

/** The states of an automaton along a term, and the beginnings of terms that it does not reject. */
public final class StatePath {

  private static final int REJECTED = -1;

  /** Of the least term that is accepted, so many bytes are looked for. */
  private static final int LEAST_BYTES = 8;

  private static final byte UNKNOWN = 0;
  private static final byte ALL = 1;

  /** Of an automaton over characters, which rejects bytes that are none in UTF-8. */
  private static final byte ALL_OF_ASCII = 2;

  private static final byte NOT_ALL = 3;

  private static final int LAST_BYTE = 255;
  private static final int LAST_OF_ASCII = 127;

  private final ByteRunnable automaton;
  private final TransitionAccessor transitions;
  private final Transition transition = new Transition();

  /** The state after each byte. */
  private int[] states = new int[64];

  /** What is known of states. */
  private byte[] kinds = new byte[64];

  public StatePath(CompiledAutomaton compiled) {
    this.automaton = compiled.getByteRunnable();
    this.transitions = compiled.getTransitionAccessor();
  }

  /**
   * Runs the automaton over a term whose path is known up to a depth. Returns where the next byte
   * is rejected, or the term's length.
   */
  public int run(BytesRef term, int known) {
    if (states.length <= term.length) {
      states = ArrayUtil.grow(states, term.length + 1);
    }
    int depth = known;
    while (depth < term.length) {
      int after = automaton.step(states[depth], term.bytes[term.offset + depth] & 0xFF);
      if (after == REJECTED) {
        break;
      }
      states[++depth] = after;
    }
    return depth;
  }

  /** The state after so many bytes of the term that was run last. */
  public int state(int depth) {
    return states[depth];
  }

  /** Whether a state accepts whatever follows. */
  public boolean isAll(int state) {
    return kind(state) == ALL;
  }

  /** Whether a state accepts whatever follows as long as it is ASCII. */
  public boolean isAllOfAscii(int state) {
    return kind(state) <= ALL_OF_ASCII;
  }

  private byte kind(int state) {
    if (state >= kinds.length) {
      kinds = ArrayUtil.grow(kinds, state + 1);
    }
    if (kinds[state] == UNKNOWN) {
      kinds[state] = findKind(state);
    }
    return kinds[state];
  }

  private byte findKind(int state) {
    if (automaton.isAccept(state) == false || transitions.getNumTransitions(state) == 0) {
      return NOT_ALL;
    }
    // Transitions ascend, and those that differ in nothing else were made one.
    transitions.getTransition(state, 0, transition);
    if (transition.dest != state || transition.min > 0 || transition.max < LAST_OF_ASCII) {
      return NOT_ALL;
    }
    return transition.max == LAST_BYTE ? ALL : ALL_OF_ASCII;
  }

  /** Makes the beginning of the least term that is accepted the target. */
  public void least(BytesRefBuilder target) {
    extend(target, 0);
  }

  /** Appends the beginning of the least that is accepted from a state on. */
  private void extend(BytesRefBuilder target, int from) {
    int state = from;
    int limit = target.length() + LEAST_BYTES;
    while (target.length() < limit && automaton.isAccept(state) == false) {
      int label = nextLabel(state, -1);
      if (label <= 0) {
        // Nothing is less than a term that goes on with zero.
        return;
      }
      target.append((byte) label);
      state = transition.dest;
    }
  }

  /**
   * Makes the next beginning that is not rejected the target; returns false if there is none.
   *
   * @param term the term that was run last
   * @param rejectedAt which of its bytes is rejected
   */
  public boolean next(BytesRef term, int rejectedAt, BytesRefBuilder target) {
    for (int depth = rejectedAt; depth >= 0; depth--) {
      int label = nextLabel(states[depth], term.bytes[term.offset + depth] & 0xFF);
      if (label >= 0) {
        target.copyBytes(term.bytes, term.offset, depth);
        target.append((byte) label);
        extend(target, transition.dest);
        return true;
      }
    }
    return false;
  }

  /** The least byte greater than a label, of a transition that leaves a state; or -1. */
  private int nextLabel(int state, int label) {
    int count = transitions.initTransition(state, transition);
    for (int i = 0; i < count; i++) {
      transitions.getNextTransition(transition);
      if (transition.max > label) {
        // An automaton of characters may have been declared to be one of bytes.
        int next = Math.max(transition.min, label + 1);
        return next <= LAST_BYTE ? next : -1;
      }
    }
    return -1;
  }
}
