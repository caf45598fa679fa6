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

import java.lang.ref.Reference;

/**
 * What a reader holds to use a cached block. All readers of a block share one handle, which they
 * find through a weak reference; as long as anyone can reach the handle, the block stays where it
 * is. Whoever reads the block's memory must keep the handle reachable until the last byte is read,
 * with {@link Reference#reachabilityFence} where the compiler could see that it is not needed any
 * more.
 */
public final class BlockHandle {
  private final BlockMemory memory;

  final CachedBlock block;

  /** The weak reference to this handle that readers share; set before anyone is given it. */
  CachedBlock.Ref reference;

  BlockHandle(BlockMemory memory, CachedBlock block) {
    this.memory = memory;
    this.block = block;
  }

  /** Returns the block's memory. */
  public BlockMemory memory() {
    return memory;
  }
}
