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
package dev.streak.numbering;

import java.util.Arrays;
import java.util.List;

/**
 * Numbers keys of one length. Bytes that differ from key to key are digits, each of a base of its
 * own, and a key's number is what these digits mean, the last one lowest. A byte that takes all
 * values makes one digit with the byte before it.
 */
final class SameLengthNumbering {

  /** A number is less than this. */
  private static final long MAX_NUMBERS = 1L << 62;

  private final long sameHigh;
  private final long sameHighMask;
  private final long sameLow;
  private final long sameLowMask;

  /** Of digits: where they begin in a key's 128 bits, counted from the lowest one. */
  private final int[] shifts;

  private final long[] masks;
  private final long[] leasts;

  /** The greatest value above the least. */
  private final long[] lasts;

  private final long[] weights;

  private final FewValues[] few;
  private final long[] fewWeights;
  private final long first;
  private final long end;

  private SameLengthNumbering(Digits digits, List<FewValues> few, long first) {
    sameHigh = digits.same[0];
    sameHighMask = digits.sameMask[0];
    sameLow = digits.same[1];
    sameLowMask = digits.sameMask[1];
    shifts = Arrays.copyOf(digits.shifts, digits.count);
    masks = Arrays.copyOf(digits.masks, digits.count);
    leasts = Arrays.copyOf(digits.leasts, digits.count);
    lasts = Arrays.copyOf(digits.lasts, digits.count);
    weights = Arrays.copyOf(digits.weights, digits.count);
    this.few = few.toArray(FewValues[]::new);
    fewWeights = Arrays.copyOf(digits.fewWeights, this.few.length);
    this.first = first;
    end = first + digits.numbers;
  }

  /**
   * Returns null if there were too many numbers.
   *
   * @param first the first number
   */
  static SameLengthNumbering of(KeyNumbering.Bounds bounds, List<FewValues> few, long first) {
    long max = MAX_NUMBERS - first;
    Digits digits = new Digits(bounds, few, max);
    return digits.numbers <= max ? new SameLengthNumbering(digits, few, first) : null;
  }

  /** The number behind the last. */
  long end() {
    return end;
  }

  /** The number of a key, or {@link KeyNumbering#NONE}. */
  long number(long high, long low) {
    if ((((high ^ sameHigh) & sameHighMask) | ((low ^ sameLow) & sameLowMask)) != 0) {
      return KeyNumbering.NONE;
    }
    long number = first;
    long beyond = 0;
    for (int i = 0; i < shifts.length; i++) {
      int shift = shifts[i];
      long half = shift < Long.SIZE ? low : high;
      long digit = ((half >>> shift) & masks[i]) - leasts[i];
      beyond |= digit | (lasts[i] - digit);
      number += digit * weights[i];
    }
    for (int i = 0; i < few.length; i++) {
      int value = few[i].numberOf(high, low);
      beyond |= value;
      number += value * fewWeights[i];
    }
    return beyond < 0 ? KeyNumbering.NONE : number;
  }

  /**
   * As {@link #number(long, long)} for {@code from <= i < to}.
   *
   * @param wrongs overwritten
   */
  void number(long[] highs, long[] lows, long[] wrongs, long[] numbers, int from, int to) {
    // Only short loops, over equal places of arrays, are compiled to vectors.
    for (int i = from; i < to; i++) {
      wrongs[i] = ((highs[i] ^ sameHigh) & sameHighMask) | ((lows[i] ^ sameLow) & sameLowMask);
    }
    for (int i = from; i < to; i++) {
      wrongs[i] = wrongs[i] | -wrongs[i];
    }
    Arrays.fill(numbers, from, to, first);
    for (int i = 0; i < shifts.length; i++) {
      addDigits(i, shifts[i] < Long.SIZE ? lows : highs, wrongs, numbers, from, to);
    }
    for (int i = 0; i < few.length; i++) {
      addValues(i, highs, lows, wrongs, numbers, from, to);
    }
    for (int i = from; i < to; i++) {
      numbers[i] |= -(wrongs[i] >>> (Long.SIZE - 1));
    }
  }

  private void addDigits(
      int index, long[] halves, long[] wrongs, long[] numbers, int from, int to) {
    int shift = shifts[index];
    long mask = masks[index];
    long least = leasts[index];
    long last = lasts[index];
    long weight = weights[index];
    for (int i = from; i < to; i++) {
      long digit = ((halves[i] >>> shift) & mask) - least;
      wrongs[i] |= digit | (last - digit);
      numbers[i] += digit * weight;
    }
  }

  private void addValues(
      int index, long[] highs, long[] lows, long[] wrongs, long[] numbers, int from, int to) {
    FewValues values = few[index];
    long weight = fewWeights[index];
    for (int i = from; i < to; i++) {
      long value = values.numberOf(highs[i], lows[i]);
      wrongs[i] |= value;
      numbers[i] += value * weight;
    }
  }

  /** Divides the bytes of keys into those that are the same in all, and digits. */
  private static final class Digits {
    private final long[] same = new long[2];
    private final long[] sameMask = new long[2];
    private final int[] shifts = new int[KeyNumbering.KEY_BYTES];
    private final long[] masks = new long[KeyNumbering.KEY_BYTES];
    private final long[] leasts = new long[KeyNumbering.KEY_BYTES];
    private final long[] lasts = new long[KeyNumbering.KEY_BYTES];
    private final long[] weights = new long[KeyNumbering.KEY_BYTES];
    private final long[] fewWeights = new long[KeyNumbering.MAX_FEW];
    private int count;

    /** How many numbers the digits make; more than {@code max} if they are too many. */
    private long numbers = 1;

    Digits(KeyNumbering.Bounds bounds, List<FewValues> few, long max) {
      for (int i = KeyNumbering.LENGTH_BYTE; i >= 0 && numbers <= max; i--) {
        if (hasByte(few, i)) {
          continue;
        }
        int end = i + 1;
        while (bounds.values(i) == 1 << Byte.SIZE
            && i % Long.BYTES != 0
            && bounds.values(i - 1) > 1
            && hasByte(few, i - 1) == false) {
          i--;
        }
        if (bounds.values(i) == 1) {
          addSame(bounds.least(i), i);
        } else {
          addDigit(bounds, i, end, max);
        }
      }
      for (int i = 0; i < few.size() && numbers <= max; i++) {
        fewWeights[i] = numbers;
        long values = few.get(i).count();
        numbers = values > max / numbers ? max + 1 : numbers * values;
      }
    }

    private static boolean hasByte(List<FewValues> few, int index) {
      for (FewValues values : few) {
        if (values.bytes().has(index)) {
          return true;
        }
      }
      return false;
    }

    private void addSame(long value, int index) {
      int shift = Byte.SIZE * (KeyNumbering.LENGTH_BYTE - index);
      int half = shift < Long.SIZE ? 1 : 0;
      same[half] |= value << shift;
      sameMask[half] |= 0xFFL << shift;
    }

    /** A byte, and those behind it that take all values. */
    private void addDigit(KeyNumbering.Bounds bounds, int from, int end, long max) {
      int behind = Byte.SIZE * (end - 1 - from);
      long values = bounds.values(from);
      if (values > (max / numbers) >>> behind) {
        numbers = max + 1;
        return;
      }
      shifts[count] = Byte.SIZE * (KeyNumbering.KEY_BYTES - end);
      masks[count] = (1L << behind << Byte.SIZE) - 1;
      leasts[count] = (long) bounds.least(from) << behind;
      lasts[count] = (values << behind) - 1;
      weights[count] = numbers;
      numbers *= values << behind;
      count++;
    }
  }
}
