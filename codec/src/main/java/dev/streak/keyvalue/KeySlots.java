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
package dev.streak.keyvalue;

/**
 * A table from hashes of keys to their ordinals. A slot of 32 bits holds the ordinal plus one, and
 * in the bits above it a tag of the hash; zero is free. A key lies in its home slot or behind it,
 * with no free slot between. Other keys may have the same tag: what is found has to be verified.
 *
 * <p>Keys are added by one thread while others look up. They see a slot as free or complete, and
 * nothing ever moves: who was told of a key by other means finds it.
 */
final class KeySlots {

  /** Ordinals of one table; eight bits are left for the tag. */
  static final int MAX_KEYS = (1 << 24) - 1;

  /** Share of used slots of a table as it is made. */
  private static final double LOAD = 0.8;

  /** Share of used slots that keys may be added up to. */
  private static final double MAX_LOAD = 0.88;

  private final int[] slots;
  private final int ordinalBits;
  private final int ordinalMask;
  private final int maxKeys;
  private int keys;

  /** A table for some keys, with a little room for more. */
  KeySlots(int expectedKeys) {
    assert expectedKeys >= 0 && expectedKeys <= MAX_KEYS : "expectedKeys=" + expectedKeys;
    slots = new int[slots(expectedKeys)];
    // One slot at least stays free: looking for an absent key ends there.
    maxKeys = Math.min(MAX_KEYS, Math.min(slots.length - 1, (int) (slots.length * MAX_LOAD)));
    ordinalBits = Integer.SIZE - Integer.numberOfLeadingZeros(maxKeys);
    ordinalMask = (1 << ordinalBits) - 1;
  }

  private static int slots(int keys) {
    int used = (int) (keys / LOAD);
    return used + 2;
  }

  /** Memory of a table for some keys. */
  static long bytes(long keys) {
    return ((long) (keys / LOAD) + 2) * Integer.BYTES;
  }

  long bytes() {
    return (long) slots.length * Integer.BYTES;
  }

  /** Number of keys, which is the next key's ordinal. */
  int keys() {
    return keys;
  }

  boolean hasRoom(long more) {
    return keys + more <= maxKeys;
  }

  /** Where a key is looked for first. */
  int home(long hash) {
    return (int) Math.unsignedMultiplyHigh(hash, slots.length);
  }

  /** Touches a slot: loads that do not wait for each other overlap. */
  int touch(int slot) {
    return slots[slot];
  }

  /** Adds the key with the next ordinal. */
  void add(int home, long hash) {
    assert hasRoom(1) : "keys=" + keys;
    int slot = home;
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    slots[slot] = tag(hash) << ordinalBits | ++keys;
  }

  private int tag(long hash) {
    // The home takes the high bits.
    return (int) hash & (-1 >>> ordinalBits);
  }

  private int next(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  /**
   * The slot of the next key with a tag of this hash, from {@code slot} on, or -1 where a free slot
   * comes first.
   */
  int find(int slot, long hash) {
    int tag = tag(hash);
    for (int at = slot; ; at = next(at)) {
      int value = slots[at];
      if (value == 0) {
        return -1;
      }
      if (value >>> ordinalBits == tag) {
        return at;
      }
    }
  }

  /** The slot of the next key with the same tag behind {@code slot}, or -1. */
  int findNext(int slot, long hash) {
    return find(next(slot), hash);
  }

  /** The ordinal in a slot that is not free. */
  int ordinal(int slot) {
    return (slots[slot] & ordinalMask) - 1;
  }
}
