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
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** Those terms that an automaton accepts. */
final class AcceptedTermsEnum extends FilterTermsEnum {

  private final BlockTermsEnum terms;
  private final AcceptedBlocks blocks;

  /** A bit for each accepted term of the current block that is still to be returned. */
  private long accepted;

  AcceptedTermsEnum(BlockTermsEnum terms, CompiledAutomaton compiled, BytesRef startTerm) {
    super(terms);
    this.terms = terms;
    this.blocks = new AcceptedBlocks(terms, compiled, startTerm);
  }

  @Override
  public BytesRef next() throws IOException {
    if (accepted == 0) {
      accepted = blocks.next();
      if (accepted == 0) {
        return null;
      }
    }
    int place = Long.numberOfTrailingZeros(accepted);
    BytesRef term = terms.termAt(place);
    accepted &= accepted - 1;
    return term;
  }

  @Override
  public SeekStatus seekCeil(BytesRef text) {
    throw new UnsupportedOperationException("terms of an automaton are read in their order");
  }

  @Override
  public IOBooleanSupplier prepareSeekExact(BytesRef text) {
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
