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

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * The live documents of a reader, so that those of a run are counted in constant time. For each
 * block of {@value #BLOCK_DOCS} documents it is known how many live ones come before it; words of
 * bits are kept only of blocks in which a document is deleted. Immutable.
 */
public final class LiveRanks {

  private static final int BLOCK_BITS = 9;
  private static final int BLOCK_DOCS = 1 << BLOCK_BITS;
  private static final int BLOCK_MASK = BLOCK_DOCS - 1;
  private static final int BLOCK_WORDS = BLOCK_DOCS / Long.SIZE;

  /** The place of the words of a block in which no document is deleted. */
  private static final int NO_WORDS = -1;

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(LiveRanks.class);

  private final Bits liveDocs;

  /** By block. */
  private final int[] liveBefore;

  /** By block: where its words begin in {@link #words}. */
  private final int[] places;

  private final long[] words;

  private LiveRanks(Bits liveDocs, int[] liveBefore, int[] places, long[] words) {
    this.liveDocs = liveDocs;
    this.liveBefore = liveBefore;
    this.places = places;
    this.words = words;
  }

  /** Takes time in the order of the number of documents divided by 64. */
  static LiveRanks of(Bits liveDocs) {
    int maxDoc = liveDocs.length();
    int blocks = (maxDoc + BLOCK_MASK) >>> BLOCK_BITS;
    int[] liveBefore = new int[blocks];
    int[] places = new int[blocks];
    long[] words = new long[BLOCK_WORDS];
    int wordCount = 0;
    int live = 0;
    FixedBitSet block = new FixedBitSet(BLOCK_DOCS);
    for (int i = 0; i < blocks; i++) {
      liveBefore[i] = live;
      int start = i << BLOCK_BITS;
      int length = Math.min(BLOCK_DOCS, maxDoc - start);
      block.clear();
      block.set(0, length);
      liveDocs.applyMask(block, start);
      int inBlock = block.cardinality();
      live += inBlock;
      if (inBlock == length) {
        places[i] = NO_WORDS;
      } else {
        places[i] = wordCount;
        words = ArrayUtil.grow(words, wordCount + BLOCK_WORDS);
        System.arraycopy(block.getBits(), 0, words, wordCount, BLOCK_WORDS);
        wordCount += BLOCK_WORDS;
      }
    }
    return new LiveRanks(liveDocs, liveBefore, places, Arrays.copyOf(words, wordCount));
  }

  /** Bytes that the ranks of so many documents take if some are deleted everywhere. */
  static long mostBytes(Bits liveDocs) {
    long docs = liveDocs.length();
    return docs / Byte.SIZE + docs / (BLOCK_DOCS / (2 * Integer.BYTES));
  }

  /** Whether this was made of these very bits. */
  @SuppressWarnings("ReferenceEquality") // bits with equal content would have to be compared
  public boolean isOf(Bits bits) {
    return liveDocs == bits;
  }

  /** Whether a document is live. */
  public boolean isLive(int doc) {
    int place = places[doc >>> BLOCK_BITS];
    return place == NO_WORDS || (word(place, doc) >>> doc & 1L) != 0;
  }

  /** The word of a document whose block's words begin at {@code place}. */
  private long word(int place, int doc) {
    return words[place + ((doc & BLOCK_MASK) >>> 6)];
  }

  /** Number of live documents from {@code start} to {@code end} (exclusive), which is greater. */
  public int count(int start, int end) {
    int first = start >>> BLOCK_BITS;
    int last = (end - 1) >>> BLOCK_BITS;
    int afterEnd = end - (last << BLOCK_BITS);
    if (first == last) {
      return places[first] == NO_WORDS
          ? end - start
          : countWords(places[first], start & BLOCK_MASK, afterEnd);
    }
    return liveBefore[last]
        - liveBefore[first]
        + countInBlock(last, afterEnd)
        - countInBlock(first, start & BLOCK_MASK);
  }

  /** Number of live documents among the first {@code length} of a block. */
  private int countInBlock(int block, int length) {
    int place = places[block];
    return place == NO_WORDS || length == 0 ? length : countWords(place, 0, length);
  }

  private int countWords(int place, int from, int to) {
    int word = place + (from >>> 6);
    int lastWord = place + ((to - 1) >>> 6);
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

  /** Number of live ones among documents given as bits; bit 0 is {@code base}, of 64 a multiple. */
  public int count(int base, long[] bits, int bitWords) {
    int count = 0;
    for (int i = 0; i < bitWords; i++) {
      if (bits[i] != 0) {
        int doc = base + (i << 6);
        int place = places[doc >>> BLOCK_BITS];
        count += Long.bitCount(place == NO_WORDS ? bits[i] : bits[i] & word(place, doc));
      }
    }
    return count;
  }

  /** The first live document from {@code doc} on that is before {@code end}, or {@code end}. */
  public int nextLive(int doc, int end) {
    return next(doc, end, 0);
  }

  /** The first deleted document from {@code doc} on that is before {@code end}, or {@code end}. */
  public int nextDeleted(int doc, int end) {
    return next(doc, end, -1L);
  }

  /** The first bit that is set when all are flipped that are set in {@code flip}. */
  private int next(int doc, int end, long flip) {
    int from = doc;
    while (from < end) {
      int place = places[from >>> BLOCK_BITS];
      if (place == NO_WORDS) {
        if (flip == 0) {
          return from;
        }
        from = (from | BLOCK_MASK) + 1;
      } else {
        long rest = (word(place, from) ^ flip) >>> from;
        if (rest != 0) {
          return Math.min(end, from + Long.numberOfTrailingZeros(rest));
        }
        from = (from | 63) + 1;
      }
    }
    return end;
  }

  /** Bytes of heap, without the bits of the reader itself. */
  public long ramBytesUsed() {
    return BASE_RAM_BYTES_USED
        + RamUsageEstimator.sizeOf(liveBefore)
        + RamUsageEstimator.sizeOf(places)
        + RamUsageEstimator.sizeOf(words);
  }
}
