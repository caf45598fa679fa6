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
import java.nio.ByteOrder;
import java.util.TreeMap;

/**
 * One piece of direct memory that {@link BlockPool} cuts blocks from. All fields but the buffer are
 * guarded by the pool.
 */
final class Slab {
  /** The memory; only ever read and written by absolute positions, so that all threads share it. */
  final ByteBuffer bytes;

  /** What was taken from the system: a few bytes more where the memory had to be aligned. */
  final int heldBytes;

  /** Order of creation; allocation prefers old slabs, which lets young ones become empty. */
  final int ordinal;

  /** Free extents by their start, all lengths multiples of the page size, never two adjacent. */
  final TreeMap<Integer, Integer> freeLengthByStart = new TreeMap<>();

  /** Bytes handed out, in whole pages. */
  int usedBytes;

  /**
   * Set when the pool shrinks: nothing is allocated here any more, the last free drops the slab.
   */
  boolean retiring;

  Slab(ByteBuffer memory, int heldBytes, int ordinal) {
    this.bytes = memory.order(ByteOrder.LITTLE_ENDIAN);
    this.heldBytes = heldBytes;
    this.ordinal = ordinal;
    freeLengthByStart.put(0, memory.capacity());
  }

  /** Returns the bytes that blocks can have. */
  int sizeBytes() {
    return bytes.capacity();
  }
}
