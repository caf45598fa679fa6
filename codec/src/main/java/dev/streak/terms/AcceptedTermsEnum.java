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
import org.apache.lucene.index.FilterLeafReader.FilterTermsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Transition;
import org.apache.lucene.util.automaton.TransitionAccessor;

/**
 * Those terms that an automaton accepts. Terms of a block are run together, from the state that
 * their prefix leads to. Where the automaton rejects the last of them, the next beginning that it
 * does not reject is sought.
 */
final class AcceptedTermsEnum extends FilterTermsEnum {

  private static final int REJECTED = -1;

  /** How many terms are run at first where a beginning was sought. */
  private static final int FEW = 16;

  /** An automaton that made so many steps for each of its states is made a table. */
  private static final int STEPS_OF_A_STATE = 256;

  /** Of the least term that is accepted, so many bytes are looked for. */
  private static final int LEAST_BYTES = 8;

  private static final byte UNKNOWN = 0;
  private static final byte ALL = 1;
  private static final byte NOT_ALL = 2;

  private final BlockTermsEnum terms;
  private final ByteRunnable automaton;
  private final Automaton states;
  private final TransitionAccessor transitions;
  private final BytesRef suffix;
  private final Transition transition = new Transition();
  private final BytesRefBuilder target = new BytesRefBuilder();
  private final BytesRef startAfter;

  /** The prefix of the current block. */
  private final BytesRef prefix = new BytesRef();

  /** The state after each byte of the prefix and of the term that was run last. */
  private int[] path = new int[64];

  /** What is known of states. */
  private byte[] kinds = new byte[64];

  /** Null until as many steps were made as it takes to build it. */
  private StateTable table;

  private int stepsToTable;

  /** A bit for each accepted term of the current block that is still to be returned. */
  private long accepted;

  /** The next term of the current block that was not run; -1 before the first block. */
  private int next = -1;

  /** Whether the term before that one is rejected. */
  private boolean lastRejected;

  /** Whether the prefix of the current block was not run yet. */
  private boolean entered;

  /** Whether no term was run since a beginning was sought. */
  private boolean sought = true;

  private boolean done;

  AcceptedTermsEnum(BlockTermsEnum terms, CompiledAutomaton compiled, BytesRef startTerm) {
    super(terms);
    this.terms = terms;
    this.automaton = compiled.getByteRunnable();
    this.states = compiled.automaton;
    this.transitions = compiled.getTransitionAccessor();
    this.suffix = compiled.commonSuffixRef;
    this.startAfter = startTerm;
    this.stepsToTable = automaton.getSize() * STEPS_OF_A_STATE;
  }

  @Override
  public BytesRef next() throws IOException {
    while (accepted == 0) {
      if (done || move() == false) {
        done = true;
        return null;
      }
      run();
    }
    int place = Long.numberOfTrailingZeros(accepted);
    accepted &= accepted - 1;
    return terms.standAtReady(place);
  }

  /** Goes to the next term that is to be run; returns false if there is none. */
  private boolean move() throws IOException {
    if (next < 0) {
      return start();
    }
    if (lastRejected) {
      lastRejected = false;
      BytesRef term = terms.prepared(next - 1, next).term(next - 1);
      int depth = path(term, prefix.length);
      if (depth < term.length) {
        return seek(term, depth);
      }
    }
    if (next < terms.block().count()) {
      return true;
    }
    next = 0;
    entered = true;
    return terms.moveToNextBlock();
  }

  private boolean start() throws IOException {
    next = 0;
    entered = true;
    if (startAfter == null) {
      setLeastTarget();
      boolean any = terms.seekCeil(target.get()) != SeekStatus.END;
      next = terms.place();
      return any;
    }
    SeekStatus status = terms.seekCeil(startAfter);
    next = terms.place() + (status == SeekStatus.FOUND ? 1 : 0);
    return status != SeekStatus.END;
  }

  /** Makes the beginning of the least term that is accepted the target. */
  private void setLeastTarget() {
    int state = 0;
    while (target.length() < LEAST_BYTES && automaton.isAccept(state) == false) {
      int label = nextLabel(state, -1);
      if (label < 0) {
        return;
      }
      target.append((byte) label);
      state = transition.dest;
    }
  }

  /** Goes to the first term that begins with the next beginning that is not rejected. */
  private boolean seek(BytesRef term, int rejectedAt) throws IOException {
    for (int depth = rejectedAt; depth >= 0; depth--) {
      int label = nextLabel(path[depth], term.bytes[term.offset + depth] & 0xFF);
      if (label >= 0) {
        target.copyBytes(term.bytes, term.offset, depth);
        target.append((byte) label);
        entered = true;
        sought = true;
        boolean found = terms.seekCeil(target.get()) != SeekStatus.END;
        next = terms.place();
        return found;
      }
    }
    return false;
  }

  /** Runs terms of the current block. */
  private void run() throws IOException {
    int count = terms.block().count();
    if (entered) {
      terms.block().readPrefix(prefix);
      if (path(prefix, 0) < prefix.length) {
        // Rejected like the last term of the block.
        lastRejected = next < count;
        next = count;
        return;
      }
      entered = false;
    }
    int from = next;
    next = sought ? Math.min(count, from + FEW) : count;
    sought = false;
    if (from == next) {
      return;
    }
    TermRows rows = terms.prepared(from, next);
    int state = path[prefix.length];
    if (isAll(state)) {
      accepted = -1L >>> -next & -1L << from;
    } else if (suffix != null) {
      accepted = runThoseWithSuffix(state, rows, from);
    } else if (table != null) {
      accepted = table.run(table.of(state), rows, from, next);
    } else {
      accepted = runEach(state, rows, from);
    }
    lastRejected = (accepted >>> (next - 1) & 1) == 0;
  }

  private long runThoseWithSuffix(int state, TermRows rows, int from) {
    byte[] bytes = rows.rests();
    byte last = suffix.bytes[suffix.offset + suffix.length - 1];
    long bits = 0;
    for (int i = from; i < next; i++) {
      int end = rows.end(i);
      if ((end == rows.start(i) || bytes[end - 1] == last)
          && StringHelper.endsWith(rows.term(i), suffix)
          && isAccepted(state, bytes, rows.start(i), end)) {
        bits |= 1L << i;
      }
    }
    return bits;
  }

  private long runEach(int state, TermRows rows, int from) {
    byte[] bytes = rows.rests();
    long bits = 0;
    for (int i = from; i < next; i++) {
      if (isAccepted(state, bytes, rows.start(i), rows.end(i))) {
        bits |= 1L << i;
      }
    }
    if (stepsToTable < 0) {
      stepsToTable = Integer.MAX_VALUE;
      table = StateTable.of(states, automaton);
    }
    return bits;
  }

  private boolean isAccepted(int from, byte[] bytes, int start, int end) {
    int state = from;
    for (int at = start; at < end; at++) {
      int after = automaton.step(state, bytes[at] & 0xFF);
      // A state that accepts all leads to itself.
      if (after == REJECTED || (after == state && isAll(state))) {
        stepsToTable -= at - start;
        return after != REJECTED;
      }
      state = after;
    }
    stepsToTable -= end - start;
    return automaton.isAccept(state);
  }

  /**
   * Runs the automaton over a term whose path is known up to a depth. Returns where the next byte
   * is rejected, or the term's length.
   */
  private int path(BytesRef term, int known) {
    if (path.length <= term.length) {
      path = ArrayUtil.grow(path, term.length + 1);
    }
    int depth = known;
    while (depth < term.length) {
      int after = automaton.step(path[depth], term.bytes[term.offset + depth] & 0xFF);
      if (after == REJECTED) {
        break;
      }
      path[++depth] = after;
    }
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
