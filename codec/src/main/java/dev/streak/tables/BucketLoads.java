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
 * Loads many buckets.
 *
 * <p>A table may be in the cache or in a file. The compiler turns a loop into what a loop over an
 * array would be only if one class answers each call in it, so that each kind of memory has a loop
 * of its own. Both longs of a bucket are loaded together: later the second one would have to be
 * translated to a physical address again, and a window is larger than what a processor remembers of
 * these.
 */
final class BucketLoads {

  private final RandomAccessInput memory;

  /** The memory if it is the cache's, else null. */
  private final BlockReads cached;

  BucketLoads(RandomAccessInput memory) {
    this.memory = memory;
    this.cached = memory instanceof BlockReads reads ? reads : null;
  }

  /** {@code keys[i]} and {@code words[i]} become those of the bucket at {@code addresses[i]}. */
  void load(long[] addresses, int count, long[] keys, long[] words) throws IOException {
    if (cached != null) {
      cached.loadPairs(addresses, count, keys, words);
    } else {
      for (int i = 0; i < count; i++) {
        long address = addresses[i];
        keys[i] = memory.readLong(address);
        words[i] = memory.readLong(address + BucketDescriptor.WORD_OFFSET);
      }
    }
  }
}
