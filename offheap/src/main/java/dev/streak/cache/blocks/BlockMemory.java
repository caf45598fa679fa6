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

import java.nio.ByteBuffer;

/**
 * The memory of one block: an extent of a slab outside the heap. Reads use absolute positions of
 * {@link #bytes()}, from {@link #start()} on; the buffer is shared with other blocks, so its
 * position and limit must be left alone.
 */
public final class BlockMemory {
  final Slab slab;
  final int start;
  final int lengthBytes;

  /** Length rounded up to whole pages: what the pool accounts for. */
  final int pagedBytes;

  /** Guarded by the pool for writing; read without it by assertions only. */
  private boolean freed;

  BlockMemory(Slab slab, int start, int lengthBytes, int pagedBytes) {
    this.slab = slab;
    this.start = start;
    this.lengthBytes = lengthBytes;
    this.pagedBytes = pagedBytes;
  }

  /** Returns the buffer that holds the block, in little endian order. */
  public ByteBuffer bytes() {
    return slab.bytes;
  }

  /** Returns where the block begins in {@link #bytes()}. */
  public int start() {
    return start;
  }

  /** Returns the length of the block. */
  public int lengthBytes() {
    return lengthBytes;
  }

  /** Returns whether the block has not been freed. */
  public boolean isLive() {
    return freed == false;
  }

  void markFreed() {
    freed = true;
  }

  @Override
  public String toString() {
    return "BlockMemory(slab="
        + slab.ordinal
        + ", start="
        + start
        + ", length="
        + lengthBytes
        + ")";
  }
}
