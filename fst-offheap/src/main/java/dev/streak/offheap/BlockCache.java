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
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.streak.offheap.CachedBlock.Outcome;
import dev.streak.offheap.CachedBlock.Ref;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * A cache of immutable file blocks in memory outside the heap, under one strict bound. One serves
 * the whole JVM by default, see {@link #shared()}.
 *
 * <p>Readers register a file with {@link #open} and ask the returned {@link BlockHandles} for
 * blocks. What cannot be admitted they read from the directory themselves.
 */
public final class BlockCache implements AutoCloseable {
  /*
   * Memory accounting. The pool owns the bytes and its bound is the truth. A block's memory is
   * allocated before it is read, so the bound holds at every instant. Not counted: about 250 bytes of
   * heap for each block in the cache (map entry, policy node, key, block) and as much again for one
   * with a live handle.
   *
   * Eviction. Caffeine holds every block and decides which one goes. A block in use has weight zero,
   * which Caffeine never evicts for size; a block out of use weighs its pages. Caffeine's maximum is
   * the capacity, which the blocks out of use can never exceed, so nothing is evicted until Admission
   * finds the pool full and lowers the maximum for a moment by what it needs.
   *
   * Lifetime of a block. A miss puts a block that is "being loaded" into the map; later threads wait
   * for it. Loaded, it is in use until the last of its handles was collected, which the reference
   * queue reports. Removed from the map (evicted, file closed, cache switched off), it is freed at
   * once if out of use, else when its last handle was collected; until then it is a straggler.
   *
   * Concurrency. Lock order: Admission's lock, then Caffeine's, then a block's monitor, then the
   * pool's. No Caffeine method is called with a block's monitor held. The reference queue is drained
   * by whoever comes to the cache, a few references at a time.
   */

  private static final int DRAIN_LIMIT = 64;

  /** Accesses that Caffeine sees when a block goes into and out of use once. */
  private static final int TOUCHES_PER_USE = 3;

  private final BlockPool pool;
  private final Cache<BlockKey, CachedBlock<?>> blocks;
  private final Admission admission;
  private final ReferenceQueue<BlockHandle> queue = new ReferenceQueue<>();
  private final Map<SegmentFileKey, BlockFile> files = new HashMap<>();
  private final Set<CachedBlock<?>> stragglers = ConcurrentHashMap.newKeySet();
  private final StripedCounter handleHits = new StripedCounter();
  private final LongAdder cacheHits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder loads = new LongAdder();
  private final LongAdder loadFailures = new LongAdder();
  private final LongAdder loadNanos = new LongAdder();
  private final LongAdder bypasses = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private int nextFileOrdinal;
  private volatile boolean enabled;

  BlockCache(BlockCacheBuilder settings) {
    pool = new BlockPool(settings.capacityBytes, settings.slabBytes(), settings.debug);
    enabled = settings.enabled;
    blocks =
        Caffeine.newBuilder()
            .maximumWeight(settings.capacityBytes)
            // Presizes the frequency sketch, which Caffeine otherwise leaves off while weights are
            // low.
            .initialCapacity(Math.clamp(settings.capacityBytes >> 14, 64, 1 << 16))
            .weigher((BlockKey key, CachedBlock<?> block) -> block.isInUse() ? 0 : block.pagedBytes)
            .evictionListener(this::evicted)
            .executor(Runnable::run)
            .build();
    admission = new Admission(pool, blocks, this::drain);
  }

  /** Returns the cache that all readers of this JVM share, made from system properties. */
  public static BlockCache shared() {
    return SharedBlockCache.get();
  }

  /**
   * Makes a cache the one that {@link #shared()} returns. Readers that are open stay with theirs.
   *
   * @return the one before
   */
  public static BlockCache setShared(BlockCache cache) {
    return SharedBlockCache.set(cache);
  }

  /** Returns a builder for a cache of one's own. */
  public static BlockCacheBuilder builder() {
    return new BlockCacheBuilder();
  }

  /**
   * Registers a reader of a file. Readers that give equal keys share blocks, so the key must name
   * the file's content; the blocks leave the cache when the last of these readers is closed.
   *
   * @param fileKey names the content
   * @param blockCount how many blocks the file has
   * @param loader reads a block that is missing
   */
  public <H extends BlockHandle> BlockHandles<H> open(
      SegmentFileKey fileKey, int blockCount, BlockLoader<H> loader) {
    Objects.requireNonNull(fileKey, "fileKey");
    if (blockCount < 0) {
      throw new IllegalArgumentException("blockCount must be >= 0: blockCount=" + blockCount);
    }
    synchronized (files) {
      BlockFile file = files.get(fileKey);
      if (file == null) {
        file = new BlockFile(fileKey, nextFileOrdinal++, blockCount);
        files.put(fileKey, file);
      } else if (file.blockCount() != blockCount) {
        throw new IllegalArgumentException(
            "files with equal keys must be equal: fileKey="
                + fileKey
                + " blockCount="
                + blockCount
                + " registered="
                + file.blockCount());
      }
      BlockHandles<H> handles = new BlockHandles<>(this, file, loader);
      file.readers.add(handles);
      return handles;
    }
  }

  /** Ends a reader's registration. The last one takes the blocks with it. */
  void close(BlockFile file, BlockHandles<?> handles) {
    synchronized (files) {
      file.readers.remove(handles);
      if (file.readers.isEmpty() == false) {
        return;
      }
      files.remove(file.fileKey());
      file.markClosed();
    }
    for (int index = 0; index < file.blockCount(); index++) {
      CachedBlock<?> block = blocks.getIfPresent(new BlockKey(file, index));
      if (block != null) {
        remove(block);
      }
    }
    drain(Integer.MAX_VALUE);
  }

  /**
   * Loads the blocks of all open files of the given segments, as far as they are admitted without
   * evicting any.
   *
   * @param segmentIds ids as in {@link SegmentFileKey#segmentId()}
   */
  public void warm(Set<String> segmentIds) throws IOException {
    List<BlockHandles<?>> cold = new ArrayList<>();
    synchronized (files) {
      for (BlockFile file : files.values()) {
        if (segmentIds.contains(file.fileKey().segmentId())) {
          cold.add(file.readers.get(0));
        }
      }
    }
    for (BlockHandles<?> handles : cold) {
      handles.warm();
    }
  }

  /** Returns whether a block of this length can be loaded without evicting others. */
  boolean hasRoomFor(int lengthBytes) {
    return enabled && pool.usedBytes() + BlockPool.pagedBytes(lengthBytes) <= pool.capacityBytes();
  }

  /** Returns whether at least half of the cache is free after a block of this length is loaded. */
  boolean isRoomyFor(int lengthBytes) {
    return enabled
        && 2 * (pool.usedBytes() + BlockPool.pagedBytes(lengthBytes)) <= pool.capacityBytes();
  }

  /** Returns whether a block is there, without counting as a use. */
  boolean holds(BlockFile file, int blockIndex) {
    return blocks.asMap().containsKey(new BlockKey(file, blockIndex));
  }

  /**
   * Returns a block's handle, loading the block if need be.
   *
   * @return null if the block cannot be admitted or the cache is off: the caller reads the
   *     directory
   */
  <H extends BlockHandle> H acquire(
      BlockFile file, int blockIndex, BlockLoader<H> loader, boolean pin) throws IOException {
    if (file.isClosed()) {
      throw new AlreadyClosedException("file is closed in the cache: " + file.fileKey());
    }
    H handle = null;
    if (enabled) {
      drain(DRAIN_LIMIT);
      handle = find(new BlockKey(file, blockIndex), loader);
    }
    if (handle == null) {
      bypasses.increment();
    } else if (pin) {
      handle.block.pin(handle);
    }
    return handle;
  }

  private <H extends BlockHandle> H find(BlockKey key, BlockLoader<H> loader) throws IOException {
    while (true) {
      @SuppressWarnings("unchecked") // a file's blocks all have the handles of its loader
      CachedBlock<H> found = (CachedBlock<H>) blocks.getIfPresent(key);
      if (found == null) {
        CachedBlock<H> fresh =
            new CachedBlock<>(key, BlockPool.pagedBytes(loader.lengthBytes(key.blockIndex())));
        if (blocks.asMap().putIfAbsent(key, fresh) == null) {
          misses.increment();
          return load(fresh, loader);
        }
        continue;
      }
      CompletableFuture<Outcome> loading = found.loading();
      if (loading != null && await(loading) == Outcome.NOT_ADMITTED) {
        misses.increment();
        return null;
      }
      H handle = use(found, loader);
      if (handle != null) {
        (loading == null ? cacheHits : misses).increment();
        return handle;
      }
      // Evicted between the look-up and the use.
      blocks.asMap().remove(key, found);
    }
  }

  private <H extends BlockHandle> H use(CachedBlock<H> block, BlockLoader<H> loader)
      throws IOException {
    H live = block.liveHandle();
    if (live != null) {
      return live;
    }
    BlockMemory memory = block.beginUse();
    if (memory == null) {
      return null;
    }
    H handle = null;
    try {
      handle = loader.open(block.key.blockIndex(), memory);
      block.completeUse(handle, queue);
      return handle;
    } finally {
      if (handle != null) {
        reweigh(block);
      } else {
        useEnded(block);
      }
    }
  }

  private <H extends BlockHandle> H load(CachedBlock<H> block, BlockLoader<H> loader)
      throws IOException {
    H handle = null;
    BlockMemory memory = null;
    Throwable failure = null;
    try {
      memory = admission.reserve(loader.lengthBytes(block.key.blockIndex()));
      if (memory != null) {
        handle = fill(block, loader, memory);
      }
      return handle;
    } catch (Throwable t) {
      loadFailures.increment();
      failure = t;
      throw t;
    } finally {
      if (handle == null) {
        block.endUnloaded();
        blocks.asMap().remove(block.key, block);
        stragglers.remove(block);
        if (memory != null) {
          pool.free(memory);
        }
      }
      block.finishLoading(handle == null ? Outcome.NOT_ADMITTED : Outcome.LOADED, failure);
      if (block.key.file().isClosed() || enabled == false) {
        // Closed or switched off during the load, perhaps after the map was swept.
        remove(block);
      }
    }
  }

  private <H extends BlockHandle> H fill(
      CachedBlock<H> block, BlockLoader<H> loader, BlockMemory memory) throws IOException {
    int index = block.key.blockIndex();
    long start = System.nanoTime();
    ByteBuffer target = memory.bytes().slice(memory.start(), memory.lengthBytes());
    loader.load(index, target);
    if (target.hasRemaining()) {
      throw new IllegalStateException(
          "loader left block unfilled: blockIndex=" + index + " remaining=" + target.remaining());
    }
    H handle = loader.open(index, memory);
    block.publish(memory, handle, queue);
    loads.increment();
    loadNanos.add(System.nanoTime() - start);
    return handle;
  }

  /** Waits for another thread's load, which goes on even if this thread is interrupted. */
  private static Outcome await(CompletableFuture<Outcome> loading) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return loading.get();
        } catch (
            @SuppressWarnings("unused")
            InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(e.getCause());
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Has Caffeine weigh a block again after it went into or out of use. */
  private void reweigh(CachedBlock<?> block) {
    blocks.asMap().computeIfPresent(block.key, (key, current) -> current);
  }

  /** Called by Caffeine, for a block that weighed something, while it removes the block. */
  private void evicted(BlockKey key, CachedBlock<?> block, RemovalCause cause) {
    evictions.increment();
    endOrAwaitHandles(block);
  }

  private void remove(CachedBlock<?> block) {
    block.unpin();
    if (blocks.asMap().remove(block.key, block)) {
      endOrAwaitHandles(block);
    }
  }

  private void endOrAwaitHandles(CachedBlock<?> block) {
    stragglers.add(block);
    block.markRemoved();
    endIfUnused(block);
  }

  private void endIfUnused(CachedBlock<?> block) {
    BlockMemory memory = block.endIfUnused();
    if (memory != null) {
      pool.free(memory);
    }
    if (block.isGone()) {
      stragglers.remove(block);
    }
  }

  private void drain() {
    drain(Integer.MAX_VALUE);
  }

  /** Takes handles off the reference queue. */
  private void drain(int limit) {
    for (int i = 0; i < limit; i++) {
      Reference<?> collected = queue.poll();
      if (collected == null) {
        return;
      }
      Ref<?> reference = (Ref<?>) collected;
      CachedBlock<?> block = reference.block;
      reference.block = null;
      useEnded(block);
    }
  }

  private void useEnded(CachedBlock<?> block) {
    if (block.useEnded() == false) {
      return;
    }
    if (block.isRemoved()) {
      endIfUnused(block);
      return;
    }
    reweigh(block);
    // Look-ups through the handle did not reach Caffeine; they count for the block's frequency.
    int uses = block.uses;
    block.uses = 0;
    for (int i = TOUCHES_PER_USE; i < uses; i++) {
      var unused = blocks.getIfPresent(block.key);
    }
    if (block.isRemoved()) {
      endIfUnused(block);
    }
  }

  /**
   * Changes the bound while readers go on. Shrinking evicts what is out of use and moves what is in
   * the way; memory of blocks in use comes back when their handles are collected.
   */
  public void setCapacityBytes(long capacityBytes) {
    BlockCacheBuilder.checkCapacity(capacityBytes);
    drain();
    admission.resize(capacityBytes);
    for (CachedBlock<?> block : blocks.asMap().values()) {
      vacate(block);
    }
  }

  /** Moves a block out of use from memory that is given up, or removes it. */
  private void vacate(CachedBlock<?> block) {
    BlockMemory memory = block.memoryUnlessGone();
    if (memory == null || pool.isRetiring(memory) == false || block.isInUse()) {
      return;
    }
    BlockMemory target = pool.allocate(memory.lengthBytes);
    if (target == null) {
      evictions.increment();
      remove(block);
    } else {
      pool.free(block.moveTo(target));
    }
  }

  /** Returns the bound on direct memory. */
  public long capacityBytes() {
    return pool.capacityBytes();
  }

  /**
   * Switches the cache off and on while readers go on. Off, everything is evicted and readers use
   * their directories; handles that are alive stay good until they are collected.
   */
  public void setEnabled(boolean enabled) {
    this.enabled = enabled;
    if (enabled == false) {
      for (CachedBlock<?> block : blocks.asMap().values()) {
        if (block.loading() == null) {
          remove(block);
        }
      }
      drain();
      pool.trim();
    }
  }

  /** Returns whether the cache is switched on. */
  public boolean isEnabled() {
    return enabled;
  }

  /**
   * Switches the cache off and drops its memory. Readers that are still open use their directories.
   */
  @Override
  public void close() {
    setEnabled(false);
  }

  void recordHandleHit() {
    handleHits.increment();
  }

  void recordBypass() {
    bypasses.increment();
  }

  /** Returns what the cache holds and did. */
  public CacheStats stats() {
    drain();
    long used = pool.usedBytes();
    return new CacheStats(
        enabled,
        pool.capacityBytes(),
        pool.reservedBytes(),
        used,
        pool.wastedBytes(),
        used - admission.idleBytes(),
        blocks.asMap().size(),
        handleHits.sum(),
        cacheHits.sum(),
        misses.sum(),
        loads.sum(),
        loadFailures.sum(),
        loadNanos.sum(),
        bypasses.sum(),
        admission.rejected(),
        evictions.sum());
  }

  BlockPool pool() {
    return pool;
  }

  Cache<BlockKey, CachedBlock<?>> blocks() {
    return blocks;
  }

  Set<CachedBlock<?>> stragglers() {
    return stragglers;
  }

  @Override
  public String toString() {
    return "BlockCache(" + stats().toLine() + ")";
  }
}
