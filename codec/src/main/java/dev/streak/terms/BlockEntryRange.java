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

import dev.streak.termblock.TermBlock;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/** Reads the entries of a range of terms from block after block. No term is read on the way. */
final class BlockEntryRange extends BlockEntries {

  private final BlockTermsEnum termsEnum;

  /** Null if the range goes on to the end of the field. */
  private final BytesRef to;

  /** The next entry's place in the current block. */
  private int place;

  /** Whether the range ends in the current block. */
  private boolean isLast;

  /** Where it does, or the block itself. */
  private int end;

  /** Terms from one that is in the range to one that is not, which is null if there is none. */
  BlockEntryRange(BlockTermsEnum termsEnum, BytesRef from, BytesRef to) throws IOException {
    this.termsEnum = termsEnum;
    this.to = to;
    termsEnum.seekCeil(from);
    begin(termsEnum.place());
  }

  private void begin(int first) throws IOException {
    TermBlock block = termsEnum.block();
    place = first;
    end = to == null ? block.count() : block.locate(to);
    isLast = end < block.count();
  }

  @Override
  int read(long[] entries) throws IOException {
    int count = 0;
    while (moveToEntries() && count + end - place <= entries.length) {
      termsEnum.block().entries(place, end, entries, count);
      count += end - place;
      place = end;
    }
    return count;
  }

  /** Goes to a block with entries that were not read yet; returns false if there is none. */
  private boolean moveToEntries() throws IOException {
    while (place >= end) {
      if (isLast || termsEnum.moveToNextBlock() == false) {
        return false;
      }
      begin(0);
    }
    return true;
  }
}
