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
package dev.streak.fieldblocks;

import dev.streak.termblock.RestCoder;
import dev.streak.termblock.TermBlockEncoder;
import java.io.IOException;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.StringHelper;

/**
 * One level of a field's blocks: the terms, or the keys of the blocks of the level below. As soon
 * as there is a second block there is a level above, which gets a key for each.
 */
abstract class TermBlockSequenceWriter {

  private final TermBlockEncoder block;
  private final BytesRefBuilder last = new BytesRefBuilder();
  private IndexLevelWriter above;

  /**
   * Begins a level.
   *
   * @param coder for terms; null for keys, which have no entries
   */
  TermBlockSequenceWriter(RestCoder coder) {
    this.block = new TermBlockEncoder(coder);
  }

  /** Where a block goes that begins now. */
  abstract DataOutput startBlock() throws IOException;

  public final void add(BytesRef term, long entry) throws IOException {
    if (block.isFull()) {
      last.copyBytes(block.last());
      finishBlock();
      if (above == null) {
        above = new IndexLevelWriter();
        above.add(new BytesRef(BytesRef.EMPTY_BYTES), 0);
      }
      above.add(separator(last.get(), term), 0);
    }
    block.add(term, entry);
  }

  /** The shortest key that is greater than all before {@code term} and not greater than it. */
  private static BytesRef separator(BytesRef before, BytesRef term) {
    int length = StringHelper.sortKeyLength(before, term);
    return new BytesRef(term.bytes, term.offset, length);
  }

  private void finishBlock() throws IOException {
    block.finish(startBlock());
  }

  /** Writes what is left. */
  final void finish() throws IOException {
    if (block.isEmpty() == false) {
      finishBlock();
    }
  }

  /** The level above, or null. */
  final IndexLevelWriter above() {
    return above;
  }
}
