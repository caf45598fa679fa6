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
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * The terms of one of Lucene's queries, which it keeps packed. They are unpacked when somebody asks
 * for them: a query that a cache answers never needs them.
 */
public final class SetTerms extends QueryTerms {

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(SetTerms.class);

  private final TermInSetQuery query;

  /** Null until somebody asks. */
  private volatile BytesTerms unpacked;

  public SetTerms(TermInSetQuery query) {
    this.query = query;
  }

  private BytesTerms unpacked() {
    BytesTerms known = unpacked;
    if (known == null) {
      known = new BytesTerms(unpack(), true);
      unpacked = known;
    }
    return known;
  }

  private BytesRef[] unpack() {
    try {
      BytesRef[] terms = new BytesRef[length()];
      BytesRefIterator iterator = query.getBytesRefIterator();
      for (int i = 0; i < terms.length; i++) {
        terms[i] = BytesRef.deepCopyOf(iterator.next());
      }
      return terms;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int length() {
    return Math.toIntExact(query.getTermsCount());
  }

  @Override
  boolean isGivenDistinct() {
    return true;
  }

  @Override
  public long hash(int index) {
    return unpacked().hash(index);
  }

  @Override
  boolean same(int index, QueryTerms other, int otherIndex) {
    return unpacked().same(index, ((SetTerms) other).unpacked(), otherIndex);
  }

  @Override
  QueryTerms only(int[] places) {
    return unpacked().only(places);
  }

  @Override
  public TermBatch batch(int segments) {
    return unpacked().batch(segments);
  }

  @Override
  public BytesRef[] sortedTerms() {
    return unpacked().sortedTerms();
  }

  /** As if they were unpacked: a cache asks when it takes the query and when it drops it. */
  @Override
  public long ramBytesUsed() {
    return BASE_RAM_BYTES_USED
        + length() * BytesTerms.MIN_TERM_RAM_BYTES_USED
        + query.ramBytesUsed();
  }
}
