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
import dev.streak.columns.ColumnMask;
import dev.streak.termblock.PackedColumns;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Runs an automaton over the packed terms of blocks, without unpacking them. At first one after the
 * other, each from where it differs from the one before it, and none that begins with what was
 * rejected; with a table four at a time. Where all accepted terms end alike, those that do not are
 * passed over.
 */
public final class ColumnWalk {

  private static final int REJECTED = -1;

  /** No term is rejected by the columns of the one before it. */
  private static final int NEVER = Integer.MAX_VALUE;

  /** One in so many terms that end as all accepted ones do are too many to be run each alone. */
  private static final int MANY_ENDING = 3;

  private final PackedColumns columns = new PackedColumns();
  private final ByteRunnable automaton;
  private final EarnedTable earned;

  /** What all accepted terms end with, or null. */
  private final SuffixColumns suffix;

  /** The state before each varying column of the term that was run last. */
  private final int[] path = new int[ColumnMask.MAX_COLUMNS + 1];

  /** Whether it is known that no term is accepted that begins with the last one. */
  private boolean lastRejected;

  public ColumnWalk(CompiledAutomaton compiled, EarnedTable earned) {
    this.automaton = compiled.getByteRunnable();
    this.earned = earned;
    this.suffix =
        compiled.commonSuffixRef == null ? null : new SuffixColumns(compiled.commonSuffixRef);
  }

  /** What reads a block. */
  public PackedColumns columns() {
    return columns;
  }

  /** Whether terms of the block are passed over by their last bytes. */
  public boolean comparesSuffix() {
    return suffix != null && SuffixColumns.canCompare(columns);
  }

  /** Whether it is known that the last term, and whatever begins with it, is rejected. */
  public boolean lastRejected() {
    return lastRejected;
  }

  /**
   * Runs over what follows the prefix in terms, each from the same state. Returns a bit for each
   * term that is accepted.
   */
  public long run(int state, int from, int to) {
    if (comparesSuffix()) {
      long ending = suffix.endingTerms(columns, from, to);
      if (Long.bitCount(ending) * MANY_ENDING <= to - from) {
        return runSome(state, ending);
      }
    }
    StateTable table = earned.get();
    if (table == null) {
      return runEach(state, from, to);
    }
    long accepted = table.run(state, columns, from, to);
    lastRejected = table.lastRejected();
    return accepted;
  }

  /** Those of some terms that are accepted. Whether the last of all is rejected is not known. */
  public long runSome(int state, long some) {
    long accepted = 0;
    for (long left = some; left != 0; left &= left - 1) {
      int term = Long.numberOfTrailingZeros(left);
      accepted |= runEach(state, term, term + 1);
    }
    lastRejected = false;
    return accepted;
  }

  private long runEach(int state, int from, int to) {
    int stride = columns.stride();
    int varying = columns.varying();
    boolean constants = columns.hasConstants();
    Alphabet alphabet = columns.alphabet();
    byte[] letters = alphabet.letters;
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord;
    int firstLetter = alphabet.hasTerminator ? 1 : 0;
    path[0] = state;
    long accepted = 0;
    int rejecting = NEVER;
    int steps = 0;
    int at = from * stride;
    for (int i = from; i < to; i++) {
      int column = 0;
      int inWord = 0;
      int wordAt = at;
      if (i > from) {
        int before = at - stride;
        long difference = columns.word(at) ^ columns.word(before);
        int offset = 0;
        while (difference == 0 && offset + Long.BYTES < stride) {
          offset += Long.BYTES;
          column += perWord;
          difference = columns.word(at + offset) ^ columns.word(before + offset);
        }
        wordAt = at + offset;
        inWord = columns.shared(difference);
        // Two terms are equal in a damaged block only.
        column = Math.min(column + inWord, varying);
      }
      at += stride;
      if (column >= rejecting) {
        continue;
      }
      int now = path[column];
      int first = column;
      rejecting = NEVER;
      long rest = columns.word(wordAt) << (inWord * bits);
      while (column < varying) {
        if (inWord == perWord) {
          inWord = 0;
          wordAt += Long.BYTES;
          rest = columns.word(wordAt);
        }
        if (constants && (now = stepConstants(now, column)) == REJECTED) {
          rejecting = column;
          break;
        }
        int code = (int) (rest >>> (Long.SIZE - bits));
        if (code < firstLetter) {
          break;
        }
        now = automaton.step(now, letters[code] & 0xFF);
        if (now == REJECTED) {
          rejecting = column + 1;
          break;
        }
        rest <<= bits;
        inWord++;
        path[++column] = now;
      }
      steps += column - first;
      if (constants && column == varying && now != REJECTED) {
        now = stepConstants(now, varying);
        rejecting = now == REJECTED ? varying : NEVER;
      }
      if (now != REJECTED && automaton.isAccept(now)) {
        accepted |= 1L << i;
      }
    }
    lastRejected = rejecting != NEVER;
    earned.add(steps);
    return accepted;
  }

  /** Steps over the constants before a column that varies, or those behind the last one. */
  private int stepConstants(int from, int column) {
    byte[] constants = columns.constants();
    int state = from;
    for (int i = columns.constantsFrom(column); i < columns.constantsTo(column); i++) {
      state = automaton.step(state, constants[i] & 0xFF);
      if (state == REJECTED) {
        break;
      }
    }
    return state;
  }
}
