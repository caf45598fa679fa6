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
package dev.streak.termkeys;

import dev.streak.digits.HexReader;
import dev.streak.digits.UuidTerm;
import dev.streak.numbering.KeyNumbering;
import dev.streak.slots.UuidSlots;
import org.apache.lucene.util.BytesRef;

/**
 * UUIDs as keys of 64 bits that differ where UUIDs do, and a <i>rest</i> of 64 bits: key and rest
 * together are the UUID. The rest begins with version and variant, which most fields have one of.
 * 32 digits without hyphens are taken for a UUID, whatever they are.
 */
final class UuidKeys {

  private static final int VERSION_SHIFT = 12;
  private static final long VERSION_BITS = 0xFL << VERSION_SHIFT;
  private static final int VARIANT_BITS = 2;
  private static final int VARIANT_SHIFT = Long.SIZE - VARIANT_BITS;

  /** From the four bits above those of the rest to the place of the version. */
  private static final int FOUR_SHIFT = UuidSlots.REST_BITS - VERSION_SHIFT;

  private UuidKeys() {}

  /** Sets key and rest of a term, or returns false if it is no UUID. */
  static boolean set(BytesRef term, long[] keys, long[] rests, int index) {
    boolean read = UuidTerm.read(term, keys, rests, index);
    if (read) {
      toKey(keys, rests, index);
    }
    return read;
  }

  /** As {@link #set}, for a term without hyphens. */
  static boolean setDigits(BytesRef term, long[] keys, long[] rests, int index) {
    boolean read = UuidTerm.readDigits(term, keys, rests, index);
    if (read) {
      toKey(keys, rests, index);
    }
    return read;
  }

  /** Halves of a UUID become key and rest. */
  private static void toKey(long[] halves, long[] lows, int index) {
    long high = halves[index];
    long low = lows[index];
    long rest = rest(high, low);
    halves[index] = KeyNumbering.fold(front(high, low), rest);
    lows[index] = rest;
  }

  /**
   * As {@link TermKeyKind#addKeys}.
   *
   * @param reader has room for the terms
   */
  static void addAll(HexReader reader, BytesRef[] terms, int from, int to, FittingKeys fitting) {
    reader.readUuids(terms, from, to);
    toKeys(reader.highs(), reader.lows(), to - from);
    TermKeys.keepFitting(reader, from, to, fitting);
  }

  /** As {@link #addAll}, for terms without hyphens. */
  static void addAllDigits(
      HexReader reader, BytesRef[] terms, int from, int to, FittingKeys fitting) {
    reader.readDigits(terms, from, to, UuidTerm.DIGITS, UuidTerm.DIGITS);
    toKeys(reader.highs(), reader.lows(), to - from);
    TermKeys.keepFitting(reader, from, to, fitting);
  }

  /** Halves of UUIDs become keys and rests. */
  private static void toKeys(long[] highs, long[] lows, int count) {
    for (int i = 0; i < count; i++) {
      long high = highs[i];
      highs[i] = front(high, lows[i]);
      lows[i] = rest(high, lows[i]);
    }
    for (int i = 0; i < count; i++) {
      highs[i] = KeyNumbering.fold(highs[i], lows[i]);
    }
  }

  private static long rest(long high, long low) {
    long version = (high & VERSION_BITS) >>> VERSION_SHIFT;
    long variant = low >>> VARIANT_SHIFT;
    return withRest((version << VARIANT_BITS) | variant, low);
  }

  /** The first half, in which four bits of the second one take the place of the version. */
  private static long front(long high, long low) {
    return (high & ~VERSION_BITS) | ((low >>> FOUR_SHIFT) & VERSION_BITS);
  }

  /** Sets {@code term}, which has room for it, to the UUID of a key and its rest. */
  static void toTerm(long key, long rest, BytesRef term) {
    long front = KeyNumbering.fold(key, rest);
    UuidTerm.set(term, high(front, rest), low(front, rest));
  }

  /** As {@link #toTerm}, without hyphens. */
  static void toDigits(long key, long rest, BytesRef term) {
    long front = KeyNumbering.fold(key, rest);
    UuidTerm.setDigits(term, high(front, rest), low(front, rest));
  }

  private static long high(long front, long rest) {
    long version = rest >>> (UuidSlots.REST_BITS + VARIANT_BITS);
    return (front & ~VERSION_BITS) | (version << VERSION_SHIFT);
  }

  private static long low(long front, long rest) {
    long variant = rest >>> UuidSlots.REST_BITS << VARIANT_SHIFT;
    long four = (front & VERSION_BITS) >>> VERSION_SHIFT;
    return variant | withRest(four, rest);
  }

  /** Some bits above those that a slot holds of the rest. */
  private static long withRest(long bits, long rest) {
    return (bits << UuidSlots.REST_BITS) | (rest & UuidSlots.REST_MASK);
  }
}
