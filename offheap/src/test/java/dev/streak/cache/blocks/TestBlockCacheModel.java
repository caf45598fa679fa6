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

import static dev.streak.cache.blocks.PatternLoader.checkContent;

import dev.streak.cache.BlockCache;
import dev.streak.cache.blocks.HeapBlockCache.Block;
import dev.streak.cache.monitor.CacheStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Random operations on the cache and on {@link HeapBlockCache}, compared after each. */
public class TestBlockCacheModel extends LuceneTestCase {
  private static final int FILES = 3;
  private static final int BLOCKS = 200;
  private static final int SLAB_BYTES = 1 << 13;
  private static final int MAX_LENGTH = SLAB_BYTES / 8;

  private final BlockStore cache =
      BlockCache.builder()
          .capacityBytes(1 << 16)
          .slabBytes(SLAB_BYTES)
          .debug(true)
          .build()
          .blocks();
  private final HeapBlockCache model = new HeapBlockCache(1 << 16);
  private final PatternLoader[] loaders = new PatternLoader[FILES];
  private final List<HandleSource> files = new ArrayList<>();
  private final List<BlockHandle> held = new ArrayList<>();

  public void testLockStep() throws Exception {
    for (int file = 0; file < FILES; file++) {
      loaders[file] = new PatternLoader(TestUtil.nextInt(random(), 1, MAX_LENGTH));
      files.add(open(file));
    }
    for (int step = 0; step < 3_000; step++) {
      step();
      compare();
    }
    held.clear();
    for (HandleSource file : files) {
      file.close();
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  private HandleSource open(int file) {
    SegmentFileKey key = new SegmentFileKey("segment", "file" + file);
    return file == HeapBlockCache.SPARE_FILE
        ? cache.openInSpareRoom(key, BLOCKS, loaders[file])
        : cache.open(key, BLOCKS, loaders[file]);
  }

  private void step() throws Exception {
    int action = random().nextInt(200);
    if (action == 0) {
      collect();
    } else if (action == 1) {
      collect();
      int file = random().nextInt(FILES);
      files.get(file).close();
      files.set(file, open(file));
      model.closed(file);
    } else if (action == 2) {
      collect();
      cache.setEnabled(random().nextBoolean());
      model.setEnabled(cache.isEnabled());
    } else if (action == 3) {
      collect();
      model.setCapacityBytes(TestUtil.nextInt(random(), 1 << 16, 1 << 18));
      cache.setCapacityBytes(model.capacityBytes());
      forgetEvicted(false);
    } else {
      use(new Block(random().nextInt(FILES), random().nextInt(1 + random().nextInt(BLOCKS))));
    }
  }

  /** Handles only go at our word: every one that was given out is held until then. */
  private void collect() throws InterruptedException {
    held.clear();
    BlockCacheInvariants.collectHandles(cache);
    model.handlesCollected();
  }

  private void use(Block block) throws Exception {
    int loadsBefore = loaders[block.file()].loads.get();
    boolean wasHeld = model.holds(block);
    BlockHandle handle = files.get(block.file()).get(block.index());
    boolean loaded = loaders[block.file()].loads.get() > loadsBefore;
    assertEquals("a block is loaded if and only if it is new", handle != null && !wasHeld, loaded);
    if (handle == null) {
      assertFalse("a block that was held was refused: " + block, model.isInUse(block));
      if (model.isEnabled()) {
        assertNoRoom(block);
      }
      forgetEvicted(block.isSpare());
      return;
    }
    assertTrue("used while switched off", model.isEnabled());
    checkContent(handle);
    held.add(handle);
    long before = model.usedBytes();
    forgetEvicted(block.isSpare());
    model.used(block, loaders[block.file()].lengthBytes(block.index()));
    if (block.isSpare() && loaded) {
      assertTrue(
          "beyond spare room: " + cache,
          2 * model.usedBytes() <= model.capacityBytes() || model.usedBytes() <= before);
    }
  }

  /**
   * Checks that a block was refused for lack of room. Free bytes alone are no room: between blocks
   * that stay they may be in stretches that are too short.
   */
  private void assertNoRoom(Block block) throws IOException {
    int needed = loaders[block.file()].lengthBytes(block.index());
    if (block.isSpare()
        && 2 * (model.usedBytes() + (needed + 63) / 64 * 64) > model.capacityBytes()) {
      return;
    }
    BlockMemory memory = cache.pool().allocate(needed);
    if (memory != null) {
      cache.pool().free(memory);
      fail("refused though there is room: " + cache + " needed=" + needed);
    }
  }

  /**
   * Has the model forget what is not in the cache any more.
   *
   * @param forSpare whether it made room for a block in spare room
   */
  private void forgetEvicted(boolean forSpare) {
    boolean others = false;
    for (Block block : model.blocks()) {
      boolean there =
          Stream.concat(cache.blocks().map.keySet().stream(), cache.spare().map.keySet().stream())
              .anyMatch(
                  key ->
                      key.blockIndex() == block.index()
                          && key.file().fileKey().fileName().equals("file" + block.file()));
      if (there == false) {
        model.evicted(block);
        others |= block.isSpare() == false;
      }
    }
    if (others) {
      assertFalse("evicted for a block in spare room", forSpare);
      assertEquals("spare room is first to go: " + cache, 0, model.idleSpareBytes());
    }
  }

  private void compare() {
    CacheStats stats = cache.stats();
    assertEquals(model.blocks().size(), stats.blocks());
    assertEquals(model.usedBytes(), stats.usedBytes());
    assertEquals(model.inUseBytes(), stats.inUseBytes());
    assertEquals(model.spareBytes(), stats.spareBytes());
    assertEquals(model.isEnabled(), stats.enabled());
    assertEquals(model.capacityBytes(), stats.capacityBytes());
    if (random().nextInt(20) == 0) {
      BlockCacheInvariants.check(cache);
    }
  }
}
