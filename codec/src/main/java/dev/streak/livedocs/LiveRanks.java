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
package dev.streak.livedocs;

import java.io.IOException;
import java.lang.ref.WeakReference;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.LiveDocs;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * The live documents of a reader, so that those of a run are counted in constant time: their bits,
 * the reader's own where they can be had, and for each block of {@value #BLOCK_DOCS} documents how
 * many live ones come before it. Immutable. As {@link Bits} it masks word by word, which not all
 * readers' bits do.
 */
public final class LiveRanks implements Bits {

  /** Documents of the longest run that is counted together with others. */
  static final int MOST_TOGETHER = Long.SIZE - 1;

  /** Documents of a run up to here are counted by words, which is faster than by two ranks. */
  private static final int FEW_DOCS = 256;

  private static final int BLOCK_BITS = 9;
  private static final int BLOCK_DOCS = 1 << BLOCK_BITS;
  private static final int BLOCK_WORDS = BLOCK_DOCS / Long.SIZE;

  /** Of a line of memory. */
  private static final int LINE_WORDS = 8;

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(LiveRanks.class);

  private final Bits liveDocs;
  private final FixedBitSet bits;

  /** Of {@link #bits}. */
  private final long[] words;

  private final boolean ownBits;

  /** By block. */
  private final int[] liveBefore;

  private final WeakReference<LiveRanks> weakly = new WeakReference<>(this);

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long touched;

  private LiveRanks(Bits liveDocs, FixedBitSet bits, boolean ownBits) {
    this.liveDocs = liveDocs;
    this.bits = bits;
    this.words = bits.getBits();
    this.ownBits = ownBits;
    this.liveBefore = liveBefore(bits);
  }

  private static int[] liveBefore(FixedBitSet bits) {
    long[] words = bits.getBits();
    int wordCount = FixedBitSet.bits2words(bits.length());
    int[] liveBefore = new int[(wordCount + BLOCK_WORDS - 1) / BLOCK_WORDS];
    int live = 0;
    for (int i = 0; i < wordCount; i++) {
      if (i % BLOCK_WORDS == 0) {
        liveBefore[i / BLOCK_WORDS] = live;
      }
      live += Long.bitCount(words[i]);
    }
    return liveBefore;
  }

  static LiveRanks of(Bits liveDocs) throws IOException {
    FixedBitSet readers = bitsOf(liveDocs);
    return readers != null && readers.length() == liveDocs.length()
        ? new LiveRanks(liveDocs, readers, false)
        : new LiveRanks(liveDocs, copy(liveDocs), true);
  }

  /** The bits that {@code liveDocs} consists of, or null. */
  private static FixedBitSet bitsOf(Bits liveDocs) {
    if (liveDocs instanceof LiveDocs known) {
      return BitSetIterator.getFixedBitSetOrNull(known.liveDocsIterator());
    }
    return liveDocs instanceof FixedBitSet set ? set : MaskedLiveDocsFormat.bitsOf(liveDocs);
  }

  private static FixedBitSet copy(Bits liveDocs) throws IOException {
    FixedBitSet copy = new FixedBitSet(liveDocs.length());
    copy.set(0, liveDocs.length());
    if (liveDocs instanceof LiveDocs known) {
      DocIdSetIterator deleted = known.deletedDocsIterator();
      for (int doc = deleted.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = deleted.nextDoc()) {
        copy.clear(doc);
      }
    } else {
      liveDocs.applyMask(copy, 0);
    }
    return copy;
  }

  /** Bytes that the ranks of so many documents take at most. */
  static long mostBytes(int maxDoc) {
    return (long) maxDoc / Byte.SIZE + (long) maxDoc / (BLOCK_DOCS / Integer.BYTES);
  }

  WeakReference<LiveRanks> weakly() {
    return weakly;
  }

  /** Whether this was made of these very bits. */
  @SuppressWarnings("ReferenceEquality") // bits with equal content would have to be compared
  public boolean isOf(Bits other) {
    return liveDocs == other;
  }

  @Override
  public boolean get(int doc) {
    return (words[doc >>> 6] >>> doc & 1L) != 0;
  }

  @Override
  public int length() {
    return bits.length();
  }

  @Override
  public void applyMask(FixedBitSet mask, int offset) {
    bits.applyMask(mask, offset);
  }

  /**
   * Has the bits of live documents brought near if most lines of them will be read in no order:
   * lines that are read one after the other come from memory before they are asked for.
   *
   * @param runs how many will be counted
   */
  public void bringNear(int runs) {
    if ((long) runs * LINE_WORDS < words.length) {
      return;
    }
    long sum = 0;
    for (int i = 0; i < words.length; i += LINE_WORDS) {
      sum += words[i];
    }
    touched = sum;
  }

  /** Number of live documents from {@code start} to {@code end} (exclusive), which may be equal. */
  public int count(int start, int end) {
    int length = end - start;
    if (length > FEW_DOCS) {
      return countByRanks(start, end);
    }
    int count = 0;
    int doc = start;
    for (; length >= Long.SIZE; length -= Long.SIZE) {
      count += Long.bitCount(wordAt(doc));
      doc += Long.SIZE;
    }
    return count + Long.bitCount(wordAt(doc) & ((1L << length) - 1));
  }

  /** Runs that are counted together end here or before: in front of the last word. */
  long togetherEnd() {
    return ((long) (words.length - 1) << 6) - 1;
  }

  /**
   * Number of live documents of some runs.
   *
   * @param starts of runs that end at {@link #togetherEnd} at the latest
   * @param lengths 0 to {@link #MOST_TOGETHER}
   */
  int count(long[] starts, long[] lengths, int runs) {
    long[] live = words;
    long count = 0;
    for (int i = 0; i < runs; i++) {
      long start = starts[i];
      int word = (int) (start >>> 6);
      long bits = (live[word] >>> start) | (live[word + 1] << 1 << ~start);
      count += Long.bitCount(bits & ((1L << lengths[i]) - 1));
    }
    return (int) count;
  }

  /**
   * The bits of 64 documents from {@code doc} on. A branch that depends on where a run lies in its
   * words would be mispredicted half of the time. Bits past the last document mean nothing.
   */
  private long wordAt(int doc) {
    int word = Math.min(doc >>> 6, words.length - 1);
    int next = Math.min(word + 1, words.length - 1);
    return (words[word] >>> doc) | (words[next] << 1 << ~doc);
  }

  private int countByRanks(int start, int end) {
    int first = start >>> BLOCK_BITS;
    int last = (end - 1) >>> BLOCK_BITS;
    if (first == last) {
      return countWords(start, end);
    }
    int count = liveBefore[last] - liveBefore[first] + countWords(last << BLOCK_BITS, end);
    int firstOfBlock = first << BLOCK_BITS;
    return start == firstOfBlock ? count : count - countWords(firstOfBlock, start);
  }

  private int countWords(int from, int to) {
    int word = from >>> 6;
    int lastWord = (to - 1) >>> 6;
    long firstMask = -1L << from;
    long lastMask = -1L >>> -to;
    if (word == lastWord) {
      return Long.bitCount(words[word] & firstMask & lastMask);
    }
    int count = Long.bitCount(words[word] & firstMask);
    while (++word < lastWord) {
      count += Long.bitCount(words[word]);
    }
    return count + Long.bitCount(words[lastWord] & lastMask);
  }

  /** Number of live ones of {@code length} documents. */
  int count(int[] docs, int length) {
    int count = 0;
    for (int i = 0; i < length; i++) {
      int doc = docs[i];
      count += (int) (words[doc >>> 6] >>> doc) & 1;
    }
    return count;
  }

  /**
   * Number of live documents of a list in the form in which it is packed, and above these 32 bits
   * its last document, which may be beyond the segment if the bytes are damaged. Two gaps are in
   * each load: unpacking first and counting then takes a third longer.
   */
  long countGaps(byte[] bytes, int firstBit, int width, int first, int gaps) {
    assert 2 * width <= Long.SIZE - Byte.SIZE + 1 : "width=" + width;
    long[] live = words;
    int last = live.length - 1;
    int mask = (1 << width) - 1;
    int doc = first;
    int bit = firstBit;
    int count = (int) (live[Math.min(doc >>> 6, last)] >>> doc) & 1;
    int i = 1;
    for (; i < gaps; i += 2) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3) >>> (bit & 7);
      doc += 1 + ((int) word & mask);
      count += (int) (live[Math.min(doc >>> 6, last)] >>> doc) & 1;
      doc += 1 + ((int) (word >>> width) & mask);
      count += (int) (live[Math.min(doc >>> 6, last)] >>> doc) & 1;
      bit += 2 * width;
    }
    if (i == gaps) {
      long word = (long) BitUtil.VH_LE_LONG.get(bytes, bit >>> 3) >>> (bit & 7);
      doc += 1 + ((int) word & mask);
      count += (int) (live[Math.min(doc >>> 6, last)] >>> doc) & 1;
    }
    return (long) doc << Integer.SIZE | count;
  }

  /** Number of live ones among documents given as bits; bit 0 is {@code base}, of 64 a multiple. */
  int count(int base, long[] some, int someWords) {
    int from = base >>> 6;
    // Past the last document there may be empty words.
    int length = Math.min(someWords, words.length - from);
    int count = 0;
    for (int i = 0; i < length; i++) {
      count += Long.bitCount(some[i] & words[from + i]);
    }
    return count;
  }

  /** The first live document from {@code doc} on that is before {@code end}, or {@code end}. */
  public int nextLive(int doc, int end) {
    return doc < end ? Math.min(end, bits.nextSetBit(doc, end)) : end;
  }

  /** The first deleted document from {@code doc} on that is before {@code end}, or {@code end}. */
  public int nextDeleted(int doc, int end) {
    return doc < end ? Math.min(end, bits.nextClearBit(doc, end)) : end;
  }

  /** Bytes of heap, without the bits of the reader itself. */
  public long ramBytesUsed() {
    return BASE_RAM_BYTES_USED
        + RamUsageEstimator.sizeOf(liveBefore)
        + (ownBits ? bits.ramBytesUsed() : 0);
  }
}
