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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.AttributeSource;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/**
 * A query of ours as one of a class that the host knows. Where a mapping has nested fields, the
 * host looks at the field of a {@link TermInSetQuery} to see whether nested documents may match. Of
 * a class that it does not know it takes that for granted, and adds a filter. A rewrite, which
 * comes after that and before any search, leaves the query of ours. Lucene's class would sort and
 * pack all terms, so it is given none.
 */
final class KnownTermsQuery extends TermInSetQuery {
  private static final RewriteMethod OURS =
      new RewriteMethod() {
        @Override
        public Query rewrite(IndexSearcher searcher, MultiTermQuery query) {
          return ((KnownTermsQuery) query).query;
        }
      };

  /** For highlighters, of terms that are too many for them. */
  private static final ByteRunAutomaton NOTHING = new ByteRunAutomaton(Automata.makeEmpty(), true);

  private final RunTermsQuery query;

  private KnownTermsQuery(RunTermsQuery query) {
    super(OURS, query.getField(), List.of());
    this.query = query;
  }

  /** The query as the host knows it, or itself if it is not one of ours. */
  static Query of(Query query) {
    return query instanceof RunTermsQuery ours ? new KnownTermsQuery(ours) : query;
  }

  @Override
  public long getTermsCount() {
    return query.getTermsCount();
  }

  /** Asked by rewrites of other kinds, which are highlighters'. Those look for a single term. */
  @Override
  protected TermsEnum getTermsEnum(Terms terms, AttributeSource attributes) throws IOException {
    List<BytesRef> single = new ArrayList<>();
    query.visit(
        new QueryVisitor() {
          @Override
          public void consumeTerms(Query leaf, Term... found) {
            single.add(found[0].bytes());
          }
        });
    return new TermInSetQuery(getField(), single).getTermsEnum(terms);
  }

  @Override
  public BytesRefIterator getBytesRefIterator() {
    return query.getBytesRefIterator();
  }

  /** The percolator takes the terms of classes that it knows only, and only as terms to match. */
  @Override
  public void visit(QueryVisitor visitor) {
    query.visit(
        new QueryVisitor() {
          @Override
          public boolean acceptField(String field) {
            return visitor.acceptField(field);
          }

          @Override
          public void consumeTerms(Query leaf, Term... terms) {
            visitor.consumeTerms(KnownTermsQuery.this, terms);
          }

          @Override
          public void consumeTermsMatching(
              Query leaf, String field, Supplier<ByteRunAutomaton> automaton) {
            visitor.consumeTermsMatching(KnownTermsQuery.this, field, automaton);
          }

          @Override
          public void visitLeaf(Query leaf) {
            visitor.consumeTermsMatching(KnownTermsQuery.this, getField(), () -> NOTHING);
          }
        });
  }

  @Override
  public String toString(String defaultField) {
    return query.toString(defaultField);
  }

  @Override
  public long ramBytesUsed() {
    return super.ramBytesUsed() + query.ramBytesUsed();
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && query.equals(((KnownTermsQuery) other).query);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), query);
  }
}
