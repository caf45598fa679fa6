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

import dev.streak.field.TermBatch;
import dev.streak.termkeys.TermKeys;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;

/** Terms of any bytes. */
public final class BytesTerms extends QueryTerms {

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(BytesTerms.class);

  private static final long TERM_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(BytesRef.class);

  private final BytesRef[] terms;
  private final boolean distinct;

  /** Ascending and without repetition. */
  private volatile BytesRef[] sortedTerms;

  /**
   * The array is taken over; the bytes of the terms are not copied.
   *
   * @param distinct whether it is known that no term is repeated
   */
  public BytesTerms(BytesRef[] terms, boolean distinct) {
    this.terms = terms;
    boolean ascending = isStrictlyAscending(terms);
    this.distinct = distinct || ascending;
    this.sortedTerms = ascending ? terms : null;
  }

  private static boolean isStrictlyAscending(BytesRef[] terms) {
    for (int i = 1; i < terms.length; i++) {
      if (terms[i - 1].compareTo(terms[i]) >= 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int length() {
    return terms.length;
  }

  @Override
  boolean isGivenDistinct() {
    return distinct;
  }

  @Override
  public long hash(int index) {
    // Not theirs: whoever chooses terms finds many that share it, whatever its seed.
    return TermKeys.hash(terms[index], DistinctTerms.SEED);
  }

  @Override
  boolean same(int index, QueryTerms other, int otherIndex) {
    return terms[index].bytesEquals(((BytesTerms) other).terms[otherIndex]);
  }

  @Override
  QueryTerms only(int[] places) {
    BytesRef[] some = new BytesRef[places.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = terms[places[i]];
    }
    return new BytesTerms(some, false);
  }

  @Override
  public TermBatch batch(int segments) {
    return TermBatch.of(terms, segments);
  }

  @Override
  public BytesRef[] sortedTerms() {
    BytesRef[] sorted = sortedTerms;
    if (sorted == null) {
      sorted = terms.clone();
      Arrays.sort(sorted);
      int kept = 0;
      for (int i = 0; i < sorted.length; i++) {
        if (i == 0 || sorted[i].equals(sorted[i - 1]) == false) {
          sorted[kept++] = sorted[i];
        }
      }
      sorted = kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
      sortedTerms = sorted;
    }
    return sorted;
  }

  @Override
  public long ramBytesUsed() {
    long bytes = BASE_RAM_BYTES_USED + RamUsageEstimator.shallowSizeOf(terms);
    for (BytesRef term : terms) {
      bytes += TERM_RAM_BYTES_USED + term.length;
    }
    return bytes;
  }
}
