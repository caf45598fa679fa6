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

import dev.streak.cache.monitor.CacheStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.AlreadyClosedException;

/** The cache, one property at a time. */
public class TestBlockCache extends BlockCacheTestCase {
  public void testLoadsOnceAndShares() throws IOException {
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource first = cache.open(new SegmentFileKey("segment", "file"), 4, loader);
        HandleSource second = cache.open(new SegmentFileKey("segment", "file"), 4, loader)) {
      BlockHandle handle = first.get(2);
      assertSame(handle, first.get(2));
      assertSame(handle, second.get(2));
      checkContent(handle);
      assertEquals(1, loader.loads.get());
      CacheStats stats = cache.stats();
      assertEquals(1, stats.misses());
      assertEquals(1, stats.handleHits());
      assertEquals(1, stats.cacheHits());
      assertEquals(1024, stats.usedBytes());
      assertEquals(24, stats.wastedBytes());
      assertEquals(1024, stats.inUseBytes());
    }
  }

  public void testCollectedHandleLeavesBlockCached() throws Exception {
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, loader)) {
      checkContent(handles.get(1));
      BlockCacheInvariants.collectHandles(cache);
      BlockCacheInvariants.check(cache);
      assertEquals(1024, cache.stats().usedBytes());
      checkContent(handles.get(1));
      assertEquals(1, loader.loads.get());
      assertEquals(1, cache.stats().cacheHits());
    }
  }

  public void testNothingIsReclaimedWhileInUse() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 100, loader)) {
      List<BlockHandle> held = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        held.add(handles.get(i));
      }
      for (int i = 16; i < 100; i++) {
        assertNull(handles.get(i));
      }
      assertEquals(84, cache.stats().bypasses());
      assertEquals(84, cache.stats().rejected());
      assertEquals(0, cache.stats().evictions());
      assertTrue(cache.stats().reservedBytes() <= cache.stats().capacityBytes());
      for (BlockHandle handle : held) {
        checkContent(handle);
      }
      held.clear();
      BlockCacheInvariants.collectHandles(cache);
      checkContent(handles.get(50));
      assertEquals(1, cache.stats().evictions());
    }
  }

  public void testNewBlockGoesBeforeOthersOnceItIsAskedForMore() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 100, loader)) {
      for (int i = 0; i < 16; i++) {
        // Uses through the handle count as well, for a block that is in the cache already.
        for (int use = 0; use < (i == 7 ? 4 : 12); use++) {
          checkContent(handles.get(i));
        }
      }
      BlockCacheInvariants.collectHandles(cache);
      for (int use = 1; use <= 5; use++) {
        BlockHandle handle = handles.get(50);
        assertEquals("asked for " + use + " times", use == 5, handle != null);
        BlockCacheInvariants.check(cache);
      }
      assertEquals(4, cache.stats().rejected());
      assertEquals(1, cache.stats().evictions());
      for (int i = 0; i < 16; i++) {
        boolean there = cache.holds(handles.file(), i);
        assertEquals("the one asked for least goes: " + i, i != 7, there);
      }
    }
  }

  public void testScanEvictsNothingThatWasUsed() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "used"), 16, loader);
        HandleSource scanned = cache.open(new SegmentFileKey("segment", "scanned"), 500, loader)) {
      for (int i = 0; i < 16; i++) {
        for (int use = 0; use < 4; use++) {
          checkContent(handles.get(i));
        }
      }
      BlockCacheInvariants.collectHandles(cache);
      for (int i = 0; i < 500; i++) {
        scanned.get(i);
      }
      assertEquals(16, cache.stats().blocks());
      assertEquals(0, cache.stats().evictions());
    }
  }

  /** The largest that others go for. */
  public void testABlockOfAWholeSlabTakesThePlaceOfAnother() throws Exception {
    PatternLoader loader = new PatternLoader(1 << 14);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 10, loader)) {
      for (int i = 0; i < 4; i++) {
        checkContent(handles.get(i));
      }
      BlockCacheInvariants.collectHandles(cache);
      assertNull("asked for as often as the others", handles.get(9));
      checkContent(handles.get(9));
      assertEquals(1, cache.stats().evictions());
    }
  }

  public void testEverythingPinnedStaysUnderTheBound() throws Exception {
    PatternLoader loader = new PatternLoader(4000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 100, loader)) {
      for (int i = 0; i < 100; i++) {
        BlockHandle handle = handles.pin(i);
        assertEquals(i < 16, handle != null);
        assertTrue(cache.stats().reservedBytes() <= cache.stats().capacityBytes());
      }
      System.gc();
      assertNull(handles.get(50));
      for (int i = 0; i < 16; i++) {
        checkContent(handles.pin(i));
      }
      assertEquals(16, loader.loads.get());
    }
  }

  public void testABlockInUseIsPinned() throws Exception {
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, loader)) {
      BlockHandle handle = handles.get(0);
      assertFalse(handle.block.isPinned());
      assertSame(handle, handles.pin(0));
      assertTrue(handle.block.isPinned());
      assertSame(handle, handles.pin(0));
      assertEquals(1, loader.loads.get());
    }
  }

  public void testCloseEvictsAtOnce() throws Exception {
    PatternLoader loader = new PatternLoader(1000);
    HandleSource other = cache.open(new SegmentFileKey("segment", "other"), 4, loader);
    HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, loader);
    HandleSource twin = cache.open(new SegmentFileKey("segment", "file"), 4, loader);
    other.get(0);
    handles.get(0);
    handles.get(1);
    BlockCacheInvariants.collectHandles(cache);
    handles.close();
    handles.close();
    assertEquals("the twin still has the file", 3, cache.stats().blocks());
    twin.close();
    assertEquals(1, cache.stats().blocks());
    assertEquals(1024, cache.stats().usedBytes());
    expectThrows(AlreadyClosedException.class, () -> handles.get(2));
    other.close();
    assertEquals(0, cache.stats().usedBytes());
    assertEquals(0, cache.stats().wastedBytes());
  }

  /** Whoever comes to the cache next takes note that a handle is gone. */
  public void testMemoryOfAClosedFileComesBackWithALookUp() throws Exception {
    for (boolean inSpareRoom : new boolean[] {true, false}) {
      SegmentFileKey key = new SegmentFileKey("segment", "closed");
      BlockMap kind = inSpareRoom ? cache.spare() : cache.blocks();
      try (HandleSource closed =
          inSpareRoom
              ? cache.openInSpareRoom(key, 4, new PatternLoader(1000))
              : cache.open(key, 4, new PatternLoader(1000))) {
        checkContent(closed.get(0));
      }
      try (HandleSource other =
          cache.open(new SegmentFileKey("segment", "other"), 100, new PatternLoader(64))) {
        int next = 0;
        while (kind.stragglers().isEmpty() == false) {
          System.gc();
          checkContent(other.get(next++));
        }
      }
    }
  }

  public void testFilesThatCannotBe() {
    PatternLoader loader = new PatternLoader(64);
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    expectThrows(IllegalArgumentException.class, () -> cache.open(key, -1, loader));
    HandleSource opened = cache.open(key, 4, loader);
    Exception other =
        expectThrows(IllegalArgumentException.class, () -> cache.open(key, 5, loader));
    assertTrue(other.getMessage(), other.getMessage().endsWith(" blockCount=5 registered=4"));
    opened.close();
    cache.open(key, 5, loader).close();
  }

  /** A reader that is closed twice ends no reader that came later. */
  public void testClosedOnceMore() throws Exception {
    PatternLoader loader = new PatternLoader(1000);
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    HandleSource first = cache.open(key, 4, loader);
    first.close();
    try (HandleSource second = cache.open(key, 4, loader)) {
      BlockHandle handle = second.get(0);
      first.close();
      try (HandleSource third = cache.open(key, 4, loader)) {
        assertSame(handle, third.get(0));
        assertEquals(1, loader.loads.get());
      }
    }
  }

  public void testResizeDownGivesMemoryBackAndUpTakesIt() throws Exception {
    cache.setCapacityBytes(1 << 17);
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 128, loader)) {
      for (int i = 0; i < 128; i++) {
        checkContent(handles.get(i));
      }
      BlockCacheInvariants.collectHandles(cache);
      assertEquals(1 << 17, cache.stats().usedBytes());
      cache.setCapacityBytes(1 << 16);
      BlockCacheInvariants.check(cache);
      assertTrue(cache.stats().usedBytes() <= 1 << 16);
      assertTrue("blocks that fit are kept: " + cache, cache.stats().usedBytes() > 1 << 15);
      for (int i = 0; i < 100 && cache.stats().reservedBytes() > 1 << 16; i++) {
        System.gc();
      }
      assertTrue(cache.stats().toLine(), cache.stats().reservedBytes() <= 1 << 16);
      for (int i = 0; i < 128; i++) {
        BlockHandle handle = handles.get(i);
        if (handle != null) {
          checkContent(handle);
        }
      }
    }
  }

  public void testMemoryInUseComesBackAfterShrinking() throws Exception {
    cache.setCapacityBytes(1 << 17);
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 128, loader)) {
      List<BlockHandle> held = new ArrayList<>();
      for (int i = 0; i < 128; i++) {
        held.add(handles.get(i));
      }
      cache.setCapacityBytes(1 << 16);
      for (BlockHandle handle : held) {
        checkContent(handle);
      }
      held.clear();
      BlockCacheInvariants.collectHandles(cache);
      assertEquals(128 - cache.stats().blocks(), cache.stats().evictions());
      collectReserved(1 << 16);
      BlockCacheInvariants.check(cache);
      for (int i = 0; i < 128; i++) {
        BlockHandle handle = handles.get(i);
        if (handle != null) {
          checkContent(handle);
        }
      }
    }
  }

  public void testMemoryInUseComesBackAfterSwitchingOff() throws Exception {
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 64, loader)) {
      List<BlockHandle> held = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        held.add(handles.get(i));
      }
      cache.setEnabled(false);
      for (BlockHandle handle : held) {
        checkContent(handle);
      }
      held.clear();
      BlockCacheInvariants.collectHandles(cache);
      collectReserved(0);
      cache.setEnabled(true);
      checkContent(handles.get(2));
    }
  }

  private void collectReserved(long mostBytes) {
    for (int i = 0; i < 100 && cache.stats().reservedBytes() > mostBytes; i++) {
      System.gc();
    }
    assertTrue(cache.stats().toLine(), cache.stats().reservedBytes() <= mostBytes);
  }

  public void testSwitchOffAndOn() throws Exception {
    PatternLoader loader = new PatternLoader(1000);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, loader)) {
      BlockHandle held = handles.get(0);
      handles.pin(1);
      cache.setEnabled(false);
      assertSame("alive", held, handles.get(0));
      assertNull(handles.get(2));
      checkContent(held);
      assertEquals(0, cache.stats().blocks());
      cache.setEnabled(true);
      checkContent(handles.get(2));
      assertEquals(1, cache.stats().blocks());
    }
  }

  public void testLargerThanASlabTakesOnlyWhatIsFree() throws Exception {
    PatternLoader large = new PatternLoader((1 << 15) + 1);
    PatternLoader small = new PatternLoader(1 << 14);
    try (HandleSource first = cache.open(new SegmentFileKey("segment", "large"), 4, large);
        HandleSource second = cache.open(new SegmentFileKey("segment", "small"), 4, small)) {
      checkContent(first.get(0));
      assertNull("there is no room for two", first.get(1));
      assertEquals(1, cache.stats().rejected());
      assertEquals(1, cache.stats().bypasses());
      assertNull("more than half full", second.getIfRoomy(0));
      assertEquals(2, cache.stats().bypasses());
      checkContent(second.get(0));
      assertTrue(cache.stats().reservedBytes() <= cache.stats().capacityBytes());
      BlockCacheInvariants.check(cache);
      BlockCacheInvariants.collectHandles(cache);
      assertSame(first.getIfRoomy(0), first.get(0));
      assertNull("small blocks are not evicted for a large one", first.get(1));
      assertEquals(0, cache.stats().evictions());
    }
  }

  public void testLargeBlockTakesThePlaceOfManySmallOnes() throws Exception {
    try (HandleSource small =
        cache.open(new SegmentFileKey("segment", "small"), 64, new PatternLoader(1000))) {
      for (int i = 0; i < 64; i++) {
        checkContent(small.get(i));
      }
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
    try (HandleSource large =
        cache.open(new SegmentFileKey("segment", "large"), 1, new PatternLoader(1 << 15))) {
      BlockHandle handle = large.getIfRoomy(0);
      for (int i = 0; i < 100 && handle == null; i++) {
        System.gc();
        handle = large.getIfRoomy(0);
      }
      assertNotNull(cache.stats().toLine(), handle);
      checkContent(handle);
      assertTrue(cache.stats().reservedBytes() <= cache.stats().capacityBytes());
      BlockCacheInvariants.check(cache);
    }
  }

  public void testUseAfterFreeIsFound() throws Exception {
    BlockMemory memory = cache.pool().allocate(100);
    assertEquals(1, cache.pool().outstanding().size());
    cache.pool().free(memory);
    assertFalse(memory.isLive());
    assertEquals(BlockPoolDebug.POISON, memory.bytes().get(memory.start()));
    Exception twice = expectThrows(IllegalStateException.class, () -> cache.pool().free(memory));
    assertTrue(twice.getCause().getMessage().startsWith("freed here"));
    assertTrue(twice.getCause().getCause().getMessage().startsWith("allocated here"));
    memory.bytes().put(memory.start() + 3, (byte) 1);
    expectThrows(IllegalStateException.class, () -> cache.pool().checkConsistent());
    memory.bytes().put(memory.start() + 3, BlockPoolDebug.POISON);
  }
}
