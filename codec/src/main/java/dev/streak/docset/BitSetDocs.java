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
import dev.streak.packing.RunBits;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * Many documents all over the segment as one bit set: Lucene's conjunctions know its iterator and
 * ask it for single bits.
 */
final class BitSetDocs extends MatchingDocs {

  private final FixedBitSet bits;
  private final int cardinality;

  private BitSetDocs(FixedBitSet bits) {
    this.bits = bits;
    this.cardinality = bits.cardinality();
  }

  @Override
  public int cardinality() {
    return cardinality;
  }

  @Override
  public DocIdSetIterator iterator() {
    return new BitSetIterator(bits, cardinality);
  }

  @Override
  public void collect(DocSink sink) {
    sink.bitmap(0, bits.getBits(), FixedBitSet.bits2words(bits.length()));
  }

  /** Unites lists. */
  static final class Builder implements DocUnion.Target {

    private final FixedBitSet bits;

    /** For documents below {@code maxDoc}. */
    Builder(int maxDoc) {
      bits = new FixedBitSet(maxDoc);
    }

    @Override
    public void run(int start, int end) {
      RunBits.set(bits.getBits(), start, end);
    }

    @Override
    public void runs(int[] starts, int[] ends, int count) {
      RunBits.set(bits.getBits(), starts, ends, count);
    }

    @Override
    public FixedBitSet bits() {
      return bits;
    }

    @Override
    public void docs(int[] docs, int count) {
      long[] words = bits.getBits();
      for (int i = 0; i < count; i++) {
        words[docs[i] >> 6] |= 1L << docs[i];
      }
    }

    // Two gaps are in each load. Unpacked into an array first, a document takes half as long again.
    @Override
    public long gaps(byte[] bytes, int firstBit, int width, int first, int gaps) {
      assert 2 * width <= Long.SIZE - Byte.SIZE + 1 : "width=" + width;
      long[] words = bits.getBits();
      int last = words.length - 1;
      int mask = (1 << width) - 1;
      int doc = first;
      int bit = firstBit;
      words[Math.min(doc >>> 6, last)] |= 1L << doc;
      int i = 1;
      for (; i < gaps; i += 2) {
        long word = (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3) >>> (bit & 7);
        doc += 1 + ((int) word & mask);
        words[Math.min(doc >>> 6, last)] |= 1L << doc;
        doc += 1 + ((int) (word >>> width) & mask);
        words[Math.min(doc >>> 6, last)] |= 1L << doc;
        bit += 2 * width;
      }
      if (i == gaps) {
        long word = (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3) >>> (bit & 7);
        doc += 1 + ((int) word & mask);
        words[Math.min(doc >>> 6, last)] |= 1L << doc;
      }
      return Integer.toUnsignedLong(doc);
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      long[] target = bits.getBits();
      int from = base >> 6;
      // Past the last document a bitmap may be padded with empty words.
      int count = Math.min(wordCount, target.length - from);
      for (int i = 0; i < count; i++) {
        target[from + i] |= words[i];
      }
    }

    @Override
    public BitSetDocs build() {
      return new BitSetDocs(bits);
    }
  }
}
