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
import dev.streak.field.StreakTerms;
import dev.streak.termranges.TermRange;
import dev.streak.termranges.TermRangeWalk;
import dev.streak.termranges.TermRangeWeight;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/**
 * Matches the documents that have a term which begins with a prefix, with the query's boost as
 * score: what {@link PrefixQuery} matches. On a segment of {@link dev.streak.codec.StreakCodec} a
 * prefix that the codec keeps a set of ({@code StreakCodec.builder().prefixes(...)}) is answered
 * from the set, a shorter one from several, and any other by enumerating its terms, never through
 * an automaton. On any other segment it executes as {@link PrefixQuery}.
 *
 * <p>A field of the index that has points or doc values instead of terms is refused, with an {@link
 * IllegalArgumentException}, when it is searched: nothing would ever be found. Lucene's query finds
 * nothing then, and so does what {@link StreakQueries#accelerate} puts in its place.
 *
 * <p>Immutable; safe for use by several threads.
 */
public final class RunPrefixQuery extends Query implements Accountable {

  private final String field;
  private final BytesRef prefix;

  private final boolean inPlace;

  /** What a cache counts when it takes the query and when it drops it: this must not change. */
  private final long ramBytes;

  /** Lucene's query, or null until it is needed: its automaton is expensive to make. */
  private volatile PrefixQuery stock;

  /** Matches what begins with {@code prefix}, whose bytes are copied. */
  public RunPrefixQuery(String field, BytesRef prefix) {
    this(field, prefix, null);
  }

  /** Matches what begins with {@code prefix}. */
  public RunPrefixQuery(String field, String prefix) {
    this(field, new BytesRef(Objects.requireNonNull(prefix, "prefix")));
  }

  /** In the place of Lucene's query, which goes on where there is no better way. */
  RunPrefixQuery(PrefixQuery original) {
    this(original.getField(), original.getPrefix().bytes(), original);
  }

  private RunPrefixQuery(String field, BytesRef prefix, PrefixQuery original) {
    this.field = Objects.requireNonNull(field, "field");
    this.prefix = BytesRef.deepCopyOf(Objects.requireNonNull(prefix, "prefix"));
    this.inPlace = original != null;
    this.stock = original;
    this.ramBytes =
        RamUsageEstimator.QUERY_DEFAULT_RAM_BYTES_USED
            + prefix.length
            + (original == null ? 0 : original.ramBytesUsed());
  }

  /** The field whose terms are matched. */
  public String getField() {
    return field;
  }

  /** What the terms begin with. */
  public BytesRef getPrefix() {
    return prefix;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new TermRangeWeight(this, field, searcher, scoreMode, boost) {
      @Override
      protected TermRangeWalk walk(LeafTerms terms) throws IOException {
        return TermRangeWalk.of(terms, TermRange.ofPrefix(prefix));
      }

      @Override
      public BytesRef prefix(StreakTerms terms) {
        return prefix;
      }

      @Override
      protected boolean isInPlace() {
        return inPlace;
      }

      @Override
      protected Query elsewhereQuery() {
        return stockQuery();
      }
    };
  }

  private Query stockQuery() {
    if (stock == null) {
      stock = new PrefixQuery(new Term(field, prefix));
    }
    return stock;
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.consumeTermsMatching(
          this, field, () -> new ByteRunAutomaton(PrefixQuery.toAutomaton(prefix), true));
    }
  }

  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":") + Term.toString(prefix) + "*";
  }

  @Override
  public long ramBytesUsed() {
    return ramBytes;
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo(getClass().cast(other));
  }

  private boolean equalsTo(RunPrefixQuery other) {
    return field.equals(other.field) && prefix.equals(other.prefix) && inPlace == other.inPlace;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * classHash() + field.hashCode()) + prefix.hashCode();
  }
}
