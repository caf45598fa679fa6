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

import dev.streak.packing.RunBits;
import java.util.Arrays;

/**
 * Unites posting lists into a {@link SparseRunSet}. A chunk starts as a list of runs in the order
 * in which they come, a single document being a run of one, and becomes a bitmap when the list has
 * outgrown its use.
 */
final class SparseRunSetBuilder implements DocUnion.Target {

  private static final int CHUNK_BITS = SparseRunSet.CHUNK_BITS;
  private static final int CHUNK_DOCS = SparseRunSet.CHUNK_DOCS;
  private static final int LOW_MASK = CHUNK_DOCS - 1;
  private static final int CHUNK_WORDS = CHUNK_DOCS / Long.SIZE;

  /**
   * So many listed runs become a bitmap: a quarter of its size, and sorting them at the end would
   * cost more than setting their bits.
   */
  static final int MAX_LISTED = 512;

  private final LongRadixSorter sorter = new LongRadixSorter();

  /** By chunk; at most one of the two exists. */
  private final long[][] bitmaps;

  private final long[][] lists;
  private final int[] listSizes;

  SparseRunSetBuilder(int maxDoc) {
    int chunks = ((maxDoc - 1) >>> CHUNK_BITS) + 1;
    bitmaps = new long[chunks][];
    lists = new long[chunks][];
    listSizes = new int[chunks];
  }

  @Override
  public void docs(int[] docs, int count) {
    for (int i = 0; i < count; i++) {
      int doc = docs[i];
      long[] words = bitmaps[doc >>> CHUNK_BITS];
      if (words != null) {
        words[(doc & LOW_MASK) >>> 6] |= 1L << doc;
      } else {
        runInChunk(doc >>> CHUNK_BITS, doc, doc + 1);
      }
    }
  }

  @Override
  public void run(int start, int end) {
    int chunk = start >>> CHUNK_BITS;
    int lastChunk = (end - 1) >>> CHUNK_BITS;
    int from = start;
    while (chunk < lastChunk) {
      int chunkEnd = (chunk + 1) << CHUNK_BITS;
      runInChunk(chunk, from, chunkEnd);
      from = chunkEnd;
      chunk++;
    }
    runInChunk(chunk, from, end);
  }

  @Override
  public void bitmap(int base, long[] words, int wordCount) {
    int word = 0;
    while (word < wordCount) {
      int doc = base + (word << 6);
      int chunk = doc >>> CHUNK_BITS;
      int offset = (doc & LOW_MASK) >>> 6;
      int length = Math.min(wordCount - word, CHUNK_WORDS - offset);
      if (chunk >= bitmaps.length || isEmpty(words, word, length)) {
        // Past the last document a bitmap may be padded with empty words.
        assert isEmpty(words, word, length);
      } else {
        long[] target = toBitmap(chunk);
        for (int i = 0; i < length; i++) {
          target[offset + i] |= words[word + i];
        }
      }
      word += length;
    }
  }

  private static boolean isEmpty(long[] words, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (words[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private void runInChunk(int chunk, int start, int end) {
    long[] words = bitmaps[chunk];
    if (words != null) {
      setBits(words, start, end);
      return;
    }
    int size = listSizes[chunk];
    if (size == MAX_LISTED) {
      setBits(toBitmap(chunk), start, end);
      return;
    }
    long[] list = lists[chunk];
    if (list == null) {
      list = new long[8];
      lists[chunk] = list;
    } else if (size == list.length) {
      list = Arrays.copyOf(list, Math.min(MAX_LISTED, size * 4));
      lists[chunk] = list;
    }
    list[size] = CoalescedRuns.pack(start, end);
    listSizes[chunk] = size + 1;
  }

  /** The run lies within the chunk of which these are the bits. */
  private static void setBits(long[] words, int start, int end) {
    int low = start & LOW_MASK;
    RunBits.set(words, low, low + end - start);
  }

  private long[] toBitmap(int chunk) {
    long[] words = bitmaps[chunk];
    if (words != null) {
      return words;
    }
    words = new long[CHUNK_WORDS];
    bitmaps[chunk] = words;
    long[] list = lists[chunk];
    for (int i = 0; i < listSizes[chunk]; i++) {
      setBits(words, CoalescedRuns.start(list[i]), CoalescedRuns.end(list[i]));
    }
    lists[chunk] = null;
    listSizes[chunk] = 0;
    return words;
  }

  @Override
  public SparseRunSet build() {
    int[] numbers = new int[bitmaps.length];
    MatchingDocs[] chunks = new MatchingDocs[bitmaps.length];
    int count = 0;
    for (int number = 0; number < bitmaps.length; number++) {
      MatchingDocs chunk = build(number);
      if (chunk != null) {
        numbers[count] = number;
        chunks[count++] = chunk;
      }
    }
    return new SparseRunSet(Arrays.copyOf(numbers, count), Arrays.copyOf(chunks, count));
  }

  /** The documents of a chunk, or null if there are none. */
  private MatchingDocs build(int chunk) {
    int base = chunk << CHUNK_BITS;
    long[] words = bitmaps[chunk];
    if (words != null) {
      return new BitmapDocs(base, words);
    }
    if (listSizes[chunk] == 0) {
      return null;
    }
    long[] list = sorter.sort(lists[chunk], listSizes[chunk], Integer.SIZE, Integer.SIZE - 1);
    CoalescedRuns runs = CoalescedRuns.ofSorted(list, listSizes[chunk]);
    // A run is 8 bytes, a document in an array 2.
    return runs.runCount() * 4 <= runs.cardinality() ? runs.trim() : toArray(base, runs);
  }

  private static ArrayDocs toArray(int base, CoalescedRuns runs) {
    char[] lows = new char[runs.cardinality()];
    int count = 0;
    for (int i = 0; i < runs.runCount(); i++) {
      int end = CoalescedRuns.end(runs.run(i));
      for (int doc = CoalescedRuns.start(runs.run(i)); doc < end; doc++) {
        lows[count++] = (char) (doc - base);
      }
    }
    return new ArrayDocs(base, lows);
  }
}
