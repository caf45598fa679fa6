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
import org.apache.lucene.util.IOUtils;

/** What warming loads where there is not room for all. */
public class TestWarming extends BlockCacheTestCase {

  public void testWarmingGoesByTurn() throws Exception {
    List<HandleSource<PatternHandle>> open = new ArrayList<>();
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

  /** The second block is too large for what the first leaves; the third is not. */
  public void testWarmingPassesOverWhatDoesNotFit() throws Exception {
    int[] lengths = {40_000, 40_000, 8_000, 40_000};
    BlockLoader<PatternHandle> loader =
        new BlockLoader<>() {
          @Override
          public int lengthBytes(int blockIndex) {
            return lengths[blockIndex];
          }

          @Override
          public void load(int blockIndex, ByteBuffer target) throws IOException {
            new PatternLoader(lengths[blockIndex]).load(blockIndex, target);
          }

          @Override
          public PatternHandle open(int blockIndex, BlockMemory memory) {
            return new PatternHandle(memory, blockIndex, lengths[blockIndex]);
          }
        };
    try (HandleSource<PatternHandle> tables =
        cache.openToWarmLater(new SegmentFileKey("segment", "tables"), 4, loader)) {
      cache.warm(Set.of("segment"));
      assertTrue(tables.holds(0));
      assertFalse(tables.holds(1));
      assertTrue(tables.holds(2));
      assertFalse(tables.holds(3));
    }
  }
}
