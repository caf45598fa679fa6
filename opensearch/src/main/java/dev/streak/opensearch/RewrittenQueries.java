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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/**
 * Finds queries again after the host has rewritten them. Rewriting puts queries of many terms into
 * a class that is not public, which still shows what it holds to visitors.
 */
@SuppressWarnings("ReferenceEquality") // the same object means that nothing was restored
final class RewrittenQueries {
  private static final String WRAPPERS = "org.apache.lucene.search.MultiTermQueryConstantScore";
  private static final Set<Class<?>> WANTED =
      Set.of(TermInSetQuery.class, PrefixQuery.class, TermRangeQuery.class);

  private RewrittenQueries() {}

  /** The same query with those back in place that Streak has a better one for. */
  static Query restore(Query query) {
    return switch (query) {
      case BooleanQuery bool -> bool(bool);
      case BoostQuery boost -> {
        Query inner = restore(boost.getQuery());
        yield inner == boost.getQuery() ? boost : new BoostQuery(inner, boost.getBoost());
      }
      case ConstantScoreQuery constant -> {
        Query inner = restore(constant.getQuery());
        yield inner == constant.getQuery() ? constant : new ConstantScoreQuery(inner);
      }
      case IndexOrDocValuesQuery either -> {
        Query index = restore(either.getIndexQuery());
        yield index == either.getIndexQuery()
            ? either
            : new IndexOrDocValuesQuery(index, either.getRandomAccessQuery());
      }
      case DisjunctionMaxQuery max -> disjunctionMax(max);
      default -> query.getClass().getName().startsWith(WRAPPERS) ? unwrap(query) : query;
    };
  }

  private static Query unwrap(Query wrapper) {
    Query[] inside = {wrapper};
    wrapper.visit(
        new QueryVisitor() {
          @Override
          public void consumeTermsMatching(
              Query query, String field, Supplier<ByteRunAutomaton> automaton) {
            if (WANTED.contains(query.getClass())) {
              inside[0] = query;
            }
          }

          @Override
          public QueryVisitor getSubVisitor(BooleanClause.Occur occur, Query parent) {
            return this;
          }
        });
    return inside[0];
  }

  private static Query bool(BooleanQuery query) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    builder.setMinimumNumberShouldMatch(query.getMinimumNumberShouldMatch());
    boolean changed = false;
    for (BooleanClause clause : query) {
      Query inner = restore(clause.query());
      changed |= inner != clause.query();
      builder.add(inner, clause.occur());
    }
    return changed ? builder.build() : query;
  }

  private static Query disjunctionMax(DisjunctionMaxQuery query) {
    List<Query> disjuncts = new ArrayList<>();
    boolean changed = false;
    for (Query disjunct : query.getDisjuncts()) {
      Query inner = restore(disjunct);
      changed |= inner != disjunct;
      disjuncts.add(inner);
    }
    return changed ? new DisjunctionMaxQuery(disjuncts, query.getTieBreakerMultiplier()) : query;
  }
}
