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
package dev.streak.listblock;

import dev.streak.packing.BitPacking;
import org.apache.lucene.util.ArrayUtil;

/**
 * The runs of a posting list between two decisions about its encoding, and what they would cost in
 * each. Runs are ascending and at least one document apart.
 */
final class PendingRuns {

  int[] starts = new int[16];
  int[] ends = new int[16];
  int count;
  long docCount;

  void clear() {
    count = 0;
    docCount = 0;
  }

  /** Adds {@code start} (inclusive) to {@code end} (exclusive). */
  void add(int start, int end) {
    if (count == starts.length) {
      starts = ArrayUtil.grow(starts, count + 1);
      ends = ArrayUtil.growExact(ends, starts.length);
    }
    starts[count] = start;
    ends[count] = end;
    count++;
    docCount += end - start;
  }

  /**
   * The kind to write: {@link ListDescriptor#KIND_RUNS}, {@link ListDescriptor#KIND_BITMAP}, or
   * {@link ListDescriptor#KIND_PACKED} for an array of documents. It is the one that takes least
   * space; among equals the one that costs least to unite with others, in this order. There are two
   * exceptions. Runs that are short on average are out of the question: the branch at the end of
   * each costs more time than the bytes that they save. And bits may take more, where documents are
   * many: they are read many times as fast. Where they are dense, that is a bit a document more
   * than an array, which is where Lucene prefers an array, too.
   *
   * @param previousDoc last document before these
   */
  int kind(int previousDoc) {
    boolean longEnough = docCount >= (long) ListDescriptor.MIN_MEAN_RUN * count;
    boolean many = docCount >= ListDescriptor.BLOCK_DOCS;
    boolean dense = many && areDense(longEnough);
    long runs = longEnough ? runsBytes(previousDoc) : Long.MAX_VALUE;
    long bitmap = bitmapBytes();
    long array = arrayBytes(previousDoc, dense ? bitmap : Math.min(runs, bitmap));
    if (dense && bitmap <= array + docCount / Byte.SIZE) {
      return ListDescriptor.KIND_BITMAP;
    }
    if (runs <= bitmap && runs <= array) {
      return ListDescriptor.KIND_RUNS;
    }
    long allowed = many ? array + array / ListDescriptor.BITS_MAY_COST : array;
    return bitmap <= allowed ? ListDescriptor.KIND_BITMAP : ListDescriptor.KIND_PACKED;
  }

  private boolean areDense(boolean runs) {
    long span = (long) ends[count - 1] - starts[0];
    int docSpan = runs ? ListDescriptor.DENSE_RUNS : ListDescriptor.DENSE_DOCS;
    return span <= docCount * docSpan && span <= (long) count * ListDescriptor.SPAN_OF_SHORT_RUN;
  }

  long runsBytes(int previousDoc) {
    long bytes = 0;
    int previousEnd = previousDoc + 1;
    for (int from = 0; from < count; from += ListDescriptor.BLOCK_RUNS) {
      int to = Math.min(count, from + ListDescriptor.BLOCK_RUNS);
      int gaps = 0;
      int lengths = 0;
      for (int i = from; i < to; i++) {
        gaps |= starts[i] - previousEnd;
        lengths |= ends[i] - starts[i] - 1;
        previousEnd = ends[i];
      }
      bytes +=
          3
              + BitPacking.byteLength(to - from, BitPacking.widthOf(gaps))
              + BitPacking.byteLength(to - from, BitPacking.widthOf(lengths));
    }
    return bytes;
  }

  long bitmapBytes() {
    long words = 0;
    long blocks = 0;
    int firstWord = 0;
    int lastWord = -1;
    for (int i = 0; i < count; i++) {
      int word = starts[i] >>> 6;
      int endWord = (ends[i] - 1) >>> 6;
      if (lastWord < 0 || word - firstWord >= ListDescriptor.BLOCK_WORDS) {
        blocks++;
        words += lastWord - firstWord + 1;
        firstWord = word;
      }
      // A run longer than a block is cut; its words are all the same to the count.
      lastWord = endWord;
      if (lastWord - firstWord >= ListDescriptor.BLOCK_WORDS) {
        int whole = (lastWord - firstWord) / ListDescriptor.BLOCK_WORDS;
        blocks += whole;
        words += (long) whole * ListDescriptor.BLOCK_WORDS;
        firstWord += whole * ListDescriptor.BLOCK_WORDS;
      }
    }
    words += lastWord - firstWord + 1;
    return words * Long.BYTES + 2 * blocks;
  }

  /** Stops counting at {@code limit}: long runs need not be counted out to lose. */
  long arrayBytes(int previousDoc, long limit) {
    long bytes = 0;
    int inBlock = 0;
    int gaps = 0;
    long groupBytes = 0;
    int blockPrevious = previousDoc;
    int previousEnd = previousDoc + 1;
    for (int i = 0; i < count && bytes < limit; i++) {
      int gap = starts[i] - previousEnd;
      int at = starts[i];
      previousEnd = ends[i];
      while (at < previousEnd) {
        int taken = Math.min(previousEnd - at, ListDescriptor.BLOCK_DOCS - inBlock);
        gaps |= gap;
        groupBytes += taken - 1 + groupValueBytes(gap);
        inBlock += taken;
        at += taken;
        gap = 0;
        if (inBlock == ListDescriptor.BLOCK_DOCS) {
          bytes += arrayBlockBytes(inBlock, gaps, groupBytes, blockPrevious, at - 1);
          blockPrevious = at - 1;
          inBlock = 0;
          gaps = 0;
          groupBytes = 0;
        }
      }
    }
    if (inBlock > 0) {
      bytes += arrayBlockBytes(inBlock, gaps, groupBytes, blockPrevious, previousEnd - 1);
    }
    return bytes;
  }

  private static long arrayBlockBytes(
      int docs, int gaps, long groupBytes, int previousDoc, int lastDoc) {
    long packed = BitPacking.byteLength(docs, BitPacking.widthOf(gaps));
    long groups = groupBytes + (docs + 3) / 4;
    long words = (lastDoc >>> 6) - ((previousDoc + 1) >>> 6) + 1L;
    long array = docs < ListDescriptor.BLOCK_DOCS ? Math.min(packed, groups) : packed;
    return 2 + (words <= ListDescriptor.BLOCK_WORDS ? Math.min(array, words * Long.BYTES) : array);
  }

  /** Bytes of one value of a group-varint. */
  static int groupValueBytes(int value) {
    return Integer.BYTES - (Integer.numberOfLeadingZeros(value | 1) >>> 3);
  }
}
