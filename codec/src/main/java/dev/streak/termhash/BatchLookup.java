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
package dev.streak.termhash;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Look-ups of a batch that are under way at the same time. For one thread.
 *
 * <p>The time goes into waiting for memory. Java has no prefetch, but loads that do not depend on
 * each other wait together, as many as the processor has room for among the instructions it has
 * begun. So each round has loops of their own for their own purpose, and the one that loads keys
 * does nothing else. (The idea is asynchronous memory access chaining, Kocberber et al., VLDB 2015;
 * there, with prefetches.) A round
 *
 * <ol>
 *   <li>fills the window with new keys and their home buckets,
 *   <li>loads the bucket of each, the key first,
 *   <li>compares, in a loop that becomes vector instructions,
 *   <li>keeps what must go on with the next bucket of its chain, without a branch that could be
 *       mispredicted: three of ten.
 * </ol>
 */
final class BatchLookup {

  /**
   * Enough to keep all of a core's outstanding cache misses busy for long; with the lines that they
   * load the look-ups must fit the first-level cache.
   */
  static final int WINDOW = 256;

  private static final long NEXT_MASK = (1L << BucketDescriptor.NEXT_BITS) - 1;

  private final RandomAccessInput memory;
  private final long start;
  private final HomeBuckets homes;
  private final int longestChain;
  private final int window;

  private PendingLookups pending;

  /** Where those go that are kept. Loads need not wait for stores to other arrays. */
  private PendingLookups kept;

  private final long[] found;
  private final long[] words;

  /**
   * {@link #found} and {@link #words}. They are filled by one call in a loop: with the reading of
   * the memory inlined twice the compiler gives up optimizing the rest, which costs a fifth of the
   * speed.
   */
  private final long[][] loaded;

  private final int[] places;

  BatchLookup(
      RandomAccessInput memory, long start, HomeBuckets homes, int longestChain, int expected) {
    this.memory = memory;
    this.start = start;
    this.homes = homes;
    this.longestChain = longestChain;
    window = Math.max(1, Math.min(WINDOW, expected));
    pending = new PendingLookups(window);
    kept = new PendingLookups(window);
    found = new long[window];
    words = new long[window];
    loaded = new long[][] {found, words};
    // One more: the place after the last one is written to.
    places = new int[window + 1];
  }

  boolean isTooSmallFor(int count) {
    return window < WINDOW && window < count;
  }

  /** As {@link NeighborHash#get(long[], int, int, long[])}. */
  void run(long[] keys, int from, int to, long[] payloads) throws IOException {
    int next = from;
    int live = 0;
    long allowed = (long) (to - from) * longestChain;
    while (true) {
      int count = Math.min(window - live, to - next);
      pending.fill(live, keys, next, count, homes, start);
      next += count;
      live += count;
      if (live == 0) {
        return;
      }
      allowed -= live;
      if (allowed < 0) {
        throw new CorruptIndexException(
            "chains are longer than the longest chain written: " + longestChain, memory.toString());
      }
      for (int part = 0; part < loaded.length; part++) {
        pending.load(memory, part * BucketDescriptor.WORD_OFFSET, loaded[part], live);
      }
      pending.compare(found, words, live);
      pending.write(found, payloads, live);
      live = placesThatGoOn(found, words, places, live);
      long outside = pending.keep(places, live, words, kept, start, homes.buckets());
      if (outside != 0) {
        throw new CorruptIndexException(
            "a chain leads out of the table of " + homes.buckets() + " buckets", memory.toString());
      }
      PendingLookups spare = pending;
      pending = kept;
      kept = spare;
    }
  }

  /** Finds those that are absent so far and have more buckets in their chain. */
  private static int placesThatGoOn(long[] found, long[] words, int[] places, int count) {
    int goOn = 0;
    for (int i = 0; i < count; i++) {
      places[goOn] = i;
      long next = words[i] & NEXT_MASK & (found[i] >> (Long.SIZE - 1));
      goOn += (int) (-next >>> (Long.SIZE - 1));
    }
    return goOn;
  }
}
