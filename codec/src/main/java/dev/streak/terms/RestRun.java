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

import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Runs an automaton over the terms of blocks whose rests are found by offsets. Where most terms are
 * rejected before their end, one after the other, as {@link ColumnRun} does; otherwise four at a
 * time.
 */
final class RestRun {

  private static final int REJECTED = -1;

  /** An automaton that made so many steps for each of its states is made a table. */
  private static final long STEPS_OF_A_STATE = 256;

  private final ByteRunnable automaton;
  private final Automaton states;

  /** What all accepted terms end with, or null. */
  private final BytesRef suffix;

  /** The state after the last byte that was not rejected. */
  private int endState;

  /** Null until as many steps were made as it takes to build it. */
  private StateTable table;

  private long stepsToTable;

  /** Whether most terms of the last block were run to their end. */
  private boolean toTheirEnds;

  /** Whether the term that was run last may be one that cannot be continued to an accepted one. */
  private boolean lastRejected;

  RestRun(CompiledAutomaton compiled) {
    this.automaton = compiled.getByteRunnable();
    this.states = compiled.automaton;
    this.suffix = compiled.commonSuffixRef;
    this.stepsToTable = automaton.getSize() * STEPS_OF_A_STATE;
  }

  /** Whether the term that was run last, and whatever begins with it, may be rejected. */
  boolean lastRejected() {
    return lastRejected;
  }

  /**
   * Runs over what follows the prefix in terms, each from the same state. Returns a bit for each
   * term that is accepted.
   */
  long run(int state, TermRows rows, int from, int to) {
    if (stepsToTable < 0) {
      stepsToTable = Long.MAX_VALUE;
      table = StateTable.of(states, automaton);
    }
    if (suffix == null && (toTheirEnds == false || table == null)) {
      return runEach(state, rows, from, to);
    }
    long accepted =
        suffix != null
            ? runThoseWithSuffix(state, rows, from, to)
            : table.run(table.of(state), rows, from, to);
    lastRejected = (accepted >>> (to - 1) & 1) == 0;
    return accepted;
  }

  private long runThoseWithSuffix(int state, TermRows rows, int from, int to) {
    byte[] bytes = rows.rests();
    byte last = suffix.bytes[suffix.offset + suffix.length - 1];
    long bits = 0;
    for (int i = from; i < to; i++) {
      int end = rows.end(i);
      if ((end == rows.start(i) || bytes[end - 1] == last)
          && StringHelper.endsWith(rows.term(i), suffix)
          && isAccepted(state, bytes, rows.start(i), end)) {
        bits |= 1L << i;
      }
    }
    return bits;
  }

  private boolean isAccepted(int from, byte[] bytes, int start, int end) {
    return rejectedAt(from, bytes, start, end) == end && automaton.isAccept(endState);
  }

  /** Runs over some bytes; returns where it is rejected, or the end. */
  private int rejectedAt(int from, byte[] bytes, int start, int end) {
    int state = from;
    for (int at = start; at < end; at++) {
      state = automaton.step(state, bytes[at] & 0xFF);
      if (state == REJECTED) {
        return at;
      }
    }
    endState = state;
    return end;
  }

  private long runEach(int state, TermRows rows, int from, int to) {
    byte[] bytes = rows.rests();
    long accepted = 0;
    int rejected = 0;
    int steps = 0;
    // Terms with these bytes under the mask are rejected. A shorter one has come before them.
    long rejecting = ~firstBytes(bytes, rows.start(from));
    long mask = -1;
    boolean alive = false;
    for (int i = from; i < to; i++) {
      int start = rows.start(i);
      long first = firstBytes(bytes, start);
      if (((first ^ rejecting) & mask) == 0) {
        rejected++;
        alive = false;
        continue;
      }
      int end = rows.end(i);
      int at = rejectedAt(state, bytes, start, end);
      steps += at - start;
      alive = at == end;
      if (alive) {
        accepted |= automaton.isAccept(endState) ? 1L << i : 0;
      } else {
        rejected++;
        if (at - start < Long.BYTES) {
          rejecting = first;
          mask = -1L >>> (Long.SIZE - (at - start + 1) * Byte.SIZE);
        }
      }
    }
    stepsToTable -= steps;
    lastRejected = alive == false;
    toTheirEnds = rejected * 2 < to - from;
    return accepted;
  }

  private static long firstBytes(byte[] bytes, int start) {
    return (long) BitUtil.VH_LE_LONG.get(bytes, start);
  }
}
