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
import dev.streak.tables.HomeBuckets;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/** Terms to keys, and keys back to terms where that is possible. */
public final class TermKeys {

  public static final int MAX_SHORT_LENGTH = Long.BYTES - 1;

  private static final long MULTIPLIER_1 = 0xA0761D6478BD642FL;
  private static final long MULTIPLIER_2 = 0xE7037ED1A0B428DBL;

  private TermKeys() {}

  /** Loads the ends of terms, which may be far apart: loads in so short a loop overlap. */
  public static long touch(BytesRef[] terms, int from, int to) {
    long touched = 0;
    for (int i = from; i < to; i++) {
      BytesRef term = terms[i];
      int last = term.offset + term.length - 1;
      touched += term.bytes.length;
      if (last > 0) {
        touched += term.bytes[last];
      }
    }
    return touched;
  }

  /**
   * Adds the keys and rests that a reader's numbers have become, but for those of terms that were
   * none.
   */
  static void keepFitting(HexReader reader, int from, int to, FittingKeys fitting) {
    long[] keys = fitting.keys;
    long[] rests = fitting.rests;
    int[] places = fitting.places;
    long[] newKeys = reader.highs();
    long[] newRests = reader.lows();
    long[] others = reader.others();
    int count = to - from;
    int size = fitting.size;
    for (int i = 0; i < count; i++) {
      keys[size] = newKeys[i];
      rests[size] = newRests[i];
      places[size] = from + i;
      size += others[i] == 0 ? 1 : 0;
    }
    fitting.size = size;
  }

  static long ofShort(BytesRef term) {
    long key = 0;
    for (int i = 0; i < term.length; i++) {
      key |= (term.bytes[term.offset + i] & 0xFFL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return key | term.length;
  }

  static void toShort(long key, BytesRef term) {
    toBytes(key, (int) (key & 0xFF), term);
  }

  static long ofEightBytes(BytesRef term) {
    return Long.reverseBytes((long) BitUtil.VH_LE_LONG.get(term.bytes, term.offset));
  }

  static void toEightBytes(long key, BytesRef term) {
    toBytes(key, Long.BYTES, term);
  }

  private static void toBytes(long key, int length, BytesRef term) {
    for (int i = 0; i < length; i++) {
      term.bytes[i] = (byte) (key >>> (Long.SIZE - Byte.SIZE * (i + 1)));
    }
    term.offset = 0;
    term.length = length;
  }

  /**
   * A hash of all bytes, eight at a time; the last eight may have been seen before. Part of the
   * file format.
   */
  public static long hash(BytesRef term) {
    return hash(term, 0);
  }

  /** As {@link #hash(BytesRef)} with seed 0; nobody who does not know the seed finds equal ones. */
  public static long hash(BytesRef term, long seed) {
    byte[] bytes = term.bytes;
    int position = term.offset;
    int length = term.length;
    // The length must not meet the bytes in the same bits: "" and "\1" would be equal.
    long hash = MULTIPLIER_2 + length * MULTIPLIER_1 ^ seed;
    int last = position + length - Long.BYTES;
    // Most keys are short: ifs that all terms of a field answer alike take less than a loop.
    if (position < last) {
      hash = fold(hash ^ (long) BitUtil.VH_LE_LONG.get(bytes, position), MULTIPLIER_1);
      if (position + 8 < last) {
        hash = fold(hash ^ (long) BitUtil.VH_LE_LONG.get(bytes, position + 8), MULTIPLIER_1);
        if (position + 16 < last) {
          hash = fold(hash ^ (long) BitUtil.VH_LE_LONG.get(bytes, position + 16), MULTIPLIER_1);
          if (position + 24 < last) {
            hash = fold(hash ^ (long) BitUtil.VH_LE_LONG.get(bytes, position + 24), MULTIPLIER_1);
            for (position += 32; position < last; position += Long.BYTES) {
              hash = fold(hash ^ (long) BitUtil.VH_LE_LONG.get(bytes, position), MULTIPLIER_1);
            }
          }
        }
      }
    }
    long end =
        length >= Long.BYTES
            ? (long) BitUtil.VH_LE_LONG.get(bytes, last)
            : ofFew(bytes, position, length);
    return HomeBuckets.mix(fold(hash ^ end, MULTIPLIER_1 ^ MULTIPLIER_2));
  }

  /** Sets {@code keys[at + i]} to the hash of {@code terms[from + i]}. */
  static void hashes(BytesRef[] terms, int from, int to, long[] keys, int at) {
    for (int i = from; i < to; i++) {
      keys[at + i - from] = hash(terms[i]);
    }
  }

  /** All bits of at most seven bytes. */
  private static long ofFew(byte[] bytes, int start, int length) {
    if (length >= Integer.BYTES) {
      long low = (int) BitUtil.VH_LE_INT.get(bytes, start) & 0xFFFFFFFFL;
      return low | (long) (int) BitUtil.VH_LE_INT.get(bytes, start + length - 4) << Integer.SIZE;
    }
    long few = 0;
    for (int i = 0; i < length; i++) {
      few |= (bytes[start + i] & 0xFFL) << (Byte.SIZE * i);
    }
    return few;
  }

  /** Both halves of a product, so that no bit of either factor is lost. */
  private static long fold(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }
}
