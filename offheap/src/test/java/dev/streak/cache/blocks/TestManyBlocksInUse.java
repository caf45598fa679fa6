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

import dev.streak.cache.BlockCache;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Caffeine goes past all blocks in its window that weigh nothing for each one that moves on, so
 * that blocks which were in use from the first must not be there.
 */
public class TestManyBlocksInUse extends LuceneTestCase {
  private static final int BLOCK_BYTES = 64;
  private static final int BLOCKS = 1000;

  private static List<BlockHandle> load(HandleSource handles) throws Exception {
    List<BlockHandle> held = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      held.add(handles.get(i));
    }
    return held;
  }

  public void testBlocksAreOrderedOnceTheyAreOutOfUse() throws Exception {
    long bytes = 4L * BLOCKS * BLOCK_BYTES;
    BlockStore cache =
        BlockCache.builder().capacityBytes(bytes).slabBytes(1 << 16).build().blocks();
    BlockMap blocks = cache.blocks();
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    try (HandleSource handles = cache.open(key, BLOCKS, new PatternLoader(BLOCK_BYTES))) {
      List<BlockHandle> held = load(handles);
      BlockCacheInvariants.check(cache);
      assertEquals(BLOCKS, blocks.size());
      assertEquals(0, blocks.order.asMap().size());
      Reference.reachabilityFence(held);
      held.clear();
      BlockCacheInvariants.collectHandles(cache);
      BlockCacheInvariants.check(cache);
      assertEquals(BLOCKS, blocks.order.asMap().size());
      assertEquals((long) BLOCKS * BLOCK_BYTES, blocks.usedBytes());
    }
    cache.setEnabled(false);
    BlockCacheInvariants.collectAndCheckEmpty(cache);
    assertEquals(0, blocks.order.asMap().size());
  }
}
