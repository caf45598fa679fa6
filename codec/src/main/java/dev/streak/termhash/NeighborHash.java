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
    int capacity = Math.min(BATCH, to - from);
    if (batch == null || batch.capacity < capacity) {
      batch = new Batch(capacity);
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
   * Look-ups under way, each waiting for one bucket. A round first loads the keys of all their
   * buckets: the loads do not depend on each other, so the processor has many of them outstanding
   * at a time. Then it compares, without branches that could be mispredicted, and keeps the
   * look-ups that must follow their chain for the next round, together with new ones. (The idea is
   * asynchronous memory access chaining, Kocberber et al., VLDB 2015; there, with prefetches.)
   */
  private final class Batch {
    private final int capacity;
    private int[] indexes;
    private long[] buckets;
    private int[] keptIndexes;
    private long[] keptBuckets;
    private final long[] found;
    private int active;

    Batch(int capacity) {
      this.capacity = capacity;
      this.indexes = new int[capacity];
      this.buckets = new long[capacity];
      this.keptIndexes = new int[capacity];
      this.keptBuckets = new long[capacity];
      this.found = new long[capacity];
    }

    void run(long[] keys, int from, int to, long[] payloads) throws IOException {
      active = 0;
      long allowed = (long) (to - from) * longestChain;
      int next = from;
      while (next < to || active > 0) {
        int added = Math.min(capacity - active, to - next);
        begin(keys, next, added);
        next += added;
        allowed -= active;
        if (allowed < 0) {
          throw chainTooLong();
        }
        touch();
        compare(keys, payloads);
      }
    }

    private void begin(long[] keys, int next, int count) {
      for (int i = 0; i < count; i++) {
        indexes[active + i] = next + i;
        buckets[active + i] = homes.of(keys[next + i]);
      }
      active += count;
    }

    private void touch() throws IOException {
      for (int i = 0; i < active; i++) {
        found[i] = memory.readLong(start + (buckets[i] << BucketDescriptor.BYTES_SHIFT));
      }
    }

    private void compare(long[] keys, long[] payloads) throws IOException {
      long limit = homes.buckets();
      int[] indexes = this.indexes;
      long[] buckets = this.buckets;
      int[] keptIndexes = this.keptIndexes;
      long[] keptBuckets = this.keptBuckets;
      long outside = 0;
      int kept = 0;
      for (int i = 0; i < active; i++) {
        int index = indexes[i];
        long bucket = buckets[i];
        long word =
            memory.readLong(
                start + (bucket << BucketDescriptor.BYTES_SHIFT) + BucketDescriptor.WORD_OFFSET);
        long difference = found[i] ^ keys[index];
        long missed = (difference | -difference) >> 63;
        payloads[index] = BucketDescriptor.payload(word) | missed;
        int next = BucketDescriptor.next(word);
        keptIndexes[kept] = index;
        keptBuckets[kept] = bucket + next;
        outside |= (bucket + next) | (limit - 1 - (bucket + next));
        kept += (int) -missed & ((next | -next) >>> 31);
      }
      swap();
      if (outside < 0) {
        checkAll(kept);
      }
      active = kept;
    }

    /**
     * What is kept goes to other arrays than those it comes from: a processor that cannot tell
     * whether a load needs the store before it makes the load wait.
     */
    private void swap() {
      int[] spareIndexes = indexes;
      indexes = keptIndexes;
      keptIndexes = spareIndexes;
      long[] spareBuckets = buckets;
      buckets = keptBuckets;
      keptBuckets = spareBuckets;
    }

    private void checkAll(int kept) throws CorruptIndexException {
      for (int i = 0; i < kept; i++) {
        checked(buckets[i]);
      }
    }
  }
}
