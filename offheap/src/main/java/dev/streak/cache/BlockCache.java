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
import org.apache.lucene.store.AlreadyClosedException;

/**
 * A cache of immutable file blocks in memory outside the heap, under one strict bound. One serves
 * the whole JVM by default, see {@link #shared()}. What cannot be admitted is read from the
 * directory. Safe for use by several threads.
 */
public final class BlockCache implements AutoCloseable {

  private final BlockStore blocks;

  /** Guarded by {@link #blocks}. */
  private boolean closed;

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
   * @throws AlreadyClosedException if the cache is closed
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
   *
   * @throws AlreadyClosedException if the cache is closed
   */
  public void setCapacityBytes(long capacityBytes) {
    BlockCacheBuilder.checkCapacity(capacityBytes);
    synchronized (blocks) {
      ensureOpen();
      blocks.setCapacityBytes(capacityBytes);
    }
  }

  /** Returns the bound on direct memory. */
  public long capacityBytes() {
    return blocks.capacityBytes();
  }

  /**
   * Switches the cache off and on while readers go on. Off, everything is evicted and readers use
   * their directories; handles that are alive stay good until they are collected.
   *
   * @throws AlreadyClosedException if the cache is closed
   */
  public void setEnabled(boolean enabled) {
    synchronized (blocks) {
      ensureOpen();
      blocks.setEnabled(enabled);
    }
  }

  /** What is closed must not take memory again, which nobody would give back. */
  void ensureOpen() {
    synchronized (blocks) {
      if (closed) {
        throw new AlreadyClosedException("this cache is closed");
      }
    }
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
   * Switches the cache off for good and drops its memory. Readers that are still open use their
   * directories; so do readers to come, if it is the shared one. Closing again does nothing.
   */
  @Override
  public void close() {
    synchronized (blocks) {
      closed = true;
      blocks.setEnabled(false);
    }
  }

  @Override
  public String toString() {
    return "BlockCache(" + stats().toLine() + ")";
  }
}
