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
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;

/** Terms that are decimal numbers, kept as numbers. */
public final class IdTerms extends QueryTerms {

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(IdTerms.class);

  private final long[] ids;
  private final boolean ascending;

  /** The array is taken over. */
  public IdTerms(long[] ids) {
    this.ids = ids;
    this.ascending = isStrictlyAscending(ids);
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
  public int length() {
    return ids.length;
  }

  @Override
  boolean isGivenDistinct() {
    return ascending;
  }

  @Override
  public long hash(int index) {
    return DistinctTerms.mix(ids[index]);
  }

  @Override
  boolean same(int index, QueryTerms other, int otherIndex) {
    return ids[index] == ((IdTerms) other).ids[otherIndex];
  }

  @Override
  QueryTerms only(int[] places) {
    long[] some = new long[places.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = ids[places[i]];
    }
    return new IdTerms(some);
  }

  @Override
  public TermBatch batch(int segments) {
    return TermBatch.ofIds(ids, segments);
  }

  @Override
  public BytesRef[] sortedTerms() {
    BytesRef[] terms = new BytesRef[ids.length];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = new BytesRef(Long.toString(ids[i]));
    }
    return new BytesTerms(terms, ascending).sortedTerms();
  }

  @Override
  public long ramBytesUsed() {
    return BASE_RAM_BYTES_USED + RamUsageEstimator.sizeOf(ids);
  }
}
