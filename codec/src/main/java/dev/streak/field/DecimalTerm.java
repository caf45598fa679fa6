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

/** A number as the term that spells it. */
public final class DecimalTerm {

  /** A sign and the digits of {@link Long#MIN_VALUE}. */
  public static final int MAX_LENGTH = 20;

  private DecimalTerm() {}

  /** Sets {@code term}, which has room for {@link #MAX_LENGTH}, to the digits of a number. */
  public static void set(BytesRef term, long number) {
    byte[] bytes = term.bytes;
    int position = MAX_LENGTH;
    // Negative all the way: the smallest long has no positive counterpart.
    long rest = number < 0 ? number : -number;
    do {
      bytes[--position] = (byte) ('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (number < 0) {
      bytes[--position] = '-';
    }
    term.offset = position;
    term.length = MAX_LENGTH - position;
  }
}
