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
package dev.streak.queryterms;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Finds the few of many terms among which are all that are given twice: they agree in some bits of
 * their hashes. Bits of a first-level cache say which were met before.
 */
final class Suspects {

  /** Bits to a term: one term of sixteen agrees with another one by chance, or fewer. */
  private static final int BITS_LOG2 = 4;

  private static final int MAX_BITS = 30;

  private Suspects() {}

  /** The places of terms whose hashes may be another's, ascending. */
  static int[] of(long[] hashes) {
    int lengthLog2 = Integer.SIZE - Integer.numberOfLeadingZeros(hashes.length);
    int shift = Long.SIZE - Math.min(MAX_BITS, Math.max(6, lengthLog2 + BITS_LOG2));
    long[] met = new long[1 << (Long.SIZE - 6 - shift)];
    long[] metAgain = new long[met.length];
    boolean any = false;
    for (long hash : hashes) {
      int bit = (int) (hash >>> shift);
      long word = met[bit >>> 6];
      if ((word >>> bit & 1) != 0) {
        metAgain[bit >>> 6] |= 1L << bit;
        any = true;
      }
      met[bit >>> 6] = word | 1L << bit;
    }
    return any ? placesOf(hashes, shift, metAgain) : new int[0];
  }

  private static int[] placesOf(long[] hashes, int shift, long[] bits) {
    int[] places = new int[64];
    int count = 0;
    for (int i = 0; i < hashes.length; i++) {
      int bit = (int) (hashes[i] >>> shift);
      if ((bits[bit >>> 6] >>> bit & 1) != 0) {
        places = ArrayUtil.grow(places, count + 1);
        places[count++] = i;
      }
    }
    return Arrays.copyOf(places, count);
  }
}
