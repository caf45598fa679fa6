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

import dev.streak.cache.blocks.BlockReads;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Some buckets that are compared with a key each, all of them in each step before the next step.
 * Every step is a loop without a branch that could be mispredicted. All arrays are read and written
 * at the same place, as otherwise the compiler uses no vector instructions.
 */
final class BucketWindow {

  private final RandomAccessInput memory;

  /** The memory if it is the cache's, else null. */
  private final BlockReads cached;

  /** The keys that are looked for. */
  final long[] wanted;

  /** The keys of the buckets; after the comparison the payloads of those that are wanted. */
  final long[] found;

  private final long[] words;

  /** 1 where a chain is to be followed, else 0. */
  private final long[] goesOn;

  private final int[] places;

  BucketWindow(RandomAccessInput memory, int size) {
    this.memory = memory;
    cached = memory instanceof BlockReads reads ? reads : null;
    wanted = new long[size];
    found = new long[size];
    words = new long[size];
    goesOn = new long[size];
    // One more: the place after the last one is written to.
    places = new int[size + 1];
  }

  /**
   * Looks into the buckets at {@code addresses}: {@link #found} becomes the payload or {@link
   * NeighborHash#ABSENT}. Returns how many chains go on behind their buckets.
   */
  int look(long[] addresses, int count) throws IOException {
    // The loop that waits for the memory does nothing else.
    load(addresses, count);
    compare(found, words, wanted, goesOn, count);
    return placesOfOnes(goesOn, count, places);
  }

  /**
   * A loop is as fast as one over an array only if one class answers each call in it. So each kind
   * of memory has a loop of its own. Both longs of a bucket are loaded together: later the second
   * one would have to be translated to a physical address again, and a window is larger than what a
   * processor remembers of these.
   */
  private void load(long[] addresses, int count) throws IOException {
    if (cached != null) {
      cached.loadPairs(addresses, count, found, words);
    } else {
      for (int i = 0; i < count; i++) {
        long address = addresses[i];
        found[i] = memory.readLong(address);
        words[i] = memory.readLong(address + BucketDescriptor.WORD_OFFSET);
      }
    }
  }

  /** The place of the {@code i}th of the chains that go on. */
  int place(int i) {
    return places[i];
  }

  /** How many bytes the next bucket of its chain is behind the bucket at {@code place}. */
  long distance(int place) {
    return (long) BucketDescriptor.next(words[place]) << BucketDescriptor.BYTES_SHIFT;
  }

  private static void compare(long[] found, long[] words, long[] wanted, long[] goesOn, int count) {
    for (int i = 0; i < count; i++) {
      long difference = found[i] ^ wanted[i];
      // There are vector instructions for this, and not for an arithmetic shift.
      long absent = -((difference | -difference) >>> (Long.SIZE - 1));
      goesOn[i] = -(words[i] & BucketDescriptor.NEXT_MASK & absent) >>> (Long.SIZE - 1);
      found[i] = BucketDescriptor.payload(words[i]) | absent;
    }
  }

  private static int placesOfOnes(long[] ones, int count, int[] places) {
    int size = 0;
    for (int i = 0; i < count; i++) {
      places[size] = i;
      size += (int) ones[i];
    }
    return size;
  }
}
