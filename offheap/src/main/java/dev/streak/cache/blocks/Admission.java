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
package dev.streak.cache.blocks;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds memory for a block before it is loaded. When the pool is full, blocks out of use make room:
 * first those in spare room, then others, in the order in which the policy would evict them, and a
 * few more where free memory is in pieces too small. One that was asked for as often as the new
 * block of late stays; if none goes, the new block is refused.
 *
 * <p>A block for spare room is let in while at least half of the cache is free, later in the place
 * of another one in spare room that is asked for less.
 *
 * <p>Caffeine would admit first and compare later. Here what is admitted cannot go again before its
 * handle is collected, so the comparison comes first; and it has counts of its own, as Caffeine
 * does not see what happens through live handles.
 */
final class Admission {
  /** Rounds of eviction for one block, each twice as large as the one before. */
  private static final int MAX_ROUNDS = 4;

  /** Refusals for spare room after one search in vain. */
  private static final int SPARE_REFUSALS = 256;

  private final BlockPool pool;
  private final BlockMap blocks;
  private final BlockMap spare;
  private final BlockEviction eviction;
  private final BlockEviction spareEviction;
  private final LongAdder rejected = new LongAdder();

  /** Serializes evictions, so that two blocks do not evict for each other's sake. */
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * How many more blocks for spare room are refused unlooked if asked for seldom. Threads may lose
   * each other's counts.
   */
  private volatile int spareRefusalsDue;

  Admission(BlockPool pool, BlockMap blocks, BlockMap spare) {
    this.pool = pool;
    this.blocks = blocks;
    this.spare = spare;
    this.eviction = new BlockEviction(blocks);
    this.spareEviction = new BlockEviction(spare);
  }

  /** Returns memory, or null if the block cannot be admitted. */
  BlockMemory reserve(BlockKey key, int lengthBytes) {
    BlockMap kind = key.file().blocks();
    BlockMemory memory =
        kind == blocks || isRoomyFor(pool.usedBytes(), lengthBytes)
            ? kind.allocate(lengthBytes)
            : null;
    if (memory == null && lengthBytes <= pool.slabBytes()) {
      lock.lock();
      try {
        memory = kind == blocks ? evictFor(key, lengthBytes) : replaceSpare(key, lengthBytes);
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
    spare.drain();
    BlockMemory memory = allocateBeforeSpare(lengthBytes);
    if (memory == null && eviction.isRefusalDue() == false) {
      blocks.frequencies.age();
      memory = evictColderFor(blocks.frequencies.of(key), lengthBytes);
    }
    return memory;
  }

  private BlockMemory evictColderFor(int frequency, int lengthBytes) {
    long neededBytes = BlockPool.pagedBytes(lengthBytes);
    BlockMemory memory = null;
    for (int round = 0; memory == null && round < MAX_ROUNDS; round++) {
      if (eviction.idleBytes() == 0 || eviction.evictColder(frequency, neededBytes << round) == 0) {
        break;
      }
      memory = blocks.allocate(lengthBytes);
    }
    return memory;
  }

  /** Allocates, if need be in the place of all that is in spare room and out of use. */
  private BlockMemory allocateBeforeSpare(int lengthBytes) {
    long neededBytes = BlockPool.pagedBytes(lengthBytes);
    BlockMemory memory = blocks.allocate(lengthBytes);
    while (memory == null
        && spareEviction.idleBytes() > 0
        && spareEviction.evictColder(Integer.MAX_VALUE, neededBytes) > 0) {
      memory = blocks.allocate(lengthBytes);
    }
    return memory;
  }

  private BlockMemory replaceSpare(BlockKey key, int lengthBytes) {
    spare.drain();
    spare.frequencies.age();
    int frequency = spare.frequencies.of(key);
    long neededBytes = BlockPool.pagedBytes(lengthBytes);
    if (spareEviction.replaceColder(frequency, neededBytes)) {
      return spare.allocate(lengthBytes);
    }
    spareRefusalsDue = SPARE_REFUSALS;
    return null;
  }

  /**
   * Returns whether a block would be refused anyway. Most blocks for spare room are, where it is
   * much too small for all of them; that must cost little.
   */
  boolean refusesUnlooked(BlockKey key, int lengthBytes) {
    if (key.file().blocks() != spare || isRoomyFor(pool.usedBytes(), lengthBytes)) {
      return false;
    }
    int due = spareRefusalsDue;
    if (due == 0 || spare.frequencies.of(key) > spareEviction.leastThatStayed()) {
      return false;
    }
    spareRefusalsDue = due - 1;
    return true;
  }

  /** Returns whether a block can be loaded without evicting others but those in spare room. */
  boolean hasRoomFor(OpenFile file, int lengthBytes) {
    if (lengthBytes > BlockPool.MAX_SLAB_BYTES) {
      return false;
    }
    return file.blocks() == spare
        ? isRoomyFor(pool.usedBytes(), lengthBytes)
        : blocks.usedBytes() + BlockPool.pagedBytes(lengthBytes) <= pool.capacityBytes();
  }

  /**
   * Returns whether at least half of the cache is free, but for what is in spare room, after a
   * block of this length is loaded.
   */
  boolean isRoomyFor(int lengthBytes) {
    return isRoomyFor(blocks.usedBytes(), lengthBytes);
  }

  private boolean isRoomyFor(long usedBytes, int lengthBytes) {
    return 2 * (usedBytes + BlockPool.pagedBytes(lengthBytes)) <= pool.capacityBytes();
  }

  /** Changes the bound of pool and policy; no block out of use stays in memory beyond it. */
  void resize(long capacityBytes) {
    lock.lock();
    try {
      long idleBytes = eviction.idleBytes();
      if (capacityBytes < pool.capacityBytes()) {
        long inUseBytes = pool.usedBytes() - idleBytes - spareEviction.idleBytes();
        long roomBytes = Math.max(0, capacityBytes - inUseBytes);
        spareEviction.setMaximumBytes(Math.max(0, roomBytes - idleBytes));
        eviction.setMaximumBytes(roomBytes);
      }
      pool.setCapacityBytes(capacityBytes);
      blocks.frequencies.resize(capacityBytes);
      spare.frequencies.resize(capacityBytes);
      eviction.setMaximumBytes(capacityBytes);
      spareEviction.setMaximumBytes(capacityBytes);
      // What is in spare room is out of the given up memory before the rest asks for its place.
      spare.vacate(spare::allocate);
      blocks.vacate(this::allocateBeforeSpare);
    } finally {
      lock.unlock();
    }
  }

  /** Gives up all memory: it goes when the blocks in it are out of use. */
  void giveUpMemory() {
    pool.retireAll();
  }

  /** Returns the bytes of blocks that are out of use and could be evicted. */
  long idleBytes() {
    return eviction.idleBytes() + spareEviction.idleBytes();
  }

  long evicted() {
    return eviction.evicted() + spareEviction.evicted();
  }

  long rejected() {
    return rejected.sum();
  }
}
