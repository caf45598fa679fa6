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

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The simplest thing that says what a cache may do: which blocks it holds, which are in use, how
 * many bytes that is. It cannot say which block is evicted; it is told, and says whether that was
 * allowed.
 */
final class HeapBlockCache {
  record Block(int file, int index) {
    boolean isSpare() {
      return file == SPARE_FILE;
    }
  }

  /** The file whose blocks are in spare room. */
  static final int SPARE_FILE = 2;

  private final Map<Block, Integer> pagedBytesByBlock = new HashMap<>();
  private final Set<Block> inUse = new HashSet<>();
  private boolean enabled = true;
  private long capacityBytes;

  HeapBlockCache(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  boolean holds(Block block) {
    return pagedBytesByBlock.containsKey(block);
  }

  boolean isInUse(Block block) {
    return inUse.contains(block);
  }

  boolean isEnabled() {
    return enabled;
  }

  long capacityBytes() {
    return capacityBytes;
  }

  long usedBytes() {
    return pagedBytesByBlock.values().stream().mapToLong(Integer::longValue).sum();
  }

  long spareBytes() {
    return bytes(Block::isSpare);
  }

  /** Bytes of blocks in spare room that could be evicted. */
  long idleSpareBytes() {
    return bytes(block -> block.isSpare() && inUse.contains(block) == false);
  }

  private long bytes(Predicate<Block> which) {
    return pagedBytesByBlock.entrySet().stream()
        .filter(entry -> which.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  long inUseBytes() {
    return inUse.stream().mapToLong(pagedBytesByBlock::get).sum();
  }

  Set<Block> blocks() {
    return Set.copyOf(pagedBytesByBlock.keySet());
  }

  void used(Block block, int lengthBytes) {
    pagedBytesByBlock.put(block, (lengthBytes + 63) / 64 * 64);
    inUse.add(block);
  }

  void handlesCollected() {
    inUse.clear();
  }

  /** The real cache does not hold the block any more. */
  void evicted(Block block) {
    if (inUse.contains(block)) {
      throw new AssertionError("evicted while in use: " + block);
    }
    pagedBytesByBlock.remove(block);
  }

  void closed(int file) {
    pagedBytesByBlock.keySet().removeIf(block -> block.file == file);
    inUse.removeIf(block -> block.file == file);
  }

  void setEnabled(boolean on) {
    enabled = on;
    if (on == false) {
      pagedBytesByBlock.clear();
      inUse.clear();
    }
  }

  void setCapacityBytes(long bytes) {
    capacityBytes = bytes;
  }
}
