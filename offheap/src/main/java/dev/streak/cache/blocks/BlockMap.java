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

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.streak.cache.blocks.CachedBlock.Ref;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

/**
 * Blocks of a cache, into and out of use and until their memory is free. A cache has two sets of
 * them, those that are cached or pinned and those in spare room. See {@link BlockStore} for the
 * whole.
 */
final class BlockMap {
  private static final int DRAIN_LIMIT = 64;

  /** How often the blocks were asked for, those that are not here as well. */
  final BlockFrequencies frequencies;

  private final BlockPool pool;

  /** Bytes of these blocks, in whole pages. */
  private final AtomicLong usedBytes = new AtomicLong();

  /** What readers find. */
  final ConcurrentHashMap<BlockKey, CachedBlock> map;

  /**
   * The order in which blocks should go: of those that were out of use since they were loaded. The
   * others may be many, and what weighs nothing from the first is in Caffeine's way: it goes past
   * all of them each time that it looks for the oldest one that weighs something.
   */
  final Cache<BlockKey, CachedBlock> order;

  /** Where collected handles turn up. */
  final ReferenceQueue<BlockHandle> queue = new ReferenceQueue<>();

  private final Set<CachedBlock> stragglers = ConcurrentHashMap.newKeySet();
  private final LongAdder evictions = new LongAdder();

  BlockMap(BlockPool pool) {
    this.pool = pool;
    frequencies = new BlockFrequencies(pool.capacityBytes());
    map = new ConcurrentHashMap<>();
    order =
        Caffeine.newBuilder()
            .maximumWeight(pool.capacityBytes())
            // Presizes the frequency sketch, which Caffeine otherwise leaves off while weights are
            // low.
            .initialCapacity(Math.clamp(pool.capacityBytes() >> 14, 64, 1 << 16))
            .weigher((BlockKey key, CachedBlock block) -> block.isInUse() ? 0 : block.pagedBytes)
            .evictionListener(this::evicted)
            .executor(Runnable::run)
            .build();
  }

  /** Returns memory for a block, or null if there is none under the bound. */
  BlockMemory allocate(int lengthBytes) {
    BlockMemory memory = pool.allocate(lengthBytes);
    if (memory != null) {
      usedBytes.addAndGet(memory.pagedBytes);
    }
    return memory;
  }

  /** Takes a block's memory back. */
  void free(BlockMemory memory) {
    usedBytes.addAndGet(-memory.pagedBytes);
    pool.free(memory);
  }

  /** Returns the bytes of these blocks, in whole pages. */
  long usedBytes() {
    return usedBytes.get();
  }

  int size() {
    return map.size();
  }

  /** Has Caffeine weigh a block again after it went into or out of use. */
  void reweigh(CachedBlock block) {
    order.asMap().compute(block.key, (key, current) -> block.isIdle() ? block : current);
  }

  /** Called by Caffeine, for a block that weighed something, while it removes the block. */
  private void evicted(BlockKey key, CachedBlock block, RemovalCause cause) {
    if (map.remove(key, block)) {
      evictions.increment();
      endOrAwaitHandles(block);
    }
  }

  void remove(CachedBlock block) {
    block.unpin();
    if (map.remove(block.key, block)) {
      endOrAwaitHandles(block);
      // Last: from now on it is not idle, and nobody brings it back.
      order.asMap().remove(block.key, block);
    }
  }

  /** Removes a block that has ended. */
  void removeEnded(CachedBlock block) {
    map.remove(block.key, block);
    order.asMap().remove(block.key, block);
  }

  private void endOrAwaitHandles(CachedBlock block) {
    stragglers.add(block);
    block.markRemoved();
    endIfUnused(block);
  }

  private void endIfUnused(CachedBlock block) {
    BlockMemory memory = block.endIfUnused();
    if (memory != null) {
      free(memory);
    }
    if (block.isGone()) {
      stragglers.remove(block);
    }
  }

  /** Takes all handles off the reference queue. */
  void drain() {
    drain(Integer.MAX_VALUE);
  }

  /** Takes a few handles off the reference queue. */
  void drainSome() {
    drain(DRAIN_LIMIT);
  }

  private void drain(int limit) {
    for (int i = 0; i < limit; i++) {
      Reference<?> collected = queue.poll();
      if (collected == null) {
        return;
      }
      Ref reference = (Ref) collected;
      CachedBlock block = reference.block;
      reference.block = null;
      useEnded(block);
    }
  }

  /** Takes note that a handle was collected. */
  private void useEnded(CachedBlock block) {
    if (block.useEnded() == false) {
      return;
    }
    if (block.isRemoved()) {
      endIfUnused(block);
      return;
    }
    // Before the block may be chosen for eviction: what was looked up through its handle counts.
    frequencies.add(block.key, block.takeUses());
    reweigh(block);
    removeFromRetiring(block);
    if (block.isRemoved()) {
      endIfUnused(block);
    }
  }

  /** Removes a block whose memory was given up while it was in use, so that the memory goes. */
  private void removeFromRetiring(CachedBlock block) {
    BlockMemory memory = block.memoryUnlessGone();
    if (memory != null && pool.isRetiring(memory)) {
      evictions.increment();
      remove(block);
    }
  }

  /** Removes all blocks but those that are being loaded. */
  void removeAll() {
    for (CachedBlock block : map.values()) {
      if (block.loading() == null) {
        remove(block);
      }
    }
  }

  /**
   * Has no block out of use stay in memory that the pool gives up.
   *
   * @param allocator finds other memory for so many bytes, or returns null
   */
  void vacate(IntFunction<BlockMemory> allocator) {
    for (CachedBlock block : map.values()) {
      vacate(block, allocator);
    }
  }

  /** Moves a block out of use from memory that is given up, or removes it. */
  private void vacate(CachedBlock block, IntFunction<BlockMemory> allocator) {
    BlockMemory memory = block.memoryUnlessGone();
    if (memory == null || pool.isRetiring(memory) == false || block.isInUse()) {
      return;
    }
    BlockMemory target = allocator.apply(memory.lengthBytes);
    if (target == null) {
      evictions.increment();
      remove(block);
    } else {
      free(block.moveTo(target));
    }
  }

  /** Ends a block that was never loaded. */
  void removeUnloaded(CachedBlock block) {
    block.endUnloaded();
    map.remove(block.key, block);
    stragglers.remove(block);
  }

  /** Returns the blocks that were removed while in use. */
  Set<CachedBlock> stragglers() {
    return stragglers;
  }

  /** Returns how many blocks went because the cache was made smaller. */
  long evictions() {
    return evictions.sum();
  }
}
