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
package dev.streak.offheap;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Policy;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds memory for a block before it is loaded. When the pool is full it has the policy evict what
 * is needed, and a little more where free memory is in pieces too small; when everything is in use
 * it refuses.
 */
final class Admission {
  /** Rounds of eviction for one block, each twice as large as the one before. */
  private static final int MAX_ROUNDS = 5;

  private final BlockPool pool;
  private final Cache<BlockKey, CachedBlock<?>> blocks;
  private final Policy.Eviction<BlockKey, CachedBlock<?>> eviction;
  private final Runnable drain;
  private final LongAdder rejected = new LongAdder();

  /** Serializes evictions, so that two blocks do not evict for each other's sake. */
  private final ReentrantLock lock = new ReentrantLock();

  Admission(BlockPool pool, Cache<BlockKey, CachedBlock<?>> blocks, Runnable drain) {
    this.pool = pool;
    this.blocks = blocks;
    this.eviction = blocks.policy().eviction().orElseThrow();
    this.drain = drain;
  }

  /** Returns memory, or null if the block cannot be admitted. */
  BlockMemory reserve(int lengthBytes) {
    BlockMemory memory = pool.allocate(lengthBytes);
    if (memory == null && lengthBytes <= pool.slabBytes()) {
      lock.lock();
      try {
        memory = evictFor(lengthBytes);
      } finally {
        lock.unlock();
      }
    }
    if (memory == null) {
      rejected.increment();
    }
    return memory;
  }

  private BlockMemory evictFor(int lengthBytes) {
    drain.run();
    BlockMemory memory = pool.allocate(lengthBytes);
    long neededBytes = BlockPool.pagedBytes(lengthBytes);
    for (int round = 0; round < MAX_ROUNDS && memory == null; round++) {
      long idleBytes = idleBytes();
      if (idleBytes == 0) {
        break;
      }
      evictDownTo(Math.max(0, idleBytes - (neededBytes << round)));
      memory = pool.allocate(lengthBytes);
    }
    return memory;
  }

  private void evictDownTo(long idleBytes) {
    long maximum = pool.capacityBytes();
    eviction.setMaximum(idleBytes);
    eviction.setMaximum(maximum);
  }

  /** Changes the bound of pool and policy. */
  void resize(long capacityBytes) {
    lock.lock();
    try {
      long inUseBytes = pool.usedBytes() - idleBytes();
      if (capacityBytes < pool.capacityBytes()) {
        eviction.setMaximum(Math.max(0, capacityBytes - inUseBytes));
      }
      pool.setCapacityBytes(capacityBytes);
      eviction.setMaximum(capacityBytes);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the bytes of blocks that are out of use and could be evicted. */
  long idleBytes() {
    blocks.cleanUp();
    return eviction.weightedSize().orElseThrow();
  }

  long rejected() {
    return rejected.sum();
  }
}
