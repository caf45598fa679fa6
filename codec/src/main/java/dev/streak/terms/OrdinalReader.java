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
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** Terms of a field by ordinal, where they lie in their blocks. */
final class OrdinalReader implements OrdinalTerms {

  /** Terms whose blocks are touched before the first of them is compared. */
  private static final int GROUP = 64;

  private final FieldBlocks field;
  private final RandomAccessInput in;
  private final TermBlockStarts starts;
  private final TermBlock block;
  private final long[] positions = new long[GROUP];

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long sink;

  OrdinalReader(FieldBlocks field) throws IOException {
    this.field = field;
    this.in = field.terms().bytes();
    this.starts = field.terms().starts();
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
    return entryIfEqual(startOfBlock(ordinal), ordinal, term);
  }

  private long startOfBlock(long ordinal) throws IOException {
    int number = (int) (ordinal >>> TermBlockLayout.TERMS_LOG2);
    field.terms().verifyOnce(number);
    return starts.position(in, number);
  }

  private long entryIfEqual(long start, long ordinal, BytesRef term) throws IOException {
    block.open(start);
    int place = (int) ordinal & (TermBlockLayout.TERMS - 1);
    return place < block.count() && block.isEqual(place, term) ? block.entry(place) : DIFFERENT;
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
        positions[i - from] = startOfBlock(ordinal);
      }
    }
    // What is read here is not needed yet; but loads that do not wait for each other overlap.
    long touched = 0;
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0) {
        touched += in.readByte(positions[i - from]);
      }
    }
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0) {
        int place = (int) ordinals[i] & (TermBlockLayout.TERMS - 1);
        block.open(positions[i - from]);
        touched += in.readByte(block.addressOfTerm(place));
        touched += in.readByte(block.addressOfEntry(place));
      }
    }
    sink = touched;
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0) {
        ordinals[i] = entryIfEqual(positions[i - from], ordinals[i], terms[i]);
      }
    }
  }
}
