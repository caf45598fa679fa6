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
package dev.streak.termranges;

import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/**
 * Terms from {@code from} (inclusive) to {@code to} (exclusive; null: to the end).
 *
 * @param from lower end
 * @param to upper end
 */
public record TermRange(BytesRef from, BytesRef to) {

  /** All terms that begin with {@code prefix}. */
  public static TermRange ofPrefix(BytesRef prefix) {
    return new TermRange(prefix, afterPrefix(prefix));
  }

  /** The range between two bounds; a bound that is null leaves its side open. */
  public static TermRange of(
      BytesRef lower, boolean includeLower, BytesRef upper, boolean includeUpper) {
    BytesRef from = lower == null ? new BytesRef() : lower;
    if (lower != null && includeLower == false) {
      from = successor(lower);
    }
    return new TermRange(from, upper != null && includeUpper ? successor(upper) : upper);
  }

  /** The least term after {@code term}. */
  private static BytesRef successor(BytesRef term) {
    byte[] bytes = new byte[term.length + 1];
    System.arraycopy(term.bytes, term.offset, bytes, 0, term.length);
    return new BytesRef(bytes);
  }

  /** The least term after all that begin with {@code prefix}, or null when there is none. */
  static BytesRef afterPrefix(BytesRef prefix) {
    int length = prefix.length;
    while (length > 0 && prefix.bytes[prefix.offset + length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] bytes = Arrays.copyOfRange(prefix.bytes, prefix.offset, prefix.offset + length);
    bytes[length - 1]++;
    return new BytesRef(bytes);
  }

  /** Whether {@code term}, not before this range, is beyond it. */
  boolean endsBefore(BytesRef term) {
    return to != null && term.compareTo(to) >= 0;
  }

  /**
   * Whether all terms that begin with {@code prefix}, which is not before this range, are in it.
   */
  boolean holdsAllOf(BytesRef prefix) {
    if (to == null) {
      return true;
    }
    BytesRef after = afterPrefix(prefix);
    return after != null && after.compareTo(to) <= 0;
  }
}
