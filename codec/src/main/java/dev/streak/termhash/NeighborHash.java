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
 * A table of 64-bit keys with a payload each, read in place. For one thread.
 *
 * <p>See D. Wang et al., <i>NeighborHash: An Enhanced Batch Query Architecture for Real-time
 * Recommendation System</i>, CIKM 2024. A key is found by following the chain that begins at its
 * home; {@link NeighborHashBuilder} sees to it that few chains leave the cache line they begin in.
 */
public final class NeighborHash {

  /** The payload of a key that is not in the table. */
  public static final long ABSENT = -1L;

  /**
   * How many look-ups of a batch are under way at once. Enough to keep all of a core's outstanding
   * cache misses busy; their lines together must fit the first-level cache.
   */
  static final int BATCH = 256;

  private final RandomAccessInput memory;
  private final long start;
  private final HomeBuckets homes;
  private final int longestChain;
  private Batch batch;

  /**
   * @param start where the first bucket begins in {@code memory}
   * @param longestChain length of the table's longest chain: more steps mean damage
   */
  public NeighborHash(RandomAccessInput memory, long start, HomeBuckets homes, int longestChain) {
    this.memory = memory;
    this.start = start;
    this.homes = homes;
    this.longestChain = longestChain;
  }

  /** The payload of a key, or {@link #ABSENT}. */
  public long get(long key) throws IOException {
    long bucket = homes.of(key);
    for (int step = 0; step < longestChain; step++) {
      long address = start + (bucket << BucketDescriptor.BYTES_SHIFT);
      long word = memory.readLong(address + BucketDescriptor.WORD_OFFSET);
      if (memory.readLong(address) == key) {
        return BucketDescriptor.payload(word);
      }
      int next = BucketDescriptor.next(word);
      if (next == 0) {
        return ABSENT;
      }
      bucket = checked(bucket + next);
    }
    throw chainTooLong();
  }

  /** {@code payloads[i]} becomes the payload of {@code keys[i]}, for {@code from <= i < to}. */
  public void get(long[] keys, int from, int to, long[] payloads) throws IOException {
    int window = Math.max(1, Math.min(BATCH, to - from));
    if (batch == null || batch.window < window) {
      batch = new Batch(window);
    }
    batch.run(keys, from, to, payloads);
  }

  /** Number of cache lines that {@link #get(long)} reads, if the table is aligned to lines. */
  public int countLines(long key) throws IOException {
    long bucket = homes.of(key);
    int lines = 1;
    for (int step = 0; step < longestChain; step++) {
      long address = start + (bucket << BucketDescriptor.BYTES_SHIFT);
      int next = BucketDescriptor.next(memory.readLong(address + BucketDescriptor.WORD_OFFSET));
      if (memory.readLong(address) == key || next == 0) {
        return lines;
      }
      lines += BucketDescriptor.sameLine(bucket, checked(bucket + next)) ? 0 : 1;
      bucket += next;
    }
    throw chainTooLong();
  }

  private CorruptIndexException chainTooLong() {
    return new CorruptIndexException(
        "a chain is longer than the longest chain written: " + longestChain, memory.toString());
  }

  private long checked(long bucket) throws CorruptIndexException {
    if (bucket < 0 || bucket >= homes.buckets()) {
      throw new CorruptIndexException(
          "chain leads to bucket " + bucket + " of " + homes.buckets(), memory.toString());
    }
    return bucket;
  }

  /*
   * Look-ups under way. A window of them first loads the keys of all their home buckets: the loads
   * do not depend on each other, so the processor has many of them outstanding at a time. Then it
   * compares, without branches that could be mispredicted. Look-ups that must follow their chain
   * are put off until there are enough of them for a round of their own, which does the same for
   * the next bucket of each. (The idea is asynchronous memory access chaining, Kocberber et al.,
   * VLDB 2015; there, with prefetches.)
   */
  private final class Batch {
    private final int window;
    private final long[] buckets;
    private final long[] found;

    /** Look-ups put off: the indexes of their keys, and the buckets to go on with. */
    private int[] indexes;

    private long[] following;
    private int putOff;

    /**
     * Those of a round that are put off again. Not the arrays they come from: a processor that
     * cannot tell whether a load needs the store before it makes the load wait.
     */
    private int[] nextIndexes;

    private long[] nextFollowing;

    private long allowed;

    Batch(int window) {
      this.window = window;
      this.buckets = new long[window];
      this.found = new long[2 * window];
      this.indexes = new int[2 * window];
      this.following = new long[2 * window];
      this.nextIndexes = new int[2 * window];
      this.nextFollowing = new long[2 * window];
    }

    void run(long[] keys, int from, int to, long[] payloads) throws IOException {
      putOff = 0;
      allowed = (long) (to - from) * longestChain;
      for (int start = from; start < to; start += window) {
        while (putOff > window) {
          follow(keys, payloads);
        }
        begin(keys, start, Math.min(to, start + window), payloads);
      }
      while (putOff > 0) {
        follow(keys, payloads);
      }
    }

    private void touch(long[] wanted, int count) throws IOException {
      allowed -= count;
      if (allowed < 0) {
        throw chainTooLong();
      }
      for (int i = 0; i < count; i++) {
        found[i] = memory.readLong(start + (wanted[i] << BucketDescriptor.BYTES_SHIFT));
      }
    }

    private long wordOf(long bucket) throws IOException {
      return memory.readLong(
          start + (bucket << BucketDescriptor.BYTES_SHIFT) + BucketDescriptor.WORD_OFFSET);
    }

    private void begin(long[] keys, int from, int to, long[] payloads) throws IOException {
      for (int i = from; i < to; i++) {
        buckets[i - from] = homes.of(keys[i]);
      }
      touch(buckets, to - from);
      int before = putOff;
      for (int i = from; i < to; i++) {
        long bucket = buckets[i - from];
        long word = wordOf(bucket);
        long missed = allOnesUnlessEqual(found[i - from], keys[i]);
        payloads[i] = BucketDescriptor.payload(word) | missed;
        int next = BucketDescriptor.next(word);
        indexes[putOff] = i;
        following[putOff] = bucket + next;
        putOff += oneIfGoingOn(missed, next);
      }
      checkAll(before);
    }

    private void follow(long[] keys, long[] payloads) throws IOException {
      int count = putOff;
      touch(following, count);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int index = indexes[i];
        long bucket = following[i];
        long word = wordOf(bucket);
        long missed = allOnesUnlessEqual(found[i], keys[index]);
        payloads[index] = BucketDescriptor.payload(word) | missed;
        int next = BucketDescriptor.next(word);
        nextIndexes[kept] = index;
        nextFollowing[kept] = bucket + next;
        kept += oneIfGoingOn(missed, next);
      }
      swap();
      putOff = kept;
      checkAll(0);
    }

    private void swap() {
      int[] spareIndexes = indexes;
      indexes = nextIndexes;
      nextIndexes = spareIndexes;
      long[] spareFollowing = following;
      following = nextFollowing;
      nextFollowing = spareFollowing;
    }

    private void checkAll(int from) throws CorruptIndexException {
      for (int i = from; i < putOff; i++) {
        checked(following[i]);
      }
    }

    private static long allOnesUnlessEqual(long key, long wanted) {
      long difference = key ^ wanted;
      return (difference | -difference) >> 63;
    }

    private static int oneIfGoingOn(long missed, int next) {
      return (int) -missed & ((next | -next) >>> 31);
    }
  }
}
