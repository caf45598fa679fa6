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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Blocks in spare room: where they are let in, and when they go. */
public class TestSpareRoom extends BlockCacheTestCase {
  public void testSpareRoomIsHalfOfTheCache() throws Exception {
    try (HandleSource spare = openSpare("spare", 100)) {
      for (int i = 0; i < 100; i++) {
        BlockHandle handle = spare.get(i);
        assertEquals("block " + i, i < 8, handle != null);
      }
      assertEquals(1 << 15, cache.stats().spareBytes());
      assertEquals(92, cache.stats().bypasses());
      BlockCacheInvariants.collectHandles(cache);
      // Whatever is asked for more takes the place of another, when refusals without a look are
      // over.
      int asked = 0;
      while (spare.get(50) == null) {
        assertTrue(cache.toString(), asked++ < 300);
      }
      assertTrue("asked=" + asked, asked >= 1);
      assertEquals("one for one", 1 << 15, cache.stats().spareBytes());
      assertEquals(1, cache.stats().evictions());
      assertEquals("only what was loaded was missed", 9, cache.stats().loads());
    }
  }

  /** Blocks that are asked for less than the new one, and have too few bytes for it, stay. */
  public void testNothingGoesInVain() throws Exception {
    SegmentFileKey smallKey = new SegmentFileKey("segment", "small");
    SegmentFileKey largeKey = new SegmentFileKey("segment", "large");
    try (HandleSource used = openSpare("used", 7);
        HandleSource small = cache.openInSpareRoom(smallKey, 4, new PatternLoader(1024));
        HandleSource large = cache.openInSpareRoom(largeKey, 1, new PatternLoader(8192))) {
      for (int i = 0; i < 7; i++) {
        for (int use = 0; use < 15; use++) {
          checkContent(used.get(i));
        }
      }
      for (int i = 0; i < 4; i++) {
        checkContent(small.get(i));
      }
      BlockCacheInvariants.collectHandles(cache);
      for (int use = 0; use < 10; use++) {
        assertNull(large.get(0));
        assertEquals(11, cache.stats().blocks());
      }
      assertEquals(0, cache.stats().evictions());
      // Once all are asked for less than it, as many go as it needs.
      int asked = 0;
      while (large.get(0) == null) {
        assertTrue(cache.toString(), asked++ < 600);
      }
      assertTrue(cache.stats().toLine(), cache.stats().spareBytes() <= 1 << 15);
      assertTrue(cache.stats().toLine(), cache.stats().evictions() >= 2);
    }
  }

  /** What was asked for often, and long ago, goes before what is asked for now. */
  public void testCountsFade() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource spare = openSpare("spare", 1000)) {
      checkCountsFade(cache.spare(), spare, 8);
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
    try (HandleSource others = cache.open(new SegmentFileKey("segment", "others"), 1000, loader)) {
      checkCountsFade(cache.blocks(), others, 16);
    }
  }

  private static void checkCountsFade(BlockMap kind, HandleSource file, int fit) throws Exception {
    for (int i = 0; i < fit; i++) {
      for (int use = 0; use < 15; use++) {
        checkContent(file.get(i));
      }
    }
    while (kind.order.asMap().size() < fit) {
      System.gc();
      kind.drain();
    }
    // The first may be refused after a search, and many after it without one.
    int next = fit;
    for (int asked = 0; asked < 300; asked++) {
      assertNull(file.get(next++));
    }
    kind.frequencies.add(new BlockKey(file.file(), 999), 1L << 24);
    BlockHandle admitted = null;
    for (int asked = 0; asked < 300 && admitted == null; asked++) {
      admitted = file.get(next++);
    }
    assertNotNull(admitted);
    checkContent(admitted);
  }

  /** From five slabs to a bound between four and five: what lies in the fifth moves or goes. */
  public void testShrinkingTakesSpareRoomFirst() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource spare = openSpare("spare", 100);
        HandleSource others = cache.open(new SegmentFileKey("segment", "others"), 100, loader)) {
      cache.setCapacityBytes(20 * 4096);
      for (int i = 0; i < 10; i++) {
        assertNotNull(spare.get(i));
      }
      for (int i = 0; i < 10; i++) {
        assertNotNull(others.get(i));
      }
      BlockCacheInvariants.collectHandles(cache);
      cache.setCapacityBytes(17 * 4096);
      assertEquals(6 * 4096, cache.stats().spareBytes());
      assertEquals(16 * 4096, cache.stats().usedBytes());
      assertEquals(4, cache.stats().evictions());
      BlockCacheInvariants.check(cache);
    }
  }

  public void testSpareRoomIsFirstToGoAndEvictsNoOthers() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource spare = openSpare("spare", 100);
        HandleSource others = cache.open(new SegmentFileKey("segment", "others"), 100, loader)) {
      for (int i = 0; i < 8; i++) {
        for (int use = 0; use < 20; use++) {
          checkContent(spare.get(i));
        }
      }
      BlockCacheInvariants.collectHandles(cache);
      for (int i = 0; i < 16; i++) {
        assertNotNull("however often the others were used: " + i, others.get(i));
        BlockCacheInvariants.check(cache);
      }
      assertEquals(0, cache.stats().spareBytes());
      assertEquals(8, cache.stats().evictions());
      BlockCacheInvariants.collectHandles(cache);
      for (int use = 0; use < 1_000; use++) {
        assertNull(spare.get(1));
      }
      assertEquals("others stay", 16, cache.stats().blocks());
      assertEquals(8, cache.stats().evictions());
    }
  }

  public void testSpareRoomInUseStays() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    List<BlockHandle> held = new ArrayList<>();
    try (HandleSource spare = openSpare("spare", 100);
        HandleSource others = cache.open(new SegmentFileKey("segment", "others"), 100, loader)) {
      for (int i = 0; i < 8; i++) {
        held.add(spare.get(i));
      }
      for (int i = 0; i < 100; i++) {
        assertEquals(i < 8, others.pin(i) != null);
        assertTrue(cache.stats().reservedBytes() <= cache.stats().capacityBytes());
      }
      for (BlockHandle handle : held) {
        checkContent(handle);
      }
      held.clear();
      for (int i = 0; i < 100 && cache.stats().inUseBytes() > 1 << 15; i++) {
        System.gc();
      }
      for (int i = 8; i < 100; i++) {
        assertEquals("all that is not pinned goes", i < 16, others.pin(i) != null);
      }
      spare.close();
      assertEquals(0, cache.stats().spareBytes());
    }
  }

  public void testWarmingFillsSpareRoomLast() throws Exception {
    PatternLoader loader = new PatternLoader(4096);
    try (HandleSource spare = openSpare("spare", 100);
        HandleSource others = cache.open(new SegmentFileKey("segment", "others"), 5, loader)) {
      cache.warm(Set.of("segment"));
      assertEquals(3 * 4096, cache.stats().spareBytes());
      assertEquals(8, cache.stats().blocks());
      assertEquals(0, cache.stats().bypasses());
      assertNotNull(others.get(4));
      assertNotNull(spare.get(2));
      assertEquals(8, cache.stats().loads());
    }
  }

  private HandleSource openSpare(String name, int blockCount) {
    return cache.openInSpareRoom(
        new SegmentFileKey("segment", name), blockCount, new PatternLoader(4096));
  }
}
