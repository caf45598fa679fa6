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
package dev.streak.tools.advise;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.BytesRef;

/**
 * How many prefixes of each length the terms of a field have, and which lengths are worth sets.
 * Lengths are in code points, as those of sets.
 */
final class PrefixLengths {
  /** Prefixes that fewer terms share are enumerated as fast. */
  private static final int TERMS_WORTH_A_SET = 64;

  /** No set is of a longer prefix. */
  private static final int LONGEST = 16;

  /** More letters leave few terms, if the first ones tell anything. */
  private static final int MOST_LENGTHS = 3;

  private static final int MOST_BYTES = 4 * LONGEST;

  /** So many of ten terms have one document each, in a field of keys. */
  private static final int TENTHS_OF_KEYS = 9;

  /**
   * Lengths that are worth sets.
   *
   * @param shortest 0 if there are none
   * @param longest 0 if there are none
   */
  record Range(int shortest, int longest) {
    static final Range NONE = new Range(0, 0);
  }

  private final long[] prefixes = new long[LONGEST + 1];
  private final BytesRef before = new BytesRef(new byte[MOST_BYTES]);
  private long terms;
  private long termsOfOneDocument;

  /** Bytes that all terms begin with, unless they are more than matter. */
  private int beginning = MOST_BYTES;

  private int leastBytes = Integer.MAX_VALUE;
  private int mostBytes;

  /** Counts the next term; terms come in order. */
  void count(BytesRef term, int docFreq) {
    int bytes = Math.min(MOST_BYTES, term.length);
    int shared = 0;
    if (terms > 0) {
      shared = shared(term, bytes);
      beginning = Math.min(beginning, shared);
    }
    countPrefixes(term, shared);
    terms++;
    termsOfOneDocument += docFreq == 1 ? 1 : 0;
    leastBytes = Math.min(leastBytes, term.length);
    mostBytes = Math.max(mostBytes, term.length);
    before.length = bytes;
    System.arraycopy(term.bytes, term.offset, before.bytes, 0, bytes);
  }

  /** Bytes that the term begins with as the one before does. */
  private int shared(BytesRef term, int bytes) {
    int end = term.offset + bytes;
    int shared = Arrays.mismatch(before.bytes, 0, before.length, term.bytes, term.offset, end);
    return shared < 0 ? bytes : shared;
  }

  private void countPrefixes(BytesRef term, int shared) {
    int length = 0;
    for (int end = 1; end <= term.length && length < LONGEST; end++) {
      if (end == term.length || (term.bytes[term.offset + end] & 0xC0) != 0x80) {
        length++;
        prefixes[length] += end > shared ? 1 : 0;
      }
    }
  }

  /**
   * Lengths at which prefixes differ, but for keys, which nobody completes.
   *
   * @param sample of the terms
   */
  Range worthSets(List<BytesRef> sample) {
    int shortest = 1;
    while (shortest <= LONGEST && prefixes[shortest] == 1) {
      shortest++;
    }
    int longest = 0;
    for (int length = shortest; length <= LONGEST && length < shortest + MOST_LENGTHS; length++) {
      if (prefixes[length] > 0 && terms >= TERMS_WORTH_A_SET * prefixes[length]) {
        longest = length;
      }
    }
    return longest == 0 || areKeys(sample) ? Range.NONE : new Range(shortest, longest);
  }

  private boolean areKeys(List<BytesRef> sample) {
    return 10 * termsOfOneDocument >= TENTHS_OF_KEYS * terms
        && (leastBytes == mostBytes || sample.stream().allMatch(this::goesOnInDigits));
  }

  /** In hexadecimal digits and hyphens, behind what all terms begin with. */
  private boolean goesOnInDigits(BytesRef term) {
    for (int i = beginning; i < term.length; i++) {
      byte character = term.bytes[term.offset + i];
      if (character != '-' && Character.digit(character, 16) < 0) {
        return false;
      }
    }
    return true;
  }
}
