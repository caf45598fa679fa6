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
 * What a table of slots consists of: parts of equal size, each of which has its <i>pilots</i>, a
 * byte each, and then its slots. A key's hash names a part, and {@link SlotPlaces} a pilot in it,
 * which with its value names the slot. {@link PilotSearch} finds pilots by which no two keys meet
 * in a slot.
 *
 * <pre>
 * part  := pilots, zero bytes up to a multiple of 64 | slots, zero bytes up to a multiple of 64
 * </pre>
 *
 * @param seed random for each JVM that writes, so that nobody can choose keys that collide; all
 *     segments that a JVM wrote have the same
 * @param parts number of parts
 * @param pilots pilots of a part
 * @param slots slots of a part
 * @param slotBytes bytes of a slot
 */
public record SlotGeometry(long seed, int parts, int pilots, int slots, int slotBytes) {

  static final int LINE_BYTES = 64;

  /** Values of a pilot. */
  static final int PILOT_VALUES = 256;

  /** Keys to a pilot: fewer take more space, more take longer to place. */
  private static final double KEYS_PER_PILOT = 2.5;

  /** Share of used slots in the fullest part: the last keys take long to place beyond this. */
  private static final double LOAD = 0.98;

  /**
   * The same in a small table. Those are written often, wherever documents are updated and merged,
   * and their keys are placed in a fifth to two fifths of the time.
   */
  private static final double LOAD_OF_SMALL = 0.8;

  /** Most keys of a small table. */
  private static final int KEYS_OF_SMALL = 1 << 16;

  /** A part of few keys has some more slots. */
  private static final int SPARE_SLOTS = 4;

  /** The geometry of a table whose fullest part has {@code keysOfPart} keys. */
  public static SlotGeometry of(long seed, int parts, int keysOfPart, int slotBytes) {
    double load = parts == 1 && keysOfPart <= KEYS_OF_SMALL ? LOAD_OF_SMALL : LOAD;
    return new SlotGeometry(
        seed,
        parts,
        (int) (keysOfPart / KEYS_PER_PILOT) + 1,
        (int) (keysOfPart / load) + SPARE_SLOTS,
        slotBytes);
  }

  /**
   * How many bits of an exact key's word are best left to its slot: as many as there are slots for,
   * but the other bits have to tell pilots apart.
   *
   * @param terms keys of the table
   * @param partKeys keys of a part on average, at most
   * @param wordBits bits of a word
   */
  public static int lowBits(long terms, int partKeys, int wordBits) {
    return lowBits(terms, partKeys, wordBits, 1);
  }

  /**
   * One more bit than {@link #lowBits} where the others are just enough to tell pilots apart. Some
   * tables of less than a hundred keys cannot be filled with it.
   */
  public static int mostLowBits(long terms, int partKeys, int wordBits) {
    return lowBits(terms, partKeys, wordBits, 0);
  }

  private static int lowBits(long terms, int partKeys, int wordBits, int spareBits) {
    int parts = parts(terms, partKeys);
    SlotGeometry smallest = of(0, parts, (int) (terms / parts), SlotCode.MIN_SLOT_BYTES);
    int slotBits = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(smallest.slots);
    int pilotBits = Integer.SIZE - Integer.numberOfLeadingZeros(smallest.pilots);
    return Math.max(0, Math.min(slotBits, wordBits - spareBits - pilotBits));
  }

  /** Number of parts of a table. */
  public static int parts(long terms, int partKeys) {
    return Math.toIntExact((terms + partKeys - 1) / partKeys);
  }

  public long hash(long key) {
    return HomeBuckets.mix(key ^ seed);
  }

  public int part(long hash) {
    return partOf(hash, parts);
  }

  public static int partOf(long hash, int parts) {
    return (int) Math.unsignedMultiplyHigh(hash, parts);
  }

  /** Where the slots begin within a part. */
  public long slotsStart() {
    return toLine(pilots);
  }

  /** Bytes of a part. Two longs of the last slot can be read. */
  public long partBytes() {
    long lastSlot = Math.max(slotBytes, 2 * Long.BYTES);
    return toLine(slotsStart() + (slots - 1L) * slotBytes + lastSlot);
  }

  public long bytes() {
    return parts * partBytes();
  }

  private static long toLine(long bytes) {
    return (bytes + LINE_BYTES - 1) & -LINE_BYTES;
  }
}
