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
package dev.streak.cache;

import dev.streak.cache.blocks.BlockStore;
import dev.streak.cache.monitor.CacheStats;

/**
 * A cache of immutable file blocks in memory outside the heap, under one strict bound. One serves
 * the whole JVM by default, see {@link #shared()}. What cannot be admitted is read from the
 * directory.
 */
public final class BlockCache implements AutoCloseable {

  private final BlockStore blocks;

  BlockCache(BlockStore blocks) {
    this.blocks = blocks;
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

  /** Returns what files are registered with; for the formats of this library. */
  @SuppressWarnings("exports") // only for modules that know the package
  public BlockStore blocks() {
    return blocks;
  }

  /**
   * Changes the bound while readers go on. Shrinking evicts what is out of use and moves what is in
   * the way; memory of blocks in use comes back when their handles are collected.
   */
  public void setCapacityBytes(long capacityBytes) {
    BlockCacheBuilder.checkCapacity(capacityBytes);
    blocks.setCapacityBytes(capacityBytes);
  }

  /** Returns the bound on direct memory. */
  public long capacityBytes() {
    return blocks.capacityBytes();
  }

  /**
   * Switches the cache off and on while readers go on. Off, everything is evicted and readers use
   * their directories; handles that are alive stay good until they are collected.
   */
  public void setEnabled(boolean enabled) {
    blocks.setEnabled(enabled);
  }

  /** Returns whether the cache is switched on. */
  public boolean isEnabled() {
    return blocks.isEnabled();
  }

  /** Returns what the cache holds and did. */
  public CacheStats stats() {
    return blocks.stats();
  }

  /**
   * Switches the cache off and drops its memory. Readers that are still open use their directories.
   */
  @Override
  public void close() {
    setEnabled(false);
  }

  @Override
  public String toString() {
    return "BlockCache(" + stats().toLine() + ")";
  }
}
