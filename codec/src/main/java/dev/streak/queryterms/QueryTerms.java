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
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/**
 * The terms that a query asks for, in the form and the order in which they were given. Nothing is
 * sorted to compare them: caches ask for the hash of every query. Two are equal when they are the
 * same set in the same form.
 */
public abstract class QueryTerms implements Accountable {

  /** Null until somebody asks. */
  private volatile DistinctTerms.Summary distinct;

  /** Number of terms as given, repeated ones included. */
  public abstract int length();

  /** Whether it is known, without looking, that no term is given twice. */
  abstract boolean isGivenDistinct();

  /** A hash of the term at {@code index}, all of whose bits are of use. */
  public abstract long hash(int index);

  /** Whether the term at {@code index} is that of {@code other}, of the same class, at a place. */
  abstract boolean same(int index, QueryTerms other, int otherIndex);

  /** Whether no term is given twice, as far as is known without looking. */
  public final boolean isKnownDistinct() {
    DistinctTerms.Summary known = distinct;
    return isGivenDistinct() || (known != null && known.count() == length());
  }

  /** Whether no term is given twice. Looked at once. */
  public final boolean isDistinct() {
    return isGivenDistinct() || distinct().count() == length();
  }

  /** Looks for terms that are given twice, so that {@link #withoutRepeated} knows of them. */
  public final void findRepeated() {
    if (isGivenDistinct() == false) {
      distinct();
    }
  }

  /**
   * The same terms, each once; these themselves if none is given twice, or if nobody has looked
   * yet.
   */
  public final QueryTerms withoutRepeated() {
    DistinctTerms.Summary known = distinct;
    if (known == null || known.count() == length()) {
      return this;
    }
    QueryTerms once = only(DistinctTerms.firstPlaces(this));
    once.distinct = known;
    return once;
  }

  /** The same terms in a form in which each is at hand, for one search. */
  public QueryTerms unpacked() {
    return this;
  }

  /** The terms at some places. */
  abstract QueryTerms only(int[] places);

  /** The terms as a batch for so many segments. */
  public abstract TermBatch batch(int segments);

  /** The distinct terms, in ascending order of their bytes. */
  public abstract BytesRef[] sortedTerms();

  private DistinctTerms.Summary distinct() {
    DistinctTerms.Summary known = distinct;
    if (known == null) {
      known = DistinctTerms.summary(this);
      distinct = known;
    }
    return known;
  }

  @Override
  public final boolean equals(Object other) {
    return this == other || (other instanceof QueryTerms that && isSameSetAs(that));
  }

  private boolean isSameSetAs(QueryTerms other) {
    return getClass() == other.getClass()
        && distinct().equals(other.distinct())
        && (isSameArrayAs(other) || DistinctTerms.of(this).holdsAllOf(other));
  }

  private boolean isSameArrayAs(QueryTerms other) {
    int length = length();
    if (other.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (same(i, other, i) == false) {
        return false;
      }
    }
    return true;
  }

  /** The same in whatever order the terms were given, and however often each. */
  @Override
  public final int hashCode() {
    return distinct().hashCode();
  }
}
