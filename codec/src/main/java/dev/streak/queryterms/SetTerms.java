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
 * The terms of one of Lucene's queries, which it keeps packed. Whoever searches with them unpacks
 * them: a query that a cache answers never needs them, and one that a cache holds never again. They
 * are compared by the query that they are of.
 */
public final class SetTerms extends QueryTerms {

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(SetTerms.class);

  private final TermInSetQuery query;

  public SetTerms(TermInSetQuery query) {
    this.query = query;
  }

  @Override
  public QueryTerms unpacked() {
    return new BytesTerms(sortedTerms(), true);
  }

  @Override
  public BytesRef[] sortedTerms() {
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
    throw packed();
  }

  @Override
  boolean same(int index, QueryTerms other, int otherIndex) {
    throw packed();
  }

  @Override
  QueryTerms only(int[] places) {
    throw packed();
  }

  @Override
  public TermBatch batch(int segments) {
    throw packed();
  }

  private static UnsupportedOperationException packed() {
    return new UnsupportedOperationException("terms must be unpacked first");
  }

  /** Without the query, whose terms these are. */
  @Override
  public long ramBytesUsed() {
    return BASE_RAM_BYTES_USED;
  }
}
