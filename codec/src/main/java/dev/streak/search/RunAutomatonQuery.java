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

import dev.streak.field.AcceptedLiteral;
import dev.streak.field.LeafTerms;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.termranges.TermRange;
import dev.streak.termranges.TermRangeWalk;
import dev.streak.termranges.TermRangeWeight;
import java.io.IOException;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Matches what an {@link AutomatonQuery} matches, such as one of wildcards or of a regular
 * expression, in whose place it stands. On a segment of {@link dev.streak.codec.StreakCodec} the
 * terms that the automaton accepts are not unpacked, and their documents are united as runs; on any
 * other segment it executes as Lucene's query.
 */
final class RunAutomatonQuery extends Query implements Accountable {

  /** From the first term to the last. */
  private static final TermRange ALL = TermRange.ofPrefix(new BytesRef());

  private final AutomatonQuery stock;
  private final Query elsewhere;

  private RunAutomatonQuery(AutomatonQuery stock, Query elsewhere) {
    this.stock = stock;
    this.elsewhere = elsewhere;
  }

  /**
   * In the place of Lucene's query.
   *
   * @param elsewhere what to execute on segments of other codecs; it is returned if there is no
   *     more than one term in the query
   */
  static Query inPlaceOf(AutomatonQuery original, Query elsewhere) {
    return switch (original.getCompiled().type) {
      case NONE, SINGLE -> elsewhere;
      case ALL, NORMAL -> new RunAutomatonQuery(original, elsewhere);
    };
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    CompiledAutomaton compiled = stock.getCompiled();
    AcceptedLiteral literal =
        stock instanceof WildcardQuery wildcard
            ? WildcardLiteral.of(wildcard.getTerm().text())
            : null;
    BytesRef beginning = AcceptedBeginning.of(stock);
    return new TermRangeWeight(this, stock.getField(), searcher, scoreMode, boost) {
      @Override
      public BytesRef prefix(StreakTerms terms) {
        PrefixSets sets = beginning == null ? null : terms.prefixSets();
        return sets != null && sets.areOfText() ? beginning : null;
      }

      @Override
      protected TermRangeWalk walk(LeafTerms terms) throws IOException {
        BytesRef prefix = prefix(terms.streak());
        if (prefix != null) {
          return TermRangeWalk.of(terms, TermRange.ofPrefix(prefix));
        }
        return compiled.type == CompiledAutomaton.AUTOMATON_TYPE.ALL
            ? TermRangeWalk.of(terms, ALL)
            : TermRangeWalk.of(terms, compiled, literal);
      }

      @Override
      protected boolean isInPlace() {
        return true;
      }

      @Override
      protected Query elsewhereQuery() {
        return elsewhere;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    stock.getCompiled().visit(visitor, this, stock.getField());
  }

  @Override
  public String toString(String defaultField) {
    return stock.toString(defaultField);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo((RunAutomatonQuery) other);
  }

  private boolean equalsTo(RunAutomatonQuery other) {
    return stock.equals(other.stock) && elsewhere.equals(other.elsewhere);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * classHash() + stock.hashCode()) + elsewhere.hashCode();
  }

  @Override
  public long ramBytesUsed() {
    return stock.ramBytesUsed();
  }
}
