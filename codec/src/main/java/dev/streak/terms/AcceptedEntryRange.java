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

import dev.streak.field.AcceptedLiteral;
import java.io.IOException;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** Reads the entries of the terms that an automaton accepts. No term is unpacked for it. */
final class AcceptedEntryRange extends BlockEntries {

  private final BlockTermsEnum terms;
  private final AcceptedBlocks blocks;

  /** A bit for each accepted term of the current block whose entry was not read yet. */
  private long accepted;

  /**
   * All that the automaton accepts.
   *
   * @param literal what is known of all accepted terms; null if nothing is
   * @param check is run now and then, also where no term is accepted
   */
  AcceptedEntryRange(
      BlockTermsEnum terms, CompiledAutomaton compiled, AcceptedLiteral literal, IORunnable check) {
    this.terms = terms;
    this.blocks = AcceptedBlocks.withoutTerms(terms, compiled, literal, check);
  }

  @Override
  int read(long[] entries) throws IOException {
    int count = 0;
    while (count + Long.bitCount(peek()) <= entries.length && accepted != 0) {
      // Those next to each other are read together.
      int from = Long.numberOfTrailingZeros(accepted);
      int to = from + Long.numberOfTrailingZeros(~(accepted >>> from));
      terms.block().entries(from, to, entries, count);
      count += to - from;
      accepted &= to == Long.SIZE ? 0 : -1L << to;
    }
    return count;
  }

  /** The accepted terms of the current block, or of the next one that has any. */
  private long peek() throws IOException {
    if (accepted == 0) {
      accepted = blocks.next();
    }
    return accepted;
  }
}
