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
import org.apache.lucene.store.RandomAccessInput;

/** Keys to find, where in their batch they are, and the addresses of the buckets to look into. */
final class PendingLookups {

  private final long[] keys;
  private final int[] indexes;
  private final long[] addresses;

  PendingLookups(int size) {
    keys = new long[size];
    indexes = new int[size];
    addresses = new long[size];
  }

  /** Puts keys from {@code next} on, with their home buckets, to {@code at} and behind. */
  void fill(int at, long[] batch, int next, int count, HomeBuckets homes, long start) {
    for (int i = 0; i < count; i++) {
      long key = batch[next + i];
      keys[at + i] = key;
      indexes[at + i] = next + i;
      addresses[at + i] = start + (homes.of(key) << BucketDescriptor.BYTES_SHIFT);
    }
  }

  void load(RandomAccessInput memory, int offset, long[] loaded, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      loaded[i] = memory.readLong(addresses[i] + offset);
    }
  }

  /**
   * Turns keys into payloads, or into {@link NeighborHash#ABSENT} where they are not the wanted.
   */
  void compare(long[] found, long[] words, int count) {
    for (int i = 0; i < count; i++) {
      long difference = found[i] ^ keys[i];
      // There are vector instructions for this, and not for an arithmetic shift.
      long absent = -((difference | -difference) >>> (Long.SIZE - 1));
      found[i] = BucketDescriptor.payload(words[i]) | absent;
    }
  }

  void write(long[] found, long[] payloads, int count) {
    for (int i = 0; i < count; i++) {
      payloads[indexes[i]] = found[i];
    }
  }

  /**
   * Copies those at {@code places}, moved on to the next buckets of their chains. Returns whether
   * one of these is outside the table, as a number that is not 0 then.
   */
  long keep(int[] places, int count, long[] words, PendingLookups to, long start, long buckets) {
    long last = start + ((buckets - 1) << BucketDescriptor.BYTES_SHIFT);
    long outside = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      long distance = (long) BucketDescriptor.next(words[place]) << BucketDescriptor.BYTES_SHIFT;
      long address = addresses[place] + distance;
      outside |= (address - start) | (last - address);
      to.addresses[i] = address;
      to.keys[i] = keys[place];
      to.indexes[i] = indexes[place];
    }
    return outside >>> (Long.SIZE - 1);
  }
}
