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
 * A table of 64-bit keys with a payload each, read in place. For one thread.
 *
 * <p>See D. Wang et al., <i>NeighborHash: An Enhanced Batch Query Architecture for Real-time
 * Recommendation System</i>, CIKM 2024. A key is found by following the chain that begins at its
 * home; {@link NeighborHashBuilder} sees to it that few chains leave the cache line they begin in.
 */
public final class NeighborHash implements KeyTable {

  private final RandomAccessInput memory;
  private final HomeBuckets homes;
  private final int longestChain;
  private BatchLookup batch;

  /**
   * @param memory begins with the first bucket
   * @param longestChain length of the table's longest chain: more steps mean damage
   */
  public NeighborHash(RandomAccessInput memory, HomeBuckets homes, int longestChain) {
    this.memory = memory;
    this.homes = homes;
    this.longestChain = longestChain;
  }

  @Override
  public long get(long key, long rest) throws IOException {
    long bucket = homes.of(key);
    for (int step = 0; step < longestChain; step++) {
      long address = bucket << BucketDescriptor.BYTES_SHIFT;
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
    throw chainTooLong(longestChain, memory);
  }

  @Override
  public void get(long[] keys, long[] rests, int from, int to, long[] payloads) throws IOException {
    batch(to - from).run(keys, null, from, to, payloads);
  }

  @Override
  public void getOrdered(long[] keys, long[] rests, long[] hashes, int count, long[] payloads)
      throws IOException {
    batch(count).run(keys, hashes, 0, count, payloads);
  }

  private BatchLookup batch(int count) {
    if (batch == null || batch.isTooSmallFor(count)) {
      batch = new BatchLookup(memory, homes, longestChain, count);
    }
    return batch;
  }

  static CorruptIndexException chainTooLong(int longestChain, RandomAccessInput memory) {
    return new CorruptIndexException(
        "length of a chain is at least " + (longestChain + 1) + ", must be at most " + longestChain,
        memory.toString());
  }

  private long checked(long bucket) throws CorruptIndexException {
    if (bucket < 0 || bucket >= homes.buckets()) {
      throw new CorruptIndexException(
          "next bucket of a chain is " + bucket + ", must be 0 to " + (homes.buckets() - 1),
          memory.toString());
    }
    return bucket;
  }
}
