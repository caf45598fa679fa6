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
import dev.streak.symbols.SymbolTable;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermRows;
import java.io.IOException;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Runs an automaton over the terms of blocks whose rests are found by offsets. Rests that are codes
 * of symbols are run in their codes, and what a stretch begins with is run once. Others are run one
 * after the other at first, as {@link ColumnWalk} does, and with a table four at a time.
 */
public final class RestWalk {

  private static final int REJECTED = -1;

  /** No term is rejected by the bytes that it shares with the one before it. */
  private static final int NEVER = Integer.MAX_VALUE;

  /** Of so many bytes two rests are compared, and states remembered. */
  private static final int PATH_BYTES = Long.BYTES;

  private final ByteRunnable automaton;
  private final EarnedTable earned;

  /** What all accepted terms end with, or null. */
  private final BytesRef suffix;

  /** The state before each of the first bytes of the rest that was run last. */
  private final int[] path = new int[PATH_BYTES + 1];

  private final BytesRef rests = new BytesRef();

  /** Over codes; null until a block has some. */
  private SymbolSteps steps;

  /** Whether the term that was run last may be one that cannot be continued to an accepted one. */
  private boolean lastRejected;

  public RestWalk(CompiledAutomaton compiled, EarnedTable earned) {
    this.automaton = compiled.getByteRunnable();
    this.earned = earned;
    this.suffix = compiled.commonSuffixRef;
  }

  /** Whether the term that was run last, and whatever begins with it, may be rejected. */
  public boolean lastRejected() {
    return lastRejected;
  }

  /**
   * Runs over what follows the prefix in terms, each from the same state. Returns a bit for each
   * term that is accepted.
   */
  public long run(int state, TermRows rows, int from, int to) {
    long accepted =
        suffix != null
            ? runThoseWithSuffix(state, rows, from, to)
            : earned.get().run(state, rows, from, to);
    lastRejected = (accepted >>> (to - 1) & 1) == 0;
    return accepted;
  }

  private long runThoseWithSuffix(int state, TermRows rows, int from, int to) {
    byte[] bytes = rows.joinRests();
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

  /**
   * Those of some terms that are accepted. Whether the last of all is rejected is not known.
   *
   * @param ifAscii whether those that go on in ASCII are known to be accepted
   */
  public long runSome(int state, TermRows rows, long some, boolean ifAscii) {
    byte[] bytes = rows.joinRests();
    long bits = 0;
    for (long left = some; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      int start = rows.start(i);
      int end = rows.end(i);
      if ((ifAscii && areAscii(bytes, start, end)) || isAccepted(state, bytes, start, end)) {
        bits |= 1L << i;
      }
    }
    return bits;
  }

  private boolean isAccepted(int from, byte[] bytes, int start, int end) {
    int state = stateBehind(from, bytes, start, end);
    return state != REJECTED && automaton.isAccept(state);
  }

  /** The state that bytes lead to, which may be that they are rejected. */
  private int stateBehind(int from, byte[] bytes, int start, int end) {
    int state = from;
    for (int at = start; at < end && state != REJECTED; at++) {
      state = automaton.step(state, bytes[at] & 0xFF);
    }
    return state;
  }

  /** Whether what follows the prefix is all ASCII. */
  public boolean areAscii(TermBlock block) throws IOException {
    block.rests().readTexts(rests);
    return areAscii(rests.bytes, 0, rests.length);
  }

  private static boolean areAscii(byte[] bytes, int from, int to) {
    int at = from;
    long bits = 0;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      bits |= (long) BitUtil.VH_LE_LONG.get(bytes, at);
    }
    for (; at < to; at++) {
      bits |= bytes[at];
    }
    return (bits & Alphabet.HIGH_BITS) == 0;
  }

  /** Whether the terms of a block are run one by one. */
  public boolean isOneByOne(TermBlock block) {
    // What a stretch begins with is run once so, and with a table once for each of its terms.
    return suffix == null && (block.rests().stretches() != 0 || earned.get() == null);
  }

  /** Whether the rests of a block are run in their codes. */
  public boolean runsCodes(TermBlock block) {
    return block.rests().symbols() != null;
  }

  /**
   * Whether most terms of a block are likely to be rejected by their ends, sooner than by a piece
   * of so many bytes that they lack.
   */
  public boolean comparesEnds(TermBlock block, int piece) {
    return suffix != null && (suffix.length >= piece || runsCodes(block));
  }

  /** A bit for each term from one on before which a beginning has to be run. */
  private static long begins(TermBlock block, int from) {
    return block.rests().stretches() | 1L << from;
  }

  /** The state behind the beginning that a term goes on with, which may be that it is rejected. */
  private int runBeginning(int from, TermBlock block, int index) throws IOException {
    BytesRef beginning = block.rests().beginning(index);
    int state = stateBehind(from, beginning.bytes, 0, beginning.length);
    lastRejected = state == REJECTED;
    return state;
  }

  /** As {@link #run}, for terms of a block whose rests are codes. */
  public long runCodes(int state, TermBlock block, int from) throws IOException {
    SymbolTable symbols = block.rests().symbols();
    if (steps == null || steps.areOf(symbols) == false) {
      steps = new SymbolSteps(automaton, symbols, suffix);
    }
    block.rests().readAll(rests);
    byte[] bytes = rests.bytes;
    int count = block.count();
    int width = block.rests().offsetBytes();
    int base = block.rests().count() * width;
    long begins = begins(block, from);
    int begun = state;
    long accepted = 0;
    // The first codes of the term that was run last, and how many of them it takes to be rejected
    // like it. No shorter term comes behind it.
    long known = 0;
    int rejecting = NEVER;
    int end = base + end(bytes, from - 1, width);
    for (int i = from; i < count; i++) {
      int start = end;
      end = base + end(bytes, i, width);
      if ((begins >>> i & 1) != 0) {
        begun = runBeginning(state, block, i);
        rejecting = lastRejected ? 0 : NEVER;
      }
      if (steps.mayEnd(bytes, start, end) == false) {
        lastRejected = true; // Or not: nobody has looked at what is before the end.
        continue;
      }
      long first = (long) BitUtil.VH_LE_LONG.get(bytes, start);
      if (Long.numberOfTrailingZeros(first ^ known) >>> 3 >= rejecting) {
        continue;
      }
      known = first;
      int now = steps.of(begun);
      int at = start;
      while (at < end && now != REJECTED) {
        int code = bytes[at++] & 0xFF;
        now =
            code == SymbolTable.ESCAPE
                ? steps.stepByte(now, bytes[at++] & 0xFF)
                : steps.step(now, code);
      }
      if (steps.isAccepted(now)) {
        accepted |= 1L << i;
      }
      lastRejected = now == REJECTED;
      rejecting = lastRejected && at - start <= PATH_BYTES ? at - start : NEVER;
    }
    return accepted;
  }

  /** As {@link #run}, for terms of a block that were not unpacked, and whose rests are no codes. */
  public long runOneByOne(int state, TermBlock block, int from) throws IOException {
    block.rests().readAll(rests);
    byte[] bytes = rests.bytes;
    int count = block.count();
    int width = block.rests().offsetBytes();
    int base = block.rests().count() * width;
    long begins = begins(block, from);
    long accepted = 0;
    int steps = 0;
    // Of the term that was run last: its first bytes, how many of them have a state, and how many
    // it takes to be rejected like it. No shorter term comes behind it.
    long known = 0;
    int knownStates = 0;
    int rejecting = NEVER;
    int end = base + end(bytes, from - 1, width);
    for (int i = from; i < count; i++) {
      int start = end;
      end = base + end(bytes, i, width);
      if ((begins >>> i & 1) != 0) {
        path[0] = runBeginning(state, block, i);
        knownStates = 0;
        rejecting = lastRejected ? 0 : NEVER;
      }
      long first = (long) BitUtil.VH_LE_LONG.get(bytes, start);
      int shared = Long.numberOfTrailingZeros(first ^ known) >>> 3;
      if (shared >= rejecting) {
        continue;
      }
      int depth = Math.min(shared, knownStates);
      steps -= depth;
      int now = path[depth];
      rejecting = NEVER;
      int some = Math.min(end - start, PATH_BYTES);
      while (depth < some) {
        now = automaton.step(now, bytes[start + depth] & 0xFF);
        if (now == REJECTED) {
          break;
        }
        path[++depth] = now;
      }
      known = first;
      knownStates = depth;
      while (now != REJECTED && start + depth < end) {
        now = automaton.step(now, bytes[start + depth++] & 0xFF);
      }
      if (now == REJECTED) {
        rejecting = knownStates < some ? knownStates + 1 : NEVER;
      } else if (automaton.isAccept(now)) {
        accepted |= 1L << i;
      }
      steps += depth;
      lastRejected = now == REJECTED;
    }
    earned.add(steps);
    return accepted;
  }

  /** Where a rest ends, counted from where the first one begins; 0 for the one before that. */
  private static int end(byte[] bytes, int index, int width) {
    int ones = -1 >>> (Integer.SIZE - width * Byte.SIZE);
    return index < 0 ? 0 : (int) BitUtil.VH_LE_INT.get(bytes, index * width) & ones;
  }
}
