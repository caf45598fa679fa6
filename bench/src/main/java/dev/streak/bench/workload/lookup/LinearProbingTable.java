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
package dev.streak.bench.workload.lookup;

/**
 * The hash table that Java libraries for primitive keys offer: keys and values in an array each,
 * linear probing, filled to 0.75 of a power of two at most.
 */
final class LinearProbingTable {
  static final int ABSENT = -1;

  private final long[] keys;
  private final int[] values;
  private final int mask;

  /** Key 0 is not allowed. */
  LinearProbingTable(int expected) {
    int capacity = Integer.highestOneBit(Math.max(4, (int) (expected / 0.75)) - 1) << 1;
    keys = new long[capacity];
    values = new int[capacity];
    mask = capacity - 1;
  }

  private int home(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ (mixed >>> 32)) & mask;
  }

  void put(long key, int value) {
    int slot = home(key);
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  int get(long key) {
    int slot = home(key);
    while (keys[slot] != key) {
      if (keys[slot] == 0) {
        return ABSENT;
      }
      slot = (slot + 1) & mask;
    }
    return values[slot];
  }
}
