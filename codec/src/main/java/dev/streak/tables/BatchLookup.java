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
  private final HomeBuckets homes;
  private final int longestChain;
  private final int size;
  private final long[] homeAddresses;
  private final BucketWindow window;

  /** The address of the table's last bucket. */
  private final long last;

  /** Look-ups whose chains go on: where they are in their batch. */
  private final int[] openIndexes;

  /** The bucket that each looks at next. */
  private final long[] openAddresses;

  private int openSize;

  BatchLookup(RandomAccessInput memory, HomeBuckets homes, int longestChain, int expected) {
    this.memory = memory;
    this.homes = homes;
    this.longestChain = longestChain;
    size = Math.max(1, Math.min(WINDOW, expected));
    int capacity = size + Math.min(ENOUGH, size);
    homeAddresses = new long[size];
    window = new BucketWindow(memory, capacity);
    last = (homes.buckets() - 1) << BucketDescriptor.BYTES_SHIFT;
    openIndexes = new int[capacity];
    openAddresses = new long[capacity];
  }

  boolean isTooSmallFor(int count) {
    return size < WINDOW && size < count;
  }

  /**
   * As {@link NeighborHash#get(long[], long[], int, int, long[])}.
   *
   * @param hashes of the keys, or null if they are not known
   */
  void run(long[] keys, long[] hashes, int from, int to, long[] payloads) throws IOException {
    openSize = 0;
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
      while (openSize >= ENOUGH) {
        allowed = follow(keys, payloads, allowed);
      }
    }
    while (openSize > 0) {
      allowed = follow(keys, payloads, allowed);
    }
  }

  /** Looks at the buckets whose numbers the addresses are until now. */
  private void lookHome(long[] keys, int from, int count, long[] payloads) throws IOException {
    for (int i = 0; i < count; i++) {
      homeAddresses[i] <<= BucketDescriptor.BYTES_SHIFT;
    }
    System.arraycopy(keys, from, window.wanted, 0, count);
    int goOn = window.look(homeAddresses, count);
    System.arraycopy(window.found, 0, payloads, from, count);
    putAside(goOn, from);
  }

  /** Puts aside those of a window of homes whose chains go on. */
  private void putAside(int goOn, int from) throws CorruptIndexException {
    long outside = 0;
    for (int i = 0; i < goOn; i++) {
      int place = window.place(i);
      long address = homeAddresses[place] + window.distance(place);
      outside |= address | (last - address);
      openIndexes[openSize + i] = from + place;
      openAddresses[openSize + i] = address;
    }
    openSize += goOn;
    checkInside(outside);
  }

  /** Takes all that were put aside a bucket further. Returns how many more may be visited. */
  private long follow(long[] keys, long[] payloads, long allowed) throws IOException {
    if (openSize > allowed) {
      throw NeighborHash.chainTooLong(longestChain, memory);
    }
    long left = allowed - openSize;
    for (int i = 0; i < openSize; i++) {
      window.wanted[i] = keys[openIndexes[i]];
    }
    int goOn = window.look(openAddresses, openSize);
    for (int i = 0; i < openSize; i++) {
      payloads[openIndexes[i]] = window.found[i];
    }
    keepOpen(goOn);
    return left;
  }

  /** Of those put aside keeps those whose chains still go on. */
  private void keepOpen(int goOn) throws CorruptIndexException {
    long outside = 0;
    for (int i = 0; i < goOn; i++) {
      int place = window.place(i);
      long address = openAddresses[place] + window.distance(place);
      outside |= address | (last - address);
      openIndexes[i] = openIndexes[place];
      openAddresses[i] = address;
    }
    openSize = goOn;
    checkInside(outside);
  }

  /**
   * @param outside is negative if an address is before the first bucket or behind the last one
   */
  private void checkInside(long outside) throws CorruptIndexException {
    if (outside < 0) {
      throw new CorruptIndexException(
          "next bucket of a chain is outside, must be 0 to " + (homes.buckets() - 1),
          memory.toString());
    }
  }
}
