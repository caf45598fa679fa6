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

import dev.streak.cache.blocks.BlockPool;
import dev.streak.cache.blocks.BlockStore;

/**
 * Collects the settings of a {@link BlockCache}; wrong ones are refused at once. For one thread.
 */
public final class BlockCacheBuilder {
  /** The smallest capacity. */
  public static final long MIN_CAPACITY_BYTES = 1L << 16;

  /** The largest capacity. */
  public static final long MAX_CAPACITY_BYTES = 1L << 44;

  private static final int DEFAULT_SLAB_BYTES = 4 << 20;

  private long capacityBytes = DefaultCapacity.bytes();
  private boolean enabled = true;
  private boolean debug;
  private int slabBytes;

  BlockCacheBuilder() {}

  /**
   * Returns how large a cache is that nobody sized: an eighth of the memory that the heap leaves
   * over, and never more than half of what the JVM allows for direct memory.
   */
  public static long defaultCapacityBytes() {
    return DefaultCapacity.bytes();
  }

  static void checkCapacity(long capacityBytes) {
    if (capacityBytes < MIN_CAPACITY_BYTES || capacityBytes > MAX_CAPACITY_BYTES) {
      throw new IllegalArgumentException(
          "capacityBytes must be in ["
              + MIN_CAPACITY_BYTES
              + ", "
              + MAX_CAPACITY_BYTES
              + "]: capacityBytes="
              + capacityBytes);
    }
  }

  /** Sets the bound on direct memory; without it, it is {@link #defaultCapacityBytes()}. */
  public BlockCacheBuilder capacityBytes(long capacityBytes) {
    checkCapacity(capacityBytes);
    this.capacityBytes = capacityBytes;
    return this;
  }

  /**
   * Sets in what pieces memory is taken from the system and given back. A larger block, such as a
   * hash table, takes a piece of its own where there is room, and evicts no others. By default 4
   * MiB, or a sixteenth of a small capacity but at least 64 KiB, which holds any block of a terms
   * index.
   */
  public BlockCacheBuilder slabBytes(int slabBytes) {
    this.slabBytes = BlockPool.checkedSlabBytes(slabBytes);
    return this;
  }

  /** Sets whether the cache begins switched on; the default is true. */
  public BlockCacheBuilder enabled(boolean enabled) {
    this.enabled = enabled;
    return this;
  }

  /**
   * Sets whether freed memory is overwritten and allocations remember their origin; slow, for
   * tests.
   */
  public BlockCacheBuilder debug(boolean debug) {
    this.debug = debug;
    return this;
  }

  private int slabBytes() {
    if (slabBytes != 0) {
      return slabBytes;
    }
    long sixteenth = Long.highestOneBit(capacityBytes / 16);
    return Math.clamp(sixteenth, (int) MIN_CAPACITY_BYTES, DEFAULT_SLAB_BYTES);
  }

  /** Builds the cache. Its memory is taken from the system as it fills. */
  public BlockCache build() {
    if (slabBytes > capacityBytes) {
      throw new IllegalArgumentException(
          "slabBytes must be <= capacityBytes: slabBytes="
              + slabBytes
              + " capacityBytes="
              + capacityBytes);
    }
    return new BlockCache(new BlockStore(capacityBytes, slabBytes(), enabled, debug));
  }
}
