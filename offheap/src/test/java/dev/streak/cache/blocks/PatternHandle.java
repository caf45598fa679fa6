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
import static org.junit.Assert.assertTrue;

import java.lang.ref.Reference;

/** A handle on a block that {@link PatternLoader} filled. */
public final class PatternHandle extends BlockHandle {
  private final int blockIndex;
  private final int seed;

  PatternHandle(BlockMemory memory, int blockIndex, int seed) {
    super(memory);
    this.blockIndex = blockIndex;
    this.seed = seed;
  }

  /** Fails unless the block has the content that its place in the file demands. */
  public void checkContent() {
    BlockMemory memory = memory();
    assertTrue("used after free", memory.isLive());
    for (int i = 0; i < memory.lengthBytes(); i++) {
      assertEquals(
          PatternLoader.content(seed, blockIndex, i), memory.bytes().get(memory.start() + i));
    }
    Reference.reachabilityFence(this);
  }
}
