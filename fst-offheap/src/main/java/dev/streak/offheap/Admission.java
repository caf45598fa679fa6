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

import com.github.benmanes.caffeine.cache.Policy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds memory for a block before it is loaded. When the pool is full, blocks out of use make room,
 * in the order in which the policy would evict them, and a few more where free memory is in pieces
 * too small. One that was asked for as often as the new block of late stays; if none goes, the new
 * block is refused.
 *
 * <p>Caffeine would admit first and compare later. Here what is admitted cannot go again before its
 * handle is collected, so the comparison comes first; and it has counts of its own, as Caffeine
 * does not see what happens through live handles.
 */
final class Admission {
  /** Rounds of eviction for one block, each twice as large as the one before. */
  private static final int MAX_ROUNDS = 4;

  /** Blocks out of use that are looked at for each one that goes. */
  private static final int MAX_COMPARED = 16;

  /** Entries of the policy that a refusal may cost on average. */
  private static final int PASSED_PER_REFUSAL = 64;

  private final BlockPool pool;
  private final CachedBlocks blocks;
  private final Policy.Eviction<BlockKey, CachedBlock<?>> eviction;
  private final BlockFrequencies frequencies;
  private final LongAdder rejected = new LongAdder();
  private final LongAdder evicted = new LongAdder();

  /** Serializes evictions, so that two blocks do not evict for each other's sake. */
  private final ReentrantLock lock = new ReentrantLock();

  /** How many blocks are refused unlooked, after a search that was long and in vain. */
  private int refusalsDue;

  Admission(CachedBlocks blocks, BlockFrequencies frequencies) {
    this.pool = blocks.pool;
    this.blocks = blocks;
    this.eviction = blocks.map.policy().eviction().orElseThrow();
    this.frequencies = frequencies;
  }

  /** Returns memory, or null if the block cannot be admitted. */
  BlockMemory reserve(BlockKey key, int lengthBytes) {
    BlockMemory memory = pool.allocate(lengthBytes);
    if (memory == null && lengthBytes <= pool.slabBytes()) {
      lock.lock();
      try {
        memory = evictFor(key, lengthBytes);
      } finally {
        lock.unlock();
      }
    }
    if (memory == null) {
      rejected.increment();
    }
    return memory;
  }

  private BlockMemory evictFor(BlockKey key, int lengthBytes) {
    blocks.drain();
    BlockMemory memory = pool.allocate(lengthBytes);
    if (memory == null && refusalsDue > 0) {
      refusalsDue--;
      return null;
    }
    frequencies.age();
    int frequency = frequencies.of(key);
    long neededBytes = BlockPool.pagedBytes(lengthBytes);
    for (int round = 0; memory == null && round < MAX_ROUNDS; round++) {
      if (idleBytes() == 0 || evictColder(frequency, neededBytes << round) == false) {
        break;
      }
      memory = pool.allocate(lengthBytes);
    }
    return memory;
  }

  /** Evicts so many bytes if blocks asked for less often have them; returns whether any went. */
  private boolean evictColder(int frequency, long neededBytes) {
    List<CachedBlock<?>> victims =
        eviction.coldest(entries -> choose(entries.iterator(), frequency, neededBytes));
    boolean any = false;
    for (CachedBlock<?> victim : victims) {
      any |= evict(victim);
    }
    return any;
  }

  /** Called with the policy's lock held. */
  private List<CachedBlock<?>> choose(
      Iterator<? extends Policy.CacheEntry<BlockKey, CachedBlock<?>>> coldestFirst,
      int frequency,
      long neededBytes) {
    List<CachedBlock<?>> victims = new ArrayList<>();
    long bytes = 0;
    int passed = 0;
    int compared = 0;
    while (bytes < neededBytes && coldestFirst.hasNext()) {
      var entry = coldestFirst.next();
      passed++;
      if (entry.weight() == 0) {
        continue; // in use
      }
      if (frequencies.of(entry.getKey()) < frequency) {
        victims.add(entry.getValue());
        bytes += entry.weight();
        compared = 0;
      } else if (++compared == MAX_COMPARED) {
        break;
      }
    }
    refusalsDue = victims.isEmpty() ? passed / PASSED_PER_REFUSAL : 0;
    return victims;
  }

  /** Returns false if the block came into use meanwhile, or another has removed it. */
  private boolean evict(CachedBlock<?> block) {
    BlockMemory memory = block.endIfIdle();
    if (memory == null) {
      return false;
    }
    // Readers that still find it in the map see that it is gone, and remove it as well.
    blocks.map.asMap().remove(block.key, block);
    pool.free(memory);
    evicted.increment();
    return true;
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
      frequencies.resize(capacityBytes);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the bytes of blocks that are out of use and could be evicted. */
  long idleBytes() {
    blocks.map.cleanUp();
    return eviction.weightedSize().orElseThrow();
  }

  long evicted() {
    return evicted.sum();
  }

  long rejected() {
    return rejected.sum();
  }
}
