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

import dev.streak.field.LeafTerms;
import dev.streak.termranges.TermRange;
import dev.streak.termranges.TermRangeWalk;
import dev.streak.termranges.TermRangeWeight;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;

/**
 * Matches what a {@link TermRangeQuery} matches, with the query's boost as score. On a segment of
 * {@link dev.streak.codec.StreakCodec} prefix sets that lie in the range stand for their terms and
 * only the terms between them are enumerated; on any other segment it executes as {@link
 * TermRangeQuery}.
 *
 * <p>A field of the index that has points or doc values instead of terms is refused, with an {@link
 * IllegalArgumentException}, when it is searched: nothing would ever be found. Lucene's query finds
 * nothing then, and so does what {@link StreakQueries#accelerate} puts in its place.
 *
 * <p>Immutable; safe for use by several threads.
 */
public final class RunTermRangeQuery extends Query implements Accountable {

  private final TermRangeQuery stock;
  private final boolean inPlace;

  /**
   * Matches what {@code range} matches.
   *
   * @throws IllegalArgumentException if {@code range} is of a subclass, which may match otherwise,
   *     or has another rewrite method than {@link MultiTermQuery#CONSTANT_SCORE_BLENDED_REWRITE} or
   *     {@link MultiTermQuery#CONSTANT_SCORE_REWRITE}
   */
  public RunTermRangeQuery(TermRangeQuery range) {
    this(range, false);
  }

  private RunTermRangeQuery(TermRangeQuery range, boolean inPlace) {
    if (Objects.requireNonNull(range, "range").getClass() != TermRangeQuery.class) {
      throw new IllegalArgumentException(
          "range must be a TermRangeQuery and of no subclass: range=" + range.getClass().getName());
    }
    if (Exchange.isConstantScore(range) == false) {
      throw new IllegalArgumentException(
          "rewriteMethod of range must be CONSTANT_SCORE_BLENDED_REWRITE or CONSTANT_SCORE_REWRITE:"
              + " rewriteMethod="
              + range.getRewriteMethod());
    }
    this.stock = range;
    this.inPlace = inPlace;
  }

  /** In the place of Lucene's query. */
  static RunTermRangeQuery inPlaceOf(TermRangeQuery original) {
    return new RunTermRangeQuery(original, true);
  }

  /** The field whose terms are matched. */
  public String getField() {
    return stock.getField();
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    TermRange range =
        TermRange.of(
            stock.getLowerTerm(),
            stock.includesLower(),
            stock.getUpperTerm(),
            stock.includesUpper());
    return new TermRangeWeight(this, stock.getField(), searcher, scoreMode, boost) {
      @Override
      protected TermRangeWalk walk(LeafTerms terms) throws IOException {
        return TermRangeWalk.of(terms, range);
      }

      @Override
      protected boolean isInPlace() {
        return inPlace;
      }

      @Override
      protected Query elsewhereQuery() {
        return stock;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    stock.getCompiled().visit(visitor, this, getField());
  }

  @Override
  public String toString(String defaultField) {
    return stock.toString(defaultField);
  }

  @Override
  public long ramBytesUsed() {
    return stock.ramBytesUsed();
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo(getClass().cast(other));
  }

  private boolean equalsTo(RunTermRangeQuery other) {
    return stock.equals(other.stock) && inPlace == other.inPlace;
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + stock.hashCode();
  }
}
