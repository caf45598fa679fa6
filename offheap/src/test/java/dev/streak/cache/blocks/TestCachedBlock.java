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

import java.lang.ref.ReferenceQueue;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What a block counts of the look-ups through its handle. */
public class TestCachedBlock extends LuceneTestCase {
  private final CachedBlock block =
      new CachedBlock(
          new BlockKey(
              new OpenFile(new SegmentFileKey("segment", "file"), 0, 1, null, OpenFile.Turn.FIRST),
              0),
          64);

  public void testFewUsesAreExact() {
    for (int uses = 0; uses < 16; uses++) {
      for (int i = 0; i < uses; i++) {
        block.recordUse(random().nextLong());
      }
      assertEquals(uses, block.takeUses());
      assertEquals("begins anew", 0, block.takeUses());
    }
  }

  public void testManyUsesAreOfTheRightOrder() {
    long number = random().nextInt();
    for (int uses = 32; uses < 1 << 22; uses = 3 * uses) {
      for (int i = 0; i < uses; i++) {
        block.recordUse(number++);
      }
      long counted = block.takeUses();
      assertTrue("uses=" + uses + " counted=" + counted, counted > uses / 3);
      assertTrue("uses=" + uses + " counted=" + counted, counted < uses * 3L);
    }
  }

  /** Found by the stress test: the reference of the first was held by its handle alone. */
  public void testTwoThatUseABlockAtOnceShareAHandle() {
    ReferenceQueue<BlockHandle> queue = new ReferenceQueue<>();
    BlockHandle first = block.use(queue);
    assertSame(first, block.use(queue));
    assertEquals(1, block.handles());
    assertTrue(block.useEnded());
  }
}
