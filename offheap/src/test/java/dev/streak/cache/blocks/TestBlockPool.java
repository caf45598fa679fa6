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

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The memory of blocks by itself. */
public class TestBlockPool extends LuceneTestCase {
  private static final int SLAB_BYTES = BlockPool.MIN_SLAB_BYTES;
  private static final int CAPACITY_BYTES = 1 << 20;

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** What it takes to align a block that has memory of its own counts against the bound, too. */
  public void testBoundHoldsForLargeBlocks() {
    int blockBytes = SLAB_BYTES + BlockPool.PAGE_BYTES;
    long before = directBytes();
    BlockPool pool = new BlockPool(CAPACITY_BYTES, SLAB_BYTES, false);
    List<BlockMemory> held = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      List<BlockMemory> blocks = new ArrayList<>();
      BlockMemory block = pool.allocate(blockBytes);
      while (block != null) {
        blocks.add(block);
        block = pool.allocate(blockBytes);
      }
      long reserved = pool.sizes().reserved();
      assertEquals((long) blocks.size() * (blockBytes + BlockPool.PAGE_BYTES), reserved);
      assertTrue("reserved=" + reserved, reserved <= CAPACITY_BYTES);
      assertTrue("more is held", directBytes() - before <= CAPACITY_BYTES);
      pool.checkConsistent();
      for (BlockMemory memory : blocks) {
        pool.free(memory);
      }
      // The second round takes back what is given up in the first.
      held.addAll(blocks);
      pool.retireAll();
      pool.checkConsistent();
      assertEquals(reserved, pool.sizes().reserved());
    }
    Reference.reachabilityFence(held);
  }

  /** What was given up when the bound was higher is not taken back above it. */
  public void testGivenUpSlabsDoNotComeBackAboveALowerBound() {
    BlockPool pool = new BlockPool(CAPACITY_BYTES, SLAB_BYTES, true);
    BlockMemory large = pool.allocate(8 * SLAB_BYTES);
    pool.free(large);
    pool.retireAll();
    pool.setCapacityBytes(4 * SLAB_BYTES);
    BlockMemory small = pool.allocate(SLAB_BYTES);
    pool.checkConsistent();
    assertNull("the large slab is still there, above the bound", small);
    Reference.reachabilityFence(large);
  }

  /** No more slabs than a large block needs: the others are good for small ones. */
  public void testEmptySlabsThatNeedNotGoStay() {
    BlockPool pool = new BlockPool(8 * SLAB_BYTES, SLAB_BYTES, true);
    List<BlockMemory> blocks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      blocks.add(pool.allocate(SLAB_BYTES));
    }
    blocks.forEach(pool::free);
    assertNull("not before they are collected", pool.allocate(2 * SLAB_BYTES));
    assertEquals(5 * SLAB_BYTES, pool.activeBytes());
    pool.checkConsistent();
    Reference.reachabilityFence(blocks);
  }
}
