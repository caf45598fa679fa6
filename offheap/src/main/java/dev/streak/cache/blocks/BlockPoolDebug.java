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

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What a pool remembers in debug mode: who allocated each block, who freed it, and a pattern
 * written over freed memory so that whoever still reads it gets nonsense. Guarded by the pool.
 */
final class BlockPoolDebug {
  static final byte POISON = (byte) 0xDB;

  private final IdentityHashMap<BlockMemory, Throwable> live = new IdentityHashMap<>();
  private final Map<BlockMemory, Throwable> freedBy = new WeakHashMap<>();

  void allocated(BlockMemory memory) {
    checkPoison(memory, false);
    live.put(memory, new Throwable("allocated here: " + memory));
  }

  void freed(BlockMemory memory) {
    Throwable by = new Throwable("freed here: " + memory, live.remove(memory));
    freedBy.put(memory, by);
    for (int i = 0; i < memory.pagedBytes; i++) {
      memory.slab.bytes.put(memory.start + i, POISON);
    }
  }

  Throwable historyOf(BlockMemory memory) {
    return freedBy.get(memory);
  }

  List<Throwable> outstanding() {
    return new ArrayList<>(live.values());
  }

  /** Fails if a freed block that nobody has been given since was written to. */
  void checkUntouched() {
    for (BlockMemory memory : freedBy.keySet()) {
      if (isReused(memory) == false) {
        checkPoison(memory, true);
      }
    }
  }

  /** Slabs come back as new objects around the same buffer, so it is the buffer that counts. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isReused(BlockMemory freed) {
    for (BlockMemory memory : live.keySet()) {
      if (memory.slab.bytes == freed.slab.bytes
          && memory.start < freed.start + freed.pagedBytes
          && freed.start < memory.start + memory.pagedBytes) {
        return true;
      }
    }
    return false;
  }

  /**
   * Memory that was never used is zero, memory that was freed is poison; anything else is a write.
   */
  private void checkPoison(BlockMemory memory, boolean wasFreed) {
    for (int i = 0; i < memory.pagedBytes; i++) {
      byte value = memory.slab.bytes.get(memory.start + i);
      if (value != POISON && (wasFreed || value != 0)) {
        throw new IllegalStateException(
            "freed memory was written to at " + (memory.start + i) + ": " + memory,
            historyOf(memory));
      }
    }
  }
}
