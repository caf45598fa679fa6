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
package dev.streak.search;

import dev.streak.postings.StreakTerms;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;

/** Terms that are decimal numbers, kept as numbers. */
final class IdTerms extends QueryTerms {

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(IdTerms.class);

  private final long[] ids;
  private final boolean ascending;

  /** Ascending and without repetition; {@link #ids} itself where it is that. */
  private volatile long[] sortedIds;

  private volatile int hash;

  /** The array is taken over. */
  IdTerms(long[] ids) {
    this.ids = ids;
    this.ascending = isStrictlyAscending(ids);
    this.sortedIds = ascending ? ids : null;
  }

  private static boolean isStrictlyAscending(long[] ids) {
    for (int i = 1; i < ids.length; i++) {
      if (ids[i - 1] >= ids[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  int length() {
    return ids.length;
  }

  @Override
  boolean isDistinct() {
    return ascending;
  }

  @Override
  void lookup(StreakTerms terms, long[] entries) throws IOException {
    terms.lookup(ids, 0, ids.length, entries);
  }

  private long[] sortedIds() {
    long[] sorted = sortedIds;
    if (sorted == null) {
      sorted = ids.clone();
      Arrays.sort(sorted);
      int kept = 0;
      for (int i = 0; i < sorted.length; i++) {
        if (i == 0 || sorted[i] != sorted[i - 1]) {
          sorted[kept++] = sorted[i];
        }
      }
      sorted = kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
      sortedIds = sorted;
    }
    return sorted;
  }

  @Override
  BytesRef[] sortedTerms() {
    long[] sorted = sortedIds();
    BytesRef[] terms = new BytesRef[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      terms[i] = new BytesRef(Long.toString(sorted[i]));
    }
    Arrays.sort(terms);
    return terms;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdTerms that
        && hashCode() == that.hashCode()
        && Arrays.equals(sortedIds(), that.sortedIds());
  }

  @Override
  public int hashCode() {
    int result = hash;
    if (result == 0) {
      result = Arrays.hashCode(sortedIds());
      hash = result;
    }
    return result;
  }

  @Override
  public long ramBytesUsed() {
    long[] sorted = sortedIds;
    long sortedBytes = sorted == null || sorted == ids ? 0 : RamUsageEstimator.sizeOf(sorted);
    return BASE_RAM_BYTES_USED + RamUsageEstimator.sizeOf(ids) + sortedBytes;
  }
}
