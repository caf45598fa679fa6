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

import dev.streak.tables.HomeBuckets;

/**
 * Where the keys of a part of a table of slots lie. Each key has a <i>word</i>: its upper bits name
 * the pilot, and with the value of the pilot a slot from which as many slots are counted on as the
 * lower bits say.
 *
 * <p>Where keys are exact, the word is the key without what all keys have in common, its bits mixed
 * so that other keys have other words. The check is the upper bits: these say where the slots are
 * counted from, so the slot and the check together say which key it is, and no more of the key has
 * to be stored. Of UUIDs, the word is what their part does not tell of their keys' hashes, which
 * differ where keys do. Where keys have tags, the word is the hash, all of it upper bits.
 */
public final class SlotPlaces {

  private static final long PILOT_STEP = 0xA0761D6478BD642FL;
  private static final long SPREAD = 0xE7037ED1A0B428DBL;

  /** Others than {@link HomeBuckets#mix} has, by which keys are dealt to parts. */
  private static final long MULTIPLIER_1 = 0xBF58476D1CE4E5B9L;

  private static final long MULTIPLIER_2 = 0x94D049BB133111EBL;

  private final SlotCode.Form form;
  private final long parts;
  private final long seed;
  private final SlotCode.Common keys;
  private final int pilots;
  private final int slots;
  private final long slotsStart;
  private final int slotBytes;
  private final int lowBits;
  private final long lowMask;

  /** Bits of a word above the lower ones. */
  private final int upperBits;

  /** Moves the upper bits of a word to the highest of 64 bits, without those that name the part. */
  private final long pilotFactor;

  /** The bits of an exact key's word. */
  private final long wordMask;

  /** The upper half of them is mixed into the lower one. */
  private final int half;

  /** Bits of a UUID's hash that its part tells, at least. */
  private final int partShift;

  public SlotPlaces(SlotGeometry geometry, SlotCode code) {
    form = code.form();
    parts = geometry.parts();
    seed = geometry.seed();
    keys = code.keys();
    pilots = geometry.pilots();
    slots = geometry.slots();
    slotsStart = geometry.slotsStart();
    slotBytes = geometry.slotBytes();
    int wordBits = form == SlotCode.Form.TAGS ? Long.SIZE : keys.bits();
    lowBits = code.lowBits();
    lowMask = (1L << lowBits) - 1;
    upperBits = wordBits - lowBits;
    pilotFactor =
        form == SlotCode.Form.TAGS ? geometry.parts() : 1L << (Long.SIZE - wordBits + lowBits);
    wordMask = -1L >>> (Long.SIZE - wordBits);
    half = (wordBits + 1) / 2;
    partShift = Long.SIZE - wordBits;
  }

  /** Pilots of the part. */
  int pilots() {
    return pilots;
  }

  /** Slots of the part. */
  int slots() {
    return slots;
  }

  /**
   * The word of a key.
   *
   * @param key its number, if keys are numbered
   * @param hash what {@link SlotGeometry#hash} makes of the key
   */
  public long word(long key, long hash) {
    return switch (form) {
      case TAGS -> hash;
      case EXACT, NUMBERED -> mix(keys.strip(key));
      case UUIDS -> (hash * parts) >>> partShift;
    };
  }

  // A loop is compiled to vectors only if it is short, and reads and writes at the same places.

  /** {@code words[i]} becomes the word of {@code numbers[i]}, whose hash it may be. */
  void toWords(long[] numbers, long[] words, int count) {
    if (form == SlotCode.Form.UUIDS) {
      hashesToWords(words, count);
    }
    if (form.isExact() == false) {
      return;
    }
    for (int i = 0; i < count; i++) {
      words[i] = mix(numbers[i]);
    }
  }

  /**
   * {@code numbers[i]} becomes what {@code wanted[from + i]} does not have in common with all keys.
   * Tags need no number.
   */
  void strip(long[] wanted, int from, long[] numbers, int count) {
    if (form == SlotCode.Form.TAGS) {
      return;
    }
    System.arraycopy(wanted, from, numbers, 0, count);
    if (form != SlotCode.Form.EXACT) {
      return;
    }
    long base = keys.base();
    int shift = keys.shift();
    for (int i = 0; i < count; i++) {
      numbers[i] = Long.rotateRight(numbers[i] - base, shift);
    }
  }

  private void hashesToWords(long[] words, int count) {
    long factor = parts;
    int shift = partShift;
    for (int i = 0; i < count; i++) {
      words[i] = (words[i] * factor) >>> shift;
    }
  }

  /**
   * {@code addresses[i]} becomes where the pilot of {@code words[i]} is.
   *
   * @param parts where the part of each word begins
   */
  void toPilots(long[] words, long[] parts, long[] addresses, int count) {
    int below = lowBits;
    if (upperBits <= Integer.SIZE) {
      // The product fits into a word: one multiplication in place of three.
      int above = upperBits;
      long pilotCount = pilots;
      for (int i = 0; i < count; i++) {
        addresses[i] = parts[i] + (((words[i] >>> below) * pilotCount) >>> above);
      }
      return;
    }
    long factor = pilotFactor;
    int range = pilots;
    for (int i = 0; i < count; i++) {
      addresses[i] = parts[i] + HomeBuckets.highProduct((words[i] >>> below) * factor, range);
    }
  }

  /**
   * {@code addresses[i]} becomes where the slot of {@code words[i]} is.
   *
   * @param values those of the words' pilots
   */
  void toSlots(long[] words, long[] values, long[] parts, long[] addresses, int count) {
    int below = lowBits;
    for (int i = 0; i < count; i++) {
      addresses[i] = ((words[i] >>> below) ^ values[i] * PILOT_STEP) * SPREAD;
    }
    long mask = lowMask;
    int range = slots;
    for (int i = 0; i < count; i++) {
      addresses[i] = HomeBuckets.highProduct(addresses[i], range) + (words[i] & mask);
    }
    long start = slotsStart;
    long bytes = slotBytes;
    for (int i = 0; i < count; i++) {
      long slot = addresses[i];
      long round = -((range - 1 - slot) >>> (Long.SIZE - 1));
      addresses[i] = parts[i] + start + (slot - (range & round)) * bytes;
    }
  }

  /** A bijection of the numbers that have the bits of a word. */
  private long mix(long n) {
    long mixed = (n ^ seed) * MULTIPLIER_1 & wordMask;
    mixed ^= mixed >>> half;
    mixed = mixed * MULTIPLIER_2 & wordMask;
    return mixed ^ (mixed >>> half);
  }

  /** The pilot of a word, counted within its part. */
  int pilot(long word) {
    return (int) Math.unsignedMultiplyHigh((word >>> lowBits) * pilotFactor, pilots);
  }

  /**
   * The slot of a word, counted within its part.
   *
   * @param pilot the value of its pilot, from 0 to 255
   */
  int slot(long word, int pilot) {
    long from = ((word >>> lowBits) ^ pilot * PILOT_STEP) * SPREAD;
    long slot = Math.unsignedMultiplyHigh(from, slots) + (word & lowMask);
    // Behind the last slot comes the first.
    return (int) (slot - (slots & (slots - 1 - slot) >> (Long.SIZE - 1)));
  }
}
