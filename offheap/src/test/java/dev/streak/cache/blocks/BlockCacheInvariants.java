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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import dev.streak.cache.monitor.CacheStats;
import java.util.HashSet;
import java.util.Set;

/** What must be true of a cache whenever no thread is inside it. */
public final class BlockCacheInvariants {
  private static final int MAX_COLLECTIONS = 100;

  private BlockCacheInvariants() {}

  /** Checks bytes, reference counts and weights. */
  public static void check(BlockStore cache) {
    CacheStats stats = cache.stats();
    BlockPool pool = cache.pool();
    pool.checkConsistent();
    long idleBytes = check(cache.blocks(), pool) + check(cache.spare(), pool);
    long usedBytes = cache.blocks().usedBytes() + cache.spare().usedBytes();
    assertEquals("used bytes", usedBytes, stats.usedBytes());
    assertEquals("bytes in spare room", cache.spare().usedBytes(), stats.spareBytes());
    assertEquals("bytes in use", usedBytes - idleBytes, stats.inUseBytes());
    // After shrinking, memory of blocks in use and of uncollected slabs goes when they do.
    assertTrue("over the bound: " + stats, pool.activeBytes() <= stats.capacityBytes());
  }

  /** Checks the blocks of one kind and returns the bytes of those that could be evicted. */
  private static long check(BlockMap blocks, BlockPool pool) {
    var eviction = blocks.order.policy().eviction().orElseThrow();
    Set<CachedBlock> all = new HashSet<>(blocks.stragglers());
    for (CachedBlock straggler : all) {
      assertTrue("straggler without handles: " + straggler, straggler.handles() > 0);
      assertTrue("straggler is not removed: " + straggler, straggler.isRemoved());
    }
    long idleBytes = 0;
    for (var entry : blocks.map.entrySet()) {
      CachedBlock block = entry.getValue();
      assertEquals("key", block.key, entry.getKey());
      assertSame("of another kind: " + block, blocks, block.key.file().blocks());
      assertFalse("gone but cached: " + block, block.isGone());
      assertFalse("removed but cached: " + block, block.isRemoved());
      assertFalse("file is closed: " + block, block.key.file().isClosed());
      assertTrue("in both sets: " + block, all.add(block));
      int weight = block.isInUse() ? 0 : block.pagedBytes;
      idleBytes += weight;
      assertEquals("weight of " + block, weight, eviction.weightOf(block.key).orElse(0));
    }
    for (var entry : blocks.order.asMap().entrySet()) {
      assertSame("in the order only", entry.getValue(), blocks.map.get(entry.getKey()));
    }
    assertEquals("idle bytes", idleBytes, eviction.weightedSize().orElseThrow());
    assertEquals("the policy's maximum", pool.capacityBytes(), eviction.getMaximum());
    long usedBytes = all.stream().mapToLong(block -> block.pagedBytes).sum();
    assertEquals("used bytes of a kind", usedBytes, blocks.usedBytes());
    return idleBytes;
  }

  /** Collects garbage until no handle is left that nobody can reach, then checks. */
  @SuppressWarnings("ThreadSleep") // a collection has no end to wait for
  public static void collectAndCheckEmpty(BlockStore cache) throws InterruptedException {
    for (int i = 0; i < MAX_COLLECTIONS && cache.stats().usedBytes() > 0; i++) {
      System.gc();
      Thread.sleep(1 + i);
    }
    check(cache);
    assertEquals("blocks are left: " + cache.pool().outstanding(), 0, cache.stats().usedBytes());
    assertEquals(0, cache.stats().blocks());
  }

  /** Collects garbage until nothing is in use any more. */
  @SuppressWarnings("ThreadSleep")
  public static void collectHandles(BlockStore cache) throws InterruptedException {
    for (int i = 0; i < MAX_COLLECTIONS && cache.stats().inUseBytes() > 0; i++) {
      System.gc();
      Thread.sleep(1 + i);
    }
    assertEquals("in use", 0, cache.stats().inUseBytes());
  }
}
