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

/** Where the blocks of a file come from. Called by many threads at once, for different blocks. */
public interface BlockLoader {
  /** Returns the length of a block, at least 1. */
  int lengthBytes(int blockIndex);

  /**
   * Reads and verifies a block.
   *
   * @param target exactly as long as the block, to be filled by relative writes
   */
  void load(int blockIndex, ByteBuffer target) throws IOException;

  /**
   * Returns whether readers do without a block that is damaged: warming passes over it, and whoever
   * looks for it later tells.
   */
  default boolean isDispensable() {
    return false;
  }
}
