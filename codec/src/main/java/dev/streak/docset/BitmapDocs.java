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
package dev.streak.docset;

import dev.streak.field.DocSink;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Documents of one chunk as a bitmap. */
final class BitmapDocs extends MatchingDocs {

  private final int base;
  private final FixedBitSet bits;
  private final int cardinality;

  /** Bit {@code i} of {@code words} is document {@code base + i}. */
  BitmapDocs(int base, long[] words) {
    this.base = base;
    this.bits = new FixedBitSet(words, words.length * Long.SIZE);
    this.cardinality = bits.cardinality();
  }

  @Override
  public int cardinality() {
    return cardinality;
  }

  @Override
  public DocIdSetIterator iterator() {
    return new BitmapIterator();
  }

  @Override
  public void collect(DocSink sink) {
    sink.bitmap(base, bits.getBits(), bits.getBits().length);
  }

  private final class BitmapIterator extends AbstractDocIdSetIterator {
    @Override
    public int nextDoc() {
      return advance(doc + 1);
    }

    @Override
    public int advance(int target) {
      return toFirstFrom(Math.max(0, target - base));
    }

    private int toFirstFrom(int bit) {
      int next = bit < bits.length() ? bits.nextSetBit(bit) : NO_MORE_DOCS;
      doc = next == NO_MORE_DOCS ? NO_MORE_DOCS : base + next;
      return doc;
    }

    @Override
    public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) {
      // Lengths are compared, because their ends may lie beyond the largest int.
      int length = Math.min(upTo - doc, bits.length() - (doc - base));
      length = Math.min(length, bitSet.length() - (doc - offset));
      if (length > 0) {
        FixedBitSet.orRange(bits, doc - base, bitSet, doc - offset, length);
        toFirstFrom(doc - base + length);
      }
      // The rest is nothing, or does not fit and is refused by the bit set.
      while (doc < upTo) {
        bitSet.set(doc - offset);
        nextDoc();
      }
    }

    @Override
    public int docIDRunEnd() {
      return base + Math.min(bits.length(), bits.nextClearBit(doc - base));
    }

    @Override
    public long cost() {
      return cardinality;
    }
  }
}
