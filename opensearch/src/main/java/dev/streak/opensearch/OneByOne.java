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
package dev.streak.opensearch;

import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Hands the documents of a query to collectors one by one, and counts none without. The host's
 * {@code terminate_after} ends a search by an exception amid a run, which hits and aggregations
 * were not given yet. Where several threads search parts of a segment, the host adds up what is
 * said of the whole.
 */
final class OneByOne extends Query {
  private static final String OURS = RunTermsQuery.class.getPackageName();

  private final Query query;

  private OneByOne(Query query) {
    this.query = query;
  }

  /** The query, behind one of this class if queries of ours are in it. */
  static Query of(Query query) {
    boolean[] ours = new boolean[1];
    query.visit(
        new QueryVisitor() {
          @Override
          public void consumeTerms(Query leaf, Term... terms) {
            visitLeaf(leaf);
          }

          @Override
          public void visitLeaf(Query leaf) {
            ours[0] |=
                leaf instanceof KnownTermsQuery || leaf.getClass().getPackageName().equals(OURS);
          }

          @Override
          public QueryVisitor getSubVisitor(BooleanClause.Occur occur, Query parent) {
            return this;
          }
        });
    return ours[0] ? new OneByOne(query) : query;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same object means that nothing was rewritten
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = query.rewrite(searcher);
    return rewritten == query ? this : new OneByOne(rewritten);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new FilterWeight(this, searcher.createWeight(query, scoreMode, boost)) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        ScorerSupplier supplier = in.scorerSupplier(context);
        return supplier == null ? null : withoutBulkScorer(supplier);
      }

      @Override
      public int count(LeafReaderContext context) {
        return -1;
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false; // The cache hands runs out.
      }
    };
  }

  private static ScorerSupplier withoutBulkScorer(ScorerSupplier supplier) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return supplier.get(leadCost);
      }

      @Override
      public long cost() {
        return supplier.cost();
      }

      @Override
      public void setTopLevelScoringClause() throws IOException {
        supplier.setTopLevelScoringClause(); // Or documents of too low a score are visited, too.
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    query.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return query.toString(field);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && query.equals(((OneByOne) other).query);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), query);
  }
}
