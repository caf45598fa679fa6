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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.util.IOUtils;

/** What warming loads where there is not room for all. */
public class TestWarming extends BlockCacheTestCase {

  public void testWarmingGoesByTurn() throws Exception {
    List<HandleSource> open = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      open.add(
          cache.openInSpareRoom(
              new SegmentFileKey("segment", "spare" + i), 1, new PatternLoader(1_000)));
      open.add(
          cache.openToWarmLater(
              new SegmentFileKey("segment", "table" + i), 1, new PatternLoader(24_000)));
      open.add(
          cache.open(new SegmentFileKey("segment", "index" + i), 1, new PatternLoader(16_000)));
    }
    cache.warm(Set.of("segment"));
    assertEquals(4, cache.stats().blocks());
    assertTrue(cache.toString(), cache.stats().usedBytes() >= 4 * 16_000);
    IOUtils.close(open);
  }

  public void testNothingIsWarmedWhileTheCacheIsOff() throws Exception {
    try (HandleSource handles =
        cache.open(new SegmentFileKey("segment", "file"), 4, new PatternLoader(1000))) {
      cache.setEnabled(false);
      cache.warm(Set.of("segment"));
      assertEquals(0, cache.stats().bypasses());
      cache.setEnabled(true);
      cache.warm(Set.of("another"));
      assertEquals(0, cache.stats().loads());
      cache.warm(Set.of("segment"));
      assertEquals(4, cache.stats().loads());
      assertTrue(handles.holds(3));
    }
  }

  /** Whoever looks for it tells, and does without it. */
  public void testWarmingPassesOverDamageThatReadersDoWithout() throws Exception {
    PatternLoader in = new PatternLoader(1000);
    for (boolean dispensable : new boolean[] {true, false}) {
      BlockLoader damaged =
          new BlockLoader() {
            @Override
            public int lengthBytes(int blockIndex) {
              return in.lengthBytes(blockIndex);
            }

            @Override
            public void load(int blockIndex, ByteBuffer target) throws IOException {
              if (blockIndex == 1) {
                throw new CorruptIndexException("checksum is 1, must be 2", "file");
              }
              in.load(blockIndex, target);
            }

            @Override
            public boolean isDispensable() {
              return dispensable;
            }
          };
      try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, damaged)) {
        if (dispensable) {
          cache.warm(Set.of("segment"));
        } else {
          expectThrows(CorruptIndexException.class, () -> cache.warm(Set.of("segment")));
        }
        assertTrue(handles.holds(0));
        assertFalse(handles.holds(1));
        assertEquals(dispensable, handles.holds(3));
      }
    }
  }

  public void testWarmingFillsTheCacheToTheLastByte() throws Exception {
    try (HandleSource handles =
        cache.open(new SegmentFileKey("segment", "file"), 20, new PatternLoader(4096))) {
      cache.warm(Set.of("segment"));
      assertEquals(1 << 16, cache.stats().usedBytes());
      assertEquals(0, cache.stats().rejected());
      assertTrue(handles.holds(15));
    }
  }

  /** The oldest may be about to be closed. */
  public void testWarmingReadsThroughTheNewestReader() throws Exception {
    PatternLoader older = new PatternLoader(1000);
    PatternLoader newer = new PatternLoader(1000);
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    try (HandleSource first = cache.open(key, 4, older);
        HandleSource second = cache.open(key, 4, newer)) {
      cache.warm(Set.of("segment"));
      assertEquals(0, older.loads.get());
      assertEquals(4, newer.loads.get());
      assertTrue(first.holds(0) && second.holds(0));
    }
  }

  /** The second block is too large for what the first leaves; the third is not. */
  public void testWarmingPassesOverWhatDoesNotFit() throws Exception {
    int[] lengths = {40_000, 40_000, 8_000, 40_000};
    BlockLoader loader =
        new BlockLoader() {
          @Override
          public int lengthBytes(int blockIndex) {
            return lengths[blockIndex];
          }

          @Override
          public void load(int blockIndex, ByteBuffer target) throws IOException {
            new PatternLoader(lengths[blockIndex]).load(blockIndex, target);
          }
        };
    try (HandleSource tables =
        cache.openToWarmLater(new SegmentFileKey("segment", "tables"), 4, loader)) {
      cache.warm(Set.of("segment"));
      assertTrue(tables.holds(0));
      assertFalse(tables.holds(1));
      assertTrue(tables.holds(2));
      assertFalse(tables.holds(3));
    }
  }
}
