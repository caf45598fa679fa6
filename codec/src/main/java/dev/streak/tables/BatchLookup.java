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
package dev.streak.tables;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Look-ups of a batch that are under way at the same time. For one thread.
 *
 * <p>The time goes into waiting for memory. Java has no prefetch, but loads that do not depend on
 * each other wait together, as many as the processor has room for among the instructions it has
 * begun. So the keys of a batch are taken a window at a time, and each step of the work is done for
 * the whole window. (The idea is asynchronous memory access chaining, Kocberber et al., VLDB 2015;
 * there, with prefetches.)
 *
 * <p>Seven of ten look-ups end with their home bucket. The others are put aside until there are
 * enough of them to wait together, so that homes, which are next to each other in the batch, need
 * not be gathered from it.
 */
final class BatchLookup {

  /**
   * Enough to keep all of a core's outstanding cache misses busy for long, as all of them wait for
   * the end of the window; and the lines loaded should stay near.
   */
  static final int WINDOW = 512;

  /** So many are put aside before chains are followed, if there are. */
  private static final int ENOUGH = 128;

  private final RandomAccessInput memory;
  private final long start;
  private final HomeBuckets homes;
  private final int longestChain;
  private final int size;
  private final long[] homeAddresses;
  private final BucketWindow window;
  private final OpenChains open;

  BatchLookup(
      RandomAccessInput memory, long start, HomeBuckets homes, int longestChain, int expected) {
    this.memory = memory;
    this.start = start;
    this.homes = homes;
    this.longestChain = longestChain;
    size = Math.max(1, Math.min(WINDOW, expected));
    int capacity = size + Math.min(ENOUGH, size);
    homeAddresses = new long[size];
    window = new BucketWindow(memory, capacity);
    long last = start + ((homes.buckets() - 1) << BucketDescriptor.BYTES_SHIFT);
    open = new OpenChains(capacity, start, last);
  }

  boolean isTooSmallFor(int count) {
    return size < WINDOW && size < count;
  }

  /**
   * As {@link NeighborHash#get(long[], int, int, long[])}.
   *
   * @param hashes of the keys, or null if they are not known
   */
  void run(long[] keys, long[] hashes, int from, int to, long[] payloads) throws IOException {
    open.clear();
    long allowed = (long) (to - from) * longestChain;
    for (int next = from; next < to; next += size) {
      int count = Math.min(size, to - next);
      allowed -= count;
      if (hashes == null) {
        homes.ofKeys(keys, next, count, homeAddresses);
      } else {
        homes.ofHashes(hashes, next, count, homeAddresses);
      }
      lookHome(keys, next, count, payloads);
      while (open.size() >= ENOUGH) {
        allowed = follow(keys, payloads, allowed);
      }
    }
    while (open.size() > 0) {
      allowed = follow(keys, payloads, allowed);
    }
  }

  /** Looks at the buckets whose numbers the addresses are until now. */
  private void lookHome(long[] keys, int from, int count, long[] payloads) throws IOException {
    for (int i = 0; i < count; i++) {
      homeAddresses[i] = start + (homeAddresses[i] << BucketDescriptor.BYTES_SHIFT);
    }
    System.arraycopy(keys, from, window.wanted, 0, count);
    int goOn = window.look(homeAddresses, count);
    System.arraycopy(window.found, 0, payloads, from, count);
    if (open.add(window, goOn, homeAddresses, from) == false) {
      throw outside();
    }
  }

  /** Returns how many more buckets may be visited. */
  private long follow(long[] keys, long[] payloads, long allowed) throws IOException {
    if (open.size() > allowed) {
      throw new CorruptIndexException(
          "length of a chain is at least "
              + (longestChain + 1)
              + ", must be at most "
              + longestChain,
          memory.toString());
    }
    long left = allowed - open.size();
    if (open.follow(window, keys, payloads) == false) {
      throw outside();
    }
    return left;
  }

  private CorruptIndexException outside() {
    return new CorruptIndexException(
        "next bucket of a chain is outside, must be 0 to " + (homes.buckets() - 1),
        memory.toString());
  }
}
