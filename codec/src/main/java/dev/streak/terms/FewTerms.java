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
package dev.streak.terms;

import dev.streak.digits.DecimalTerm;
import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * The terms of a field that has few, as bits: most others are found not to be among them without
 * being looked for. Segments that were just flushed are like that, and have no hash tables.
 */
final class FewTerms {

  /** A field with more has a hash table unless it was not wanted. */
  static final int MOST = TermBlockLayout.TERMS;

  /** So many terms set one bit in 64. */
  private static final int MARK_BITS = 12;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final long[] marks = new long[1 << (MARK_BITS - 6)];

  private FewTerms() {}

  /** All terms of an enumeration. */
  static FewTerms of(TermsEnum terms) throws IOException {
    FewTerms few = new FewTerms();
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      few.add(mark(term));
    }
    return few;
  }

  /** All terms of an enumeration, to be asked for as numbers. */
  static FewTerms ofNumbers(TermsEnum terms) throws IOException {
    FewTerms few = new FewTerms();
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      // Those that are none are taken for the least number.
      few.add(mark(DecimalTerm.number(term)));
    }
    return few;
  }

  /** One of 64 bits for each term of an enumeration: so few that they are kept. */
  static long bits(TermsEnum terms) throws IOException {
    long bits = 0;
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      bits |= bit(term);
    }
    return bits;
  }

  /** The bit of a term in {@link #bits}. */
  static long bit(BytesRef term) {
    return 1L << (mark(term) >>> (MARK_BITS - 6));
  }

  private void add(int mark) {
    marks[mark >>> 6] |= 1L << mark;
  }

  private boolean has(int mark) {
    return (marks[mark >>> 6] >>> mark & 1) != 0;
  }

  /** Whether the term may be among these; only if they were not taken as numbers. */
  boolean mayHave(BytesRef term) {
    return has(mark(term));
  }

  /** Whether the number may be among these; only if they were taken as numbers. */
  boolean mayHave(long number) {
    return has(mark(number));
  }

  private static int mark(long number) {
    return (int) ((number * MULTIPLIER) >>> (Long.SIZE - MARK_BITS));
  }

  /** Of the last bytes, in which most keys differ; of few bytes, and how many they are. */
  private static int mark(BytesRef term) {
    long last = term.length;
    int end = term.offset + term.length;
    for (int i = Math.max(term.offset, end - Long.BYTES); i < end; i++) {
      last = (last << Byte.SIZE) + Byte.toUnsignedInt(term.bytes[i]);
    }
    return mark(last);
  }
}
