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
package dev.streak.field;

import org.apache.lucene.util.BytesRef;

/**
 * Reads many terms that are UUIDs, or are not, as {@link UuidTerm#read} reads one. For one thread.
 *
 * <p>Loops over digits are short, as only such ones are compiled to vectors.
 */
public final class UuidReader {

  private final long[] highs;
  private final long[] lows;
  private final long[] others;
  private final long[] digits2;
  private final long[] digits4;
  private final long[] values;

  /**
   * @param capacity terms that are read at a time, at most
   */
  public UuidReader(int capacity) {
    highs = new long[capacity];
    lows = new long[capacity];
    others = new long[capacity];
    digits2 = new long[capacity];
    digits4 = new long[capacity];
    values = new long[capacity];
  }

  /** Reads {@code terms[i]} for {@code from <= i < to}. */
  public void read(BytesRef[] terms, int from, int to) {
    int count = to - from;
    for (int i = 0; i < count; i++) {
      BytesRef term = terms[from + i];
      if (term.length != UuidTerm.LENGTH) {
        others[i] = 1;
        continue;
      }
      byte[] bytes = term.bytes;
      int at = term.offset;
      highs[i] = UuidTerm.first(bytes, at);
      digits2[i] = UuidTerm.second(bytes, at);
      lows[i] = UuidTerm.third(bytes, at);
      digits4[i] = UuidTerm.fourth(bytes, at);
      others[i] = UuidTerm.hyphens(bytes, at);
    }
    toValues(highs, count);
    toValues(digits2, count);
    toValues(lows, count);
    toValues(digits4, count);
    putBeside(highs, digits2, count);
    putBeside(lows, digits4, count);
  }

  /** Digits become the number that they are, and what is none is noted. */
  private void toValues(long[] digits, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = UuidTerm.values(digits[i]);
    }
    for (int i = 0; i < count; i++) {
      others[i] |= UuidTerm.others(digits[i], values[i]);
    }
    for (int i = 0; i < count; i++) {
      digits[i] = UuidTerm.packed(values[i]);
    }
  }

  private static void putBeside(long[] uppers, long[] lowers, int count) {
    for (int i = 0; i < count; i++) {
      uppers[i] = (uppers[i] << Integer.SIZE) | lowers[i];
    }
  }

  /** The first 16 digits of each term that was read, if it is a UUID. */
  public long[] highs() {
    return highs;
  }

  /** The last 16 digits. */
  public long[] lows() {
    return lows;
  }

  /** 0 for each term that is a UUID. */
  public long[] others() {
    return others;
  }
}
