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

import com.github.benmanes.caffeine.cache.Policy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Evicts blocks out of use, in the order in which the policy would, but for those that were asked
 * for as often of late as what they were to make room for. For one thread at a time, but for what
 * is only counted.
 */
final class BlockEviction {
  /** Blocks out of use that are looked at for each one that goes. */
  private static final int MAX_COMPARED = 16;

  /** Entries of the policy that a refusal may cost on average. */
  private static final int PASSED_PER_REFUSAL = 64;

  private final BlockMap blocks;
  private final Policy.Eviction<BlockKey, CachedBlock> eviction;
  private final LongAdder evicted = new LongAdder();

  /** How many blocks are refused unlooked, after a search that was long and in vain. */
  private int refusalsDue;

  /** How often the block was asked for that stayed though asked for least, in the last search. */
  private volatile int leastThatStayed;

  BlockEviction(BlockMap blocks) {
    this.blocks = blocks;
    this.eviction = blocks.order.policy().eviction().orElseThrow();
  }

  /** Returns whether searching is not worth its cost, and counts that down. */
  boolean isRefusalDue() {
    if (refusalsDue == 0) {
      return false;
    }
    refusalsDue--;
    return true;
  }

  /** Returns what a block must be asked for more often to have a chance. */
  int leastThatStayed() {
    return leastThatStayed;
  }

  /**
   * Evicts so many bytes if blocks asked for less often have them, or else what those have.
   *
   * @return how many bytes went
   */
  long evictColder(int frequency, long neededBytes) {
    return evict(frequency, neededBytes, 1);
  }

  /**
   * Evicts so many bytes if blocks asked for less often have them, or else nothing.
   *
   * @return whether so many bytes went
   */
  boolean replaceColder(int frequency, long neededBytes) {
    return evict(frequency, neededBytes, neededBytes) >= neededBytes;
  }

  /** Evicts blocks of so many bytes, of fewer too, but not of less than {@code leastBytes}. */
  private long evict(int frequency, long neededBytes, long leastBytes) {
    List<CachedBlock> victims =
        eviction.coldest(entries -> choose(entries.iterator(), frequency, neededBytes, leastBytes));
    long bytes = 0;
    for (CachedBlock victim : victims) {
      if (evict(victim)) {
        bytes += victim.pagedBytes;
      }
    }
    return bytes;
  }

  /** Called with the policy's lock held. */
  private List<CachedBlock> choose(
      Iterator<? extends Policy.CacheEntry<BlockKey, CachedBlock>> coldestFirst,
      int frequency,
      long neededBytes,
      long leastBytes) {
    List<CachedBlock> victims = new ArrayList<>();
    long bytes = 0;
    int passed = 0;
    int compared = 0;
    int least = Integer.MAX_VALUE;
    while (bytes < neededBytes && coldestFirst.hasNext()) {
      var entry = coldestFirst.next();
      passed++;
      if (entry.weight() == 0) {
        continue; // in use
      }
      int frequencyOfEntry = blocks.frequencies.of(entry.getKey());
      if (frequencyOfEntry < frequency) {
        victims.add(entry.getValue());
        bytes += entry.weight();
        compared = 0;
      } else {
        least = Math.min(least, frequencyOfEntry);
        if (++compared == MAX_COMPARED) {
          break;
        }
      }
    }
    boolean inVain = bytes < leastBytes;
    refusalsDue = inVain ? passed / PASSED_PER_REFUSAL : 0;
    leastThatStayed = inVain ? least : 0;
    return inVain ? List.of() : victims;
  }

  /** Returns false if the block came into use meanwhile, or another has removed it. */
  private boolean evict(CachedBlock block) {
    BlockMemory memory = block.endIfIdle();
    if (memory == null) {
      return false;
    }
    // Readers that still find it in the map see that it is gone, and remove it as well.
    blocks.removeEnded(block);
    blocks.free(memory);
    evicted.increment();
    return true;
  }

  /** Returns the bytes of blocks that are out of use and could be evicted. */
  long idleBytes() {
    blocks.order.cleanUp();
    return eviction.weightedSize().orElseThrow();
  }

  /** Changes the bytes that blocks out of use may have, and evicts those above it. */
  void setMaximumBytes(long bytes) {
    eviction.setMaximum(bytes);
  }

  /** Returns how many blocks made room for others. */
  long evicted() {
    return evicted.sum();
  }
}
