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
import java.util.Arrays;
import org.apache.lucene.index.FilterLeafReader.FilterTermsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Transition;
import org.apache.lucene.util.automaton.TransitionAccessor;

/**
 * Those terms that an automaton accepts. What a term shares with the one before it is not run
 * again. Where the automaton rejects a beginning that the next term has too, the next beginning
 * that it does not reject is sought.
 */
final class AcceptedTermsEnum extends FilterTermsEnum {

  private static final int REJECTED = -1;

  private static final byte UNKNOWN = 0;
  private static final byte ALL = 1;
  private static final byte NOT_ALL = 2;

  private final BlockTermsEnum terms;
  private final ByteRunnable automaton;
  private final TransitionAccessor transitions;
  private final BytesRef suffix;
  private final Transition transition = new Transition();
  private final BytesRefBuilder target = new BytesRefBuilder();

  /** The state after each byte of the current term, as far as {@link #known}. */
  private int[] states = new int[64];

  private int known;

  /** What is known of states. */
  private byte[] kinds = new byte[64];

  private BytesRef startAfter;
  private boolean done;

  AcceptedTermsEnum(BlockTermsEnum terms, CompiledAutomaton compiled, BytesRef startTerm) {
    super(terms);
    this.terms = terms;
    this.automaton = compiled.getByteRunnable();
    this.transitions = compiled.getTransitionAccessor();
    this.suffix = compiled.commonSuffixRef;
    this.startAfter = startTerm;
    states[0] = 0;
  }

  @Override
  public BytesRef next() throws IOException {
    if (done) {
      return null;
    }
    BytesRef term = startAfter == null ? terms.next() : first();
    int same = startAfter == null ? terms.shared() : 0;
    startAfter = null;
    while (term != null) {
      known = Math.min(known, same);
      if (suffix != null && StringHelper.endsWith(term, suffix) == false) {
        term = terms.next();
        same = terms.shared();
        continue;
      }
      int depth = run(term);
      if (depth == term.length) {
        if (automaton.isAccept(states[depth])) {
          return term;
        }
      } else if (isAll(states[depth])) {
        return term;
      }
      if (depth < term.length && terms.sharesWithNext(depth + 1)) {
        term = seek(term, depth);
        same = term == null ? 0 : commonWithTarget(term);
      } else {
        term = terms.next();
        same = terms.shared();
      }
    }
    done = true;
    return null;
  }

  /** The first term after the one to start with. */
  private BytesRef first() throws IOException {
    BytesRef start = startAfter;
    return switch (terms.seekCeil(start)) {
      case FOUND -> terms.next();
      case NOT_FOUND -> terms.term();
      case END -> null;
    };
  }

  /**
   * Runs the automaton over a term. Returns after how many bytes it ended: at the term's end, in a
   * state that accepts all, or where the next byte is rejected.
   */
  private int run(BytesRef term) {
    if (states.length <= term.length) {
      states = ArrayUtil.grow(states, term.length + 1);
    }
    byte[] bytes = term.bytes;
    int offset = term.offset;
    int depth = Math.min(known, term.length);
    int state = states[depth];
    while (depth < term.length) {
      int next = automaton.step(state, bytes[offset + depth] & 0xFF);
      // A state that accepts all leads to itself.
      if (next == REJECTED || (next == state && isAll(state))) {
        break;
      }
      state = next;
      states[++depth] = state;
    }
    known = depth;
    return depth;
  }

  /** Whether a state accepts whatever follows. */
  private boolean isAll(int state) {
    if (state >= kinds.length) {
      kinds = ArrayUtil.grow(kinds, state + 1);
    }
    if (kinds[state] == UNKNOWN) {
      kinds[state] = acceptsAll(state) ? ALL : NOT_ALL;
    }
    return kinds[state] == ALL;
  }

  private boolean acceptsAll(int state) {
    if (automaton.isAccept(state) == false || transitions.getNumTransitions(state) != 1) {
      return false;
    }
    transitions.getTransition(state, 0, transition);
    return transition.dest == state && transition.min == 0 && transition.max == 255;
  }

  /** Goes to the first term that begins with the next beginning that is not rejected. */
  private BytesRef seek(BytesRef term, int rejectedAt) throws IOException {
    for (int depth = rejectedAt; depth >= 0; depth--) {
      int label = nextLabel(states[depth], term.bytes[term.offset + depth] & 0xFF);
      if (label >= 0) {
        target.copyBytes(term.bytes, term.offset, depth);
        target.append((byte) label);
        return switch (terms.seekCeil(target.get())) {
          case FOUND, NOT_FOUND -> terms.term();
          case END -> null;
        };
      }
    }
    return null;
  }

  /** How many bytes of the target, but for its last, a term begins with: their states are known. */
  private int commonWithTarget(BytesRef term) {
    int most = Math.min(target.length() - 1, term.length);
    int mismatch =
        Arrays.mismatch(target.bytes(), 0, most, term.bytes, term.offset, term.offset + most);
    return mismatch < 0 ? most : mismatch;
  }

  /** The least label greater than one, of a transition that leaves a state; or -1. */
  private int nextLabel(int state, int label) {
    int count = transitions.initTransition(state, transition);
    for (int i = 0; i < count; i++) {
      transitions.getNextTransition(transition);
      if (transition.max > label) {
        return Math.max(transition.min, label + 1);
      }
    }
    return -1;
  }

  @Override
  public SeekStatus seekCeil(BytesRef text) {
    throw new UnsupportedOperationException("terms of an automaton are read in their order");
  }

  @Override
  public boolean seekExact(BytesRef text) {
    throw new UnsupportedOperationException("terms of an automaton are read in their order");
  }

  @Override
  public void seekExact(long ord) {
    throw new UnsupportedOperationException("terms of an automaton are read in their order");
  }

  @Override
  public void seekExact(BytesRef text, TermState state) {
    throw new UnsupportedOperationException("terms of an automaton are read in their order");
  }
}
