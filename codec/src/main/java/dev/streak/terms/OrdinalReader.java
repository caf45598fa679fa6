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

import dev.streak.field.OrdinalTerms;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** Terms of a field by ordinal, where they lie in their blocks. */
final class OrdinalReader implements OrdinalTerms {

  /** Terms whose blocks are touched before the first of them is compared. */
  private static final int GROUP = 64;

  private final FieldBlocks field;
  private final RandomAccessInput in;
  private final BlockPlaces places;
  private final TermBlock block;
  private final long[] found = new long[GROUP];

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long sink;

  OrdinalReader(FieldBlocks field) throws IOException {
    this.field = field;
    this.in = field.terms().bytes();
    this.places = field.terms().places();
    this.block = new TermBlock(in);
  }

  @Override
  public long size() {
    return field.totals().terms();
  }

  @Override
  public long entryIfEqual(long ordinal, BytesRef term) throws IOException {
    if (ordinal >= size()) {
      return DIFFERENT;
    }
    long place = places.get(blockOf(ordinal), in);
    sink = touch(place, ordinal);
    return entryIfEqual(place, ordinal, term);
  }

  private static int blockOf(long ordinal) {
    return (int) (ordinal >>> TermBlockLayout.TERMS_LOG2);
  }

  private static int indexOf(long ordinal) {
    return (int) ordinal & (TermBlockLayout.TERMS - 1);
  }

  /** Loads what is going to be read, as far as is known where it is. */
  private long touch(long place, long ordinal) throws IOException {
    // Of what may lie in two lines, the first byte and the last.
    long touched =
        (long) in.readByte(BlockPlaces.start(place)) + in.readByte(BlockPlaces.headEnd(place));
    if (BlockPlaces.hasStride(place)) {
      int index = indexOf(ordinal);
      long inBlock = Math.min(TermBlockLayout.TERMS, size() - (ordinal - index));
      long term = BlockPlaces.term(place, index);
      touched += in.readByte(term) + in.readByte(BlockPlaces.termEnd(place, term));
      touched += in.readByte(BlockPlaces.entry(place, index, (int) inBlock));
    }
    return touched;
  }

  private long entryIfEqual(long place, long ordinal, BytesRef term) throws IOException {
    block.open(BlockPlaces.start(place));
    int index = indexOf(ordinal);
    return index < block.count() && block.isEqual(index, term) ? block.entry(index) : DIFFERENT;
  }

  @Override
  public void entriesIfEqual(BytesRef[] terms, int from, int to, long[] ordinals)
      throws IOException {
    for (int start = from; start < to; start += GROUP) {
      group(terms, start, Math.min(to, start + GROUP), ordinals);
    }
  }

  private void group(BytesRef[] terms, int from, int to, long[] ordinals) throws IOException {
    for (int i = from; i < to; i++) {
      long ordinal = ordinals[i];
      if (ordinal >= size()) {
        ordinals[i] = DIFFERENT;
      } else if (ordinal >= 0) {
        found[i - from] = places.get(blockOf(ordinal), in);
      }
    }
    // What is read here is not needed yet; but loads that do not wait for each other overlap.
    long touched = 0;
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0) {
        touched += touch(found[i - from], ordinals[i]);
      }
    }
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0 && BlockPlaces.hasStride(found[i - from]) == false) {
        block.open(BlockPlaces.start(found[i - from]));
        int index = indexOf(ordinals[i]);
        touched += in.readByte(block.addressOfTerm(index));
        touched += in.readByte(block.addressOfEntry(index));
      }
    }
    sink = touched;
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0) {
        ordinals[i] = entryIfEqual(found[i - from], ordinals[i], terms[i]);
      }
    }
  }
}
