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

import dev.streak.cache.monitor.CacheStats;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;

/**
 * Immutable file blocks in memory outside the heap, under one strict bound: what a cache is made
 * of.
 *
 * <p>Readers register a file with {@link #open} and ask the returned {@link HandleSource} for
 * blocks. What cannot be admitted they read from the directory themselves.
 */
public final class BlockStore {

  /** The property that sizes the cache that all readers share. */
  public static final String BYTES_PROPERTY = "dev.streak.cache.bytes";

  /*
   * Memory accounting. The pool owns the bytes and its bound is the truth. A block's memory is
   * allocated before it is read, so the bound holds at every instant. Not counted: about 280 bytes
   * of heap for each block in the cache (map entry, policy node, key, block) and as much again for
   * one with a live handle.
   *
   * Two kinds of blocks, those that are cached or pinned and those in spare room, have a map, a
   * policy and counts of uses each, and share the pool. Admission decides between them.
   *
   * Eviction. Caffeine holds every block from when it first goes out of use, and keeps them in the
   * order in which they should go. A block in use has weight zero, which Caffeine never evicts for
   * size; a block out of use weighs its pages. Caffeine's maximum is the capacity, which the blocks
   * out of use can never exceed, so it evicts nothing of its own accord. Admission does, when it
   * finds the pool full; only shrinking lowers the maximum for a moment.
   *
   * Lifetime of a block. A miss puts a block that is "being loaded" into the map; later threads
   * wait for it. Loaded, it is in use until the last of its handles was collected, which the
   * reference queue reports. Removed from the map (evicted, file closed, cache switched off), it is
   * freed at once if out of use, else when its last handle was collected; until then it is a
   * straggler. BlockMap sees to that, BlockLoading to the part before.
   *
   * Concurrency. Lock order: Admission's lock, then Caffeine's (one map's at a time), then a
   * block's monitor, then the pool's. No Caffeine method is called with a block's monitor held. The
   * reference queue is drained by whoever comes to the cache, a few references at a time.
   */

  private final BlockPool pool;
  private final BlockMap blocks;
  private final BlockMap spare;
  private final Admission admission;
  private final BlockLoading loading;
  private final CacheCounters counters = new CacheCounters();
  private final OpenFiles files = new OpenFiles();
  private volatile boolean enabled;

  /**
   * A store without blocks.
   *
   * @param debug whether freed memory is overwritten and allocations remember their origin
   */
  public BlockStore(long capacityBytes, int slabBytes, boolean enabled, boolean debug) {
    pool = new BlockPool(capacityBytes, slabBytes, debug);
    this.enabled = enabled;
    blocks = new BlockMap(pool);
    spare = new BlockMap(pool);
    admission = new Admission(pool, blocks, spare);
    loading = new BlockLoading(admission, counters, this::isEnabled);
  }

  /**
   * Registers a reader of a file. Readers that give equal keys share blocks, so the key must name
   * the file's content; the blocks leave the cache when the last of these readers is closed.
   *
   * @param fileKey names the content
   * @param blockCount how many blocks the file has
   * @param loader reads a block that is missing
   */
  public HandleSource open(SegmentFileKey fileKey, int blockCount, BlockLoader loader) {
    return files.open(this, fileKey, blockCount, loader, blocks, OpenFile.Turn.FIRST);
  }

  /** Like {@link #open}, for a file that is warmed when all others of its kind are. */
  public HandleSource openToWarmLater(SegmentFileKey fileKey, int blockCount, BlockLoader loader) {
    return files.open(this, fileKey, blockCount, loader, blocks, OpenFile.Turn.SECOND);
  }

  /**
   * Like {@link #open}, and the blocks are kept as {@code CachePolicy.SPARE_ROOM} says. Readers of
   * the same file share the kind of the first of them.
   */
  public HandleSource openInSpareRoom(SegmentFileKey fileKey, int blockCount, BlockLoader loader) {
    return files.open(this, fileKey, blockCount, loader, spare, OpenFile.Turn.LAST);
  }

  /** Ends a reader's registration. The last one takes the blocks with it. */
  void close(OpenFile file, HandleSource handles) {
    if (files.close(file, handles) == false) {
      return;
    }
    BlockMap kind = file.blocks();
    for (int index = 0; index < file.blockCount(); index++) {
      CachedBlock block = kind.map.get(new BlockKey(file, index));
      if (block != null) {
        kind.remove(block);
      }
    }
    kind.drain();
  }

  /**
   * Loads the blocks of all open files of the given segments, as far as they are admitted without
   * evicting any but those in spare room, which come last.
   *
   * <p>A file is read through any of its readers; one that fails, because it is closed meanwhile or
   * its copy is damaged, is no reason to fail as long as there is another.
   *
   * @param segmentIds ids as in {@link SegmentFileKey#segmentId()}
   */
  public void warm(Set<String> segmentIds) throws IOException {
    for (List<HandleSource> readers : files.ofSegments(segmentIds)) {
      warmThroughAny(readers);
    }
  }

  private static void warmThroughAny(List<HandleSource> readers) throws IOException {
    Throwable failures = null;
    for (HandleSource reader : readers) {
      try {
        reader.warm();
        return;
      } catch (IOException | RuntimeException e) {
        failures = IOUtils.useOrSuppress(failures, e);
      }
    }
    // Files of other readers may have the same segment, and nobody waits for these.
    if (failures != null && readers.getFirst().file().isClosed() == false) {
      throw IOUtils.rethrowAlways(failures);
    }
  }

  /** Returns whether a block of this length can be loaded without evicting what should stay. */
  boolean hasRoomFor(OpenFile file, int lengthBytes) {
    return enabled && admission.hasRoomFor(file, lengthBytes);
  }

  /** Returns whether a large block of this length leaves room for others. */
  boolean isRoomyFor(int lengthBytes) {
    return enabled && admission.isRoomyFor(lengthBytes);
  }

  /** Returns whether a block is there, without counting as a use. */
  boolean holds(OpenFile file, int blockIndex) {
    return file.blocks().map.containsKey(new BlockKey(file, blockIndex));
  }

  /**
   * Returns a block's handle, loading the block if need be.
   *
   * @return null if the block cannot be admitted or the cache is off: the caller reads the
   *     directory
   */
  BlockHandle acquire(OpenFile file, int blockIndex, BlockLoader loader, boolean pin)
      throws IOException {
    if (file.isClosed()) {
      throw new AlreadyClosedException("file is closed in the cache: " + file.fileKey());
    }
    BlockHandle handle = null;
    if (enabled) {
      blocks.drainSome();
      spare.drainSome();
      BlockKey key = new BlockKey(file, blockIndex);
      file.blocks().frequencies.add(key, 1);
      handle = loading.find(key, loader);
    }
    if (handle == null) {
      counters.bypasses.increment();
    } else if (pin) {
      handle.block.pin(handle);
    }
    return handle;
  }

  /**
   * Changes the bound while readers go on. Shrinking evicts what is out of use and moves what is in
   * the way; memory of blocks in use comes back when their handles are collected.
   */
  public void setCapacityBytes(long capacityBytes) {
    drain();
    admission.resize(capacityBytes);
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
      blocks.removeAll();
      spare.removeAll();
      drain();
      pool.retireAll();
    }
  }

  /** Returns whether the cache is switched on. */
  public boolean isEnabled() {
    return enabled;
  }

  private void drain() {
    blocks.drain();
    spare.drain();
  }

  /** Returns a number that changes with each call of a thread. */
  long recordHandleHit() {
    return counters.handleHits.increment();
  }

  void recordBypass() {
    counters.bypasses.increment();
  }

  /** Returns what the cache holds and did. */
  public CacheStats stats() {
    drain();
    BlockPool.Sizes sizes = pool.sizes();
    // Others may load and evict before these are asked: parts of what is used they stay.
    long inUse = Math.clamp(sizes.used() - admission.idleBytes(), 0, sizes.used());
    long spareBytes = Math.min(spare.usedBytes(), sizes.used());
    return new CacheStats(
        enabled,
        sizes.capacity(),
        sizes.reserved(),
        sizes.used(),
        sizes.wasted(),
        inUse,
        spareBytes,
        blocks.size() + spare.size(),
        counters.handleHits.sum(),
        counters.cacheHits.sum(),
        counters.misses.sum(),
        counters.loads.sum(),
        counters.loadFailures.sum(),
        counters.loadNanos.sum(),
        counters.bypasses.sum(),
        admission.rejected(),
        blocks.evictions() + spare.evictions() + admission.evicted());
  }

  BlockPool pool() {
    return pool;
  }

  BlockMap blocks() {
    return blocks;
  }

  BlockMap spare() {
    return spare;
  }
}
