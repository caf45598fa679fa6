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
package dev.streak.slots;

import java.util.Arrays;

/**
 * Finds the pilots of a part of a table of slots. Pilots with many keys come first, while most
 * slots are free. A pilot for which no value leads to free slots only takes those of others that
 * are cheapest to move, and these look for another value.
 *
 * <p>See R. Groot Koerkamp, <i>PtrHash: Minimal Perfect Hashing at RAM Throughput</i>, SEA 2025.
 */
public final class PilotSearch {

  /** So many keys share a pilot only if somebody made them. */
  public static final int MAX_KEYS_OF_PILOT = 64;

  /** Placements, for each pilot, after which there is no more hope. */
  private static final int MAX_PLACEMENTS = 20;

  /** Those that were placed last by force are left where they are, so that two do not alternate. */
  private static final int RECENT = 16;

  private static final int NOBODY = -1;

  /**
   * Values that are tried one after the other: the first ones will do while most slots are free.
   */
  private static final int FIRST_VALUES = 4;

  /** Values that are tried together afterwards, by one branch. */
  private static final int GROUP = 4;

  private final SlotPlaces places;
  private final long[] words;
  private final int[] indexes;
  private final int[] starts;
  private final byte[] values;

  /** The pilot that each slot belongs to, or {@link #NOBODY}. */
  private final int[] owners;

  /** A bit for each slot that has an owner: small enough for the fastest cache. */
  private final long[] taken;

  private final int[] slots = new int[MAX_KEYS_OF_PILOT];
  private final int[] recent = new int[RECENT];
  private int recentCount;
  private int[] homeless = new int[64];
  private int homelessCount;
  private long placements;
  private int size;

  /** Searches for words {@code from <= i < to} of {@code words}, which all are of one part. */
  public PilotSearch(SlotPlaces places, long[] words, int from, int to) {
    this.places = places;
    this.words = new long[to - from];
    this.indexes = new int[to - from];
    this.starts = new int[places.pilots() + 1];
    this.values = new byte[places.pilots()];
    this.owners = new int[places.slots()];
    Arrays.fill(owners, NOBODY);
    this.taken = new long[(places.slots() - 1) / Long.SIZE + 1];
    groupByPilot(words, from, to);
  }

  private void groupByPilot(long[] all, int from, int to) {
    for (int i = from; i < to; i++) {
      starts[places.pilot(all[i]) + 1]++;
    }
    for (int pilot = 0; pilot < values.length; pilot++) {
      starts[pilot + 1] += starts[pilot];
    }
    int[] next = Arrays.copyOf(starts, values.length);
    for (int i = from; i < to; i++) {
      int at = next[places.pilot(all[i])]++;
      words[at] = all[i];
      indexes[at] = i;
    }
  }

  /** Keys that were left out because another one has the same word. */
  public int leftOut() {
    return words.length - size;
  }

  /** Whether values were found for all pilots. */
  public boolean run() {
    if (leaveOutEqualWords() == false) {
      return false;
    }
    for (int pilot : byKeysDescending()) {
      if (keysOf(pilot) == 0) {
        break;
      }
      if (placeWithOthers(pilot) == false) {
        return false;
      }
    }
    return true;
  }

  /** Of equal words the first one stays. Returns false if a pilot has too many keys. */
  private boolean leaveOutEqualWords() {
    int kept = 0;
    for (int pilot = 0; pilot < values.length; pilot++) {
      int start = kept;
      int end = starts[pilot + 1];
      if (end - starts[pilot] > MAX_KEYS_OF_PILOT) {
        return false;
      }
      for (int i = starts[pilot]; i < end; i++) {
        if (contains(start, kept, words[i]) == false) {
          words[kept] = words[i];
          indexes[kept++] = indexes[i];
        }
      }
      starts[pilot] = start;
    }
    starts[values.length] = kept;
    size = kept;
    return true;
  }

  private boolean contains(int from, int to, long word) {
    for (int i = from; i < to; i++) {
      if (words[i] == word) {
        return true;
      }
    }
    return false;
  }

  private int keysOf(int pilot) {
    return starts[pilot + 1] - starts[pilot];
  }

  private int[] byKeysDescending() {
    int[] ends = new int[MAX_KEYS_OF_PILOT + 2];
    for (int pilot = 0; pilot < values.length; pilot++) {
      ends[MAX_KEYS_OF_PILOT - keysOf(pilot) + 1]++;
    }
    for (int i = 0; i <= MAX_KEYS_OF_PILOT; i++) {
      ends[i + 1] += ends[i];
    }
    int[] order = new int[values.length];
    for (int pilot = 0; pilot < values.length; pilot++) {
      order[ends[MAX_KEYS_OF_PILOT - keysOf(pilot)]++] = pilot;
    }
    return order;
  }

  /** Places a pilot, and those whose slots it takes. */
  private boolean placeWithOthers(int first) {
    Arrays.fill(recent, NOBODY);
    addHomeless(first);
    while (homelessCount > 0) {
      if (++placements > (long) MAX_PLACEMENTS * values.length + MAX_PLACEMENTS) {
        return false;
      }
      int pilot = removeLargestHomeless();
      int value = freeValue(pilot);
      if (value < 0) {
        value = cheapestValue(pilot);
        if (value < 0) {
          return false;
        }
        recent[recentCount++ % RECENT] = pilot;
      }
      take(pilot, value);
    }
    return true;
  }

  private void addHomeless(int pilot) {
    if (homelessCount == homeless.length) {
      homeless = Arrays.copyOf(homeless, 2 * homelessCount);
    }
    homeless[homelessCount++] = pilot;
  }

  private int removeLargestHomeless() {
    int largest = 0;
    for (int i = 1; i < homelessCount; i++) {
      if (keysOf(homeless[i]) > keysOf(homeless[largest])) {
        largest = i;
      }
    }
    int pilot = homeless[largest];
    homeless[largest] = homeless[--homelessCount];
    return pilot;
  }

  /** The lowest value that leads to free slots only, or -1. */
  private int freeValue(int pilot) {
    for (int value = 0; value < FIRST_VALUES; value++) {
      if (leadsToFreeSlots(pilot, value)) {
        return value;
      }
    }
    for (int from = FIRST_VALUES; from < SlotGeometry.PILOT_VALUES; from += GROUP) {
      for (int free = freeValues(pilot, from); free != 0; free &= free - 1) {
        int value = from + Integer.numberOfTrailingZeros(free);
        if (leadsToFreeSlots(pilot, value)) {
          return value;
        }
      }
    }
    return -1;
  }

  /**
   * A bit for each value of a group that leads to free slots. Which key meets a taken slot first
   * cannot be predicted, so no key is asked whether it does.
   */
  private int freeValues(int pilot, int from) {
    long taken0 = 0;
    long taken1 = 0;
    long taken2 = 0;
    long taken3 = 0;
    int end = starts[pilot + 1];
    for (int i = starts[pilot]; i < end; i++) {
      long word = words[i];
      taken0 |= takenBit(places.slot(word, from));
      taken1 |= takenBit(places.slot(word, from + 1));
      taken2 |= takenBit(places.slot(word, from + 2));
      taken3 |= takenBit(places.slot(word, from + 3));
    }
    return (int) ~(taken0 | taken1 << 1 | taken2 << 2 | taken3 << 3) & (1 << GROUP) - 1;
  }

  private long takenBit(int slot) {
    return taken[slot / Long.SIZE] >>> slot & 1L;
  }

  private boolean leadsToFreeSlots(int pilot, int value) {
    int start = starts[pilot];
    int count = starts[pilot + 1] - start;
    for (int i = 0; i < count; i++) {
      int slot = places.slot(words[start + i], value);
      if (takenBit(slot) != 0) {
        return false;
      }
      slots[i] = slot;
    }
    // Most values lead to a slot that is taken: the keys are compared with each other if none does.
    for (int i = 1; i < count; i++) {
      if (isAmongFirst(i, slots[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean isAmongFirst(int count, int slot) {
    for (int i = 0; i < count; i++) {
      if (slots[i] == slot) {
        return true;
      }
    }
    return false;
  }

  /** The value that leads to slots whose owners have the fewest keys, or -1. */
  private int cheapestValue(int pilot) {
    int cheapest = -1;
    long lowest = Long.MAX_VALUE;
    for (int i = 0; i < SlotGeometry.PILOT_VALUES; i++) {
      // All values alike: the low ones are tried first where slots are free.
      int value = (pilot + i) % SlotGeometry.PILOT_VALUES;
      long cost = cost(pilot, value, lowest);
      if (cost < lowest) {
        lowest = cost;
        cheapest = value;
      }
    }
    return cheapest;
  }

  /** The most there is unless it is less than {@code lowest}. */
  private long cost(int pilot, int value, long lowest) {
    long cost = 0;
    int start = starts[pilot];
    int count = starts[pilot + 1] - start;
    for (int i = 0; i < count; i++) {
      int slot = places.slot(words[start + i], value);
      int owner = owners[slot];
      // The more keys, the harder to place elsewhere.
      cost += owner == NOBODY ? 0 : (long) keysOf(owner) * keysOf(owner);
      if (cost >= lowest || isAmongFirst(i, slot) || (owner != NOBODY && isRecent(owner))) {
        return Long.MAX_VALUE;
      }
      slots[i] = slot;
    }
    return cost;
  }

  private boolean isRecent(int pilot) {
    for (int other : recent) {
      if (other == pilot) {
        return true;
      }
    }
    return false;
  }

  private void take(int pilot, int value) {
    values[pilot] = (byte) value;
    for (int i = starts[pilot]; i < starts[pilot + 1]; i++) {
      int slot = places.slot(words[i], value);
      if (owners[slot] != NOBODY) {
        evict(owners[slot]);
      }
      owners[slot] = pilot;
      taken[slot / Long.SIZE] |= 1L << slot;
    }
  }

  private void evict(int pilot) {
    for (int i = starts[pilot]; i < starts[pilot + 1]; i++) {
      int slot = places.slot(words[i], values[pilot] & 0xFF);
      owners[slot] = NOBODY;
      taken[slot / Long.SIZE] &= ~(1L << slot);
    }
    addHomeless(pilot);
  }

  /** The values of the pilots, after {@link #run}. */
  public byte[] values() {
    return values;
  }

  /** Takes what is in each slot. */
  @FunctionalInterface
  public interface Slots {
    /** A slot has the key at {@code index} in the array that was given. */
    void put(int slot, int index);
  }

  /** Shows the slots of all keys, after {@link #run}. */
  public void forEachSlot(Slots visitor) {
    for (int pilot = 0; pilot < values.length; pilot++) {
      for (int i = starts[pilot]; i < starts[pilot + 1]; i++) {
        visitor.put(places.slot(words[i], values[pilot] & 0xFF), indexes[i]);
      }
    }
  }
}
