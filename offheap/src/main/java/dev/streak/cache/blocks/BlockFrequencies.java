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

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often blocks were asked for of late, whether they are in the cache or not: a count-min sketch
 * that is halved now and then. Counts are too high where blocks share counters. They may also be
 * too low, by what two threads add to one counter at the same instant: nobody locks anything here.
 */
final class BlockFrequencies {
  private static final int ROWS = 2;
  private static final int MIN_COUNTERS = 1 << 12;
  private static final int MAX_COUNTERS = 1 << 20;

  /** A counter in each row for so many bytes; blocks of 16 kB are typical. */
  private static final int BYTES_PER_COUNTER = 1 << 14;

  /** Uses counted for each counter of a row before all are halved. */
  static final int USES_PER_COUNTER = 32;

  /** The rows one behind the other. */
  private volatile AtomicIntegerArray counters;

  private final LongAdder usesSinceHalved = new LongAdder();

  BlockFrequencies(long capacityBytes) {
    resize(capacityBytes);
  }

  /** Counts from zero, with as many counters as suit the size of the cache. */
  void resize(long capacityBytes) {
    int size =
        Math.clamp(
            Long.highestOneBit(capacityBytes / BYTES_PER_COUNTER), MIN_COUNTERS, MAX_COUNTERS);
    if (counters == null || counters.length() != ROWS * size) {
      usesSinceHalved.reset();
      counters = new AtomicIntegerArray(ROWS * size);
    }
  }

  /** Returns bits for both rows: each takes a half. */
  private static long hash(BlockKey key) {
    long hash = ((long) key.file().ordinal() << 32 | key.blockIndex()) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 32) * 0xC2B2AE3D27D4EB4FL;
    return hash ^ hash >>> 29;
  }

  private static int index(AtomicIntegerArray counters, int row, long hash) {
    int size = counters.length() / ROWS;
    return row * size + ((int) (hash >>> (Integer.SIZE * row)) & (size - 1));
  }

  /** Counts look-ups of a block. */
  void add(BlockKey key, long uses) {
    AtomicIntegerArray current = counters;
    long hash = hash(key);
    // The lower counter is nearer to the truth; the others need only be as high.
    int sum = (int) Math.min(Integer.MAX_VALUE, least(current, hash) + uses);
    for (int row = 0; row < ROWS; row++) {
      int index = index(current, row, hash);
      if (current.getOpaque(index) < sum) {
        current.setOpaque(index, sum);
      }
    }
    usesSinceHalved.add(uses);
  }

  /** Returns about how often a block was asked for. */
  int of(BlockKey key) {
    return least(counters, hash(key));
  }

  private static int least(AtomicIntegerArray current, long hash) {
    int least = Integer.MAX_VALUE;
    for (int row = 0; row < ROWS; row++) {
      least = Math.min(least, current.getOpaque(index(current, row, hash)));
    }
    return least;
  }

  /**
   * Halves all counts if it is time, more than once if it was not called for long. For one thread
   * at a time. Not to be called while the uses of many blocks are added: those added before and
   * after could not be compared.
   */
  void age() {
    AtomicIntegerArray current = counters;
    long periods = usesSinceHalved.sum() / ((long) USES_PER_COUNTER * current.length() / ROWS);
    if (periods == 0) {
      return;
    }
    usesSinceHalved.reset();
    int shift = Math.min(31, Long.SIZE - Long.numberOfLeadingZeros(periods));
    for (int i = 0; i < current.length(); i++) {
      current.setOpaque(i, current.getOpaque(i) >>> shift);
    }
  }
}
