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

import dev.streak.field.TermEntry;
import dev.streak.tables.KeyTable;
import org.apache.lucene.index.CorruptIndexException;

/**
 * Compares many slots with the keys that are looked for, and makes payloads of their values, as
 * {@link SlotCode} does for one. Whether a key is there is a matter of chance, so that no step has
 * a branch that depends on it.
 */
final class SlotDecoder {

  /**
   * A number is shifted by so much without its sign, and negated where all bits are wanted: vectors
   * of 256 bits have no instruction that shifts a sign.
   */
  private static final int SIGN = Long.SIZE - 1;

  private final SlotCode code;

  /** Null unless keys are UUIDs. */
  private final UuidSlots uuids;

  /** Bits of a slot below its check. */
  private final int checkShift;

  private final long valueMask;

  /**
   * Values of a window, then its payloads, at the places of its slots: only loops over equal places
   * of arrays are compiled to vectors. Those of UUIDs take the place of their rests.
   */
  private long[] values = new long[0];

  SlotDecoder(SlotCode code) {
    this.code = code;
    this.uuids = UuidSlots.of(code);
    this.checkShift = code.isWide() ? 0 : code.valueBits();
    this.valueMask = (1L << code.valueBits()) - 1;
  }

  /**
   * {@code payloads[from + i]} becomes the payload of {@code numbers[i]} or {@link
   * KeyTable#ABSENT}.
   *
   * @param numbers the keys without what all have in common, or of UUIDs the rests; changed
   * @param slots first eight bytes of the slots; changed
   * @param bits what holds the values: the slots, or what is behind their first eight bytes;
   *     changed
   * @param lasts the last eight bytes of slots, or null if all else was given
   */
  void decode(
      long[] numbers,
      long[] words,
      long[] slots,
      long[] bits,
      long[] lasts,
      long[] payloads,
      int from,
      int count)
      throws CorruptIndexException {
    long[] found = uuids == null ? valuesOf(count) : numbers;
    switch (code.form()) {
      case TAGS -> compareTags(words, slots, bits, count);
      case EXACT, NUMBERED -> {
        compareKeys(numbers, words, slots, bits, count);
        if (code.firstValue() > 0) {
          leaveOutUnused(slots, count);
        }
      }
      case UUIDS -> uuids.compare(words, slots, bits, lasts, found, count);
    }
    long damaged =
        code.values().lengthBits() == SlotCode.Common.WHOLE
            ? restoreWhole(slots, found, count)
            : restoreRuns(slots, found, count);
    System.arraycopy(found, 0, payloads, from, count);
    if (damaged != 0) {
      throw new CorruptIndexException(
          "value of a slot is damaged, must be 0 to "
              + code.values().last()
              + ", or a run from 0 to "
              + Integer.MAX_VALUE,
          "table of slots");
    }
  }

  private long[] valuesOf(int count) {
    if (values.length < count) {
      values = new long[count];
    }
    return values;
  }

  /** A slot becomes 0 if it has the wanted key. */
  private void compareKeys(long[] numbers, long[] words, long[] slots, long[] bits, int count) {
    long last = code.keys().last();
    int below = checkShift;
    int lowBits = code.lowBits();
    int firstCheck = code.firstCheck();
    int firstValue = code.firstValue();
    for (int i = 0; i < count; i++) {
      long n = numbers[i];
      // What would be borrowed for last - n as unsigned numbers: no slot has such a key.
      long beyond = ((~last & n) | ((~last | n) & (last - n))) >>> SIGN;
      values[i] = (bits[i] & valueMask) - firstValue;
      slots[i] = ((slots[i] >>> below) ^ ((words[i] >>> lowBits) + firstCheck)) | beyond;
    }
  }

  /** A slot that is unused becomes another number than 0. */
  private void leaveOutUnused(long[] slots, int count) {
    for (int i = 0; i < count; i++) {
      slots[i] |= values[i] >>> SIGN;
    }
  }

  /** A slot becomes 0 if it has the tag of the word, which is a hash. */
  private void compareTags(long[] words, long[] slots, long[] bits, int count) {
    int below = checkShift;
    for (int i = 0; i < count; i++) {
      values[i] = bits[i] & valueMask;
      slots[i] = (slots[i] >>> below) ^ code.tag(words[i]);
    }
  }

  /** Returns a number other than 0 if a value is beyond the last. */
  private long restoreWhole(long[] differences, long[] numbers, int count) {
    long base = code.values().base();
    int shift = code.values().shift();
    long last = code.values().last();
    long damaged = 0;
    for (int i = 0; i < count; i++) {
      long difference = differences[i];
      long absent = -((difference | -difference) >>> SIGN);
      long n = numbers[i];
      damaged |= (last - n) & ~absent;
      numbers[i] = (base + (n << shift)) | absent;
    }
    return damaged >> SIGN;
  }

  /** As {@link #restoreWhole}, where entries of runs are squeezed. */
  private long restoreRuns(long[] differences, long[] numbers, int count) {
    long base = code.values().base();
    int shift = code.values().shift();
    long last = code.values().last();
    int lengthBits = code.values().lengthBits();
    long lengthMask = (1L << lengthBits) - 1;
    long damaged = 0;
    for (int i = 0; i < count; i++) {
      long difference = differences[i];
      long absent = -((difference | -difference) >>> SIGN);
      long n = numbers[i];
      long number = base + (n << shift);
      long isRun = -(number & 1L);
      long start = number >>> 1 >>> lengthBits;
      long run = TermEntry.ofRunUnchecked(start, number >>> 1 & lengthMask);
      damaged |= ((last - n) | (Integer.MAX_VALUE - start & isRun)) & ~absent;
      numbers[i] = (run & isRun) | (number & ~isRun) | absent;
    }
    return damaged >> SIGN;
  }
}
