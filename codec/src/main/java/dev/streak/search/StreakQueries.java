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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;

/** Puts queries that understand runs in the place of Lucene's own. */
@SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
public final class StreakQueries {

  private StreakQueries() {}

  /**
   * The same query with every {@link TermInSetQuery} replaced by a {@link RunTermsQuery}, every
   * {@link PrefixQuery} by a {@link RunPrefixQuery} and every {@link TermRangeQuery} by a {@link
   * RunTermRangeQuery}, wherever they stand in boolean, boosted, constant-score and disjunction-max
   * queries or as the index side of an {@link IndexOrDocValuesQuery}. Hits, scores and order are
   * those of the original. A query that was given another rewrite method than a constant-score one
   * is left alone, as are subclasses, which may leave terms out, and everything else; a tree with
   * nothing to replace is returned as it is.
   */
  public static Query accelerate(Query query) {
    return switch (query) {
      case MultiTermQuery terms -> multiTerm(terms);
      case IndexOrDocValuesQuery either -> either(either);
      case BooleanQuery bool -> bool(bool);
      case BoostQuery boost -> {
        Query inner = accelerate(boost.getQuery());
        yield inner == boost.getQuery() ? boost : new BoostQuery(inner, boost.getBoost());
      }
      case ConstantScoreQuery constant -> {
        Query inner = accelerate(constant.getQuery());
        yield inner == constant.getQuery() ? constant : new ConstantScoreQuery(inner);
      }
      case DisjunctionMaxQuery max -> disjunctionMax(max);
      default -> query;
    };
  }

  private static Query multiTerm(MultiTermQuery query) {
    if (isConstantScore(query) == false) {
      return query;
    }
    Class<?> type = query.getClass();
    if (type == TermInSetQuery.class) {
      return terms((TermInSetQuery) query, query);
    }
    if (type == PrefixQuery.class) {
      return new RunPrefixQuery(query.getField(), ((PrefixQuery) query).getPrefix().bytes());
    }
    return type == TermRangeQuery.class ? new RunTermRangeQuery((TermRangeQuery) query) : query;
  }

  private static Query terms(TermInSetQuery original, Query elsewhere) {
    try {
      BytesRef[] terms = new BytesRef[Math.toIntExact(original.getTermsCount())];
      BytesRefIterator iterator = original.getBytesRefIterator();
      for (int i = 0; i < terms.length; i++) {
        terms[i] = BytesRef.deepCopyOf(iterator.next());
      }
      return RunTermsQuery.inPlaceOf(original, terms, elsewhere);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isConstantScore(MultiTermQuery query) {
    MultiTermQuery.RewriteMethod method = query.getRewriteMethod();
    return method == MultiTermQuery.CONSTANT_SCORE_BLENDED_REWRITE
        || method == MultiTermQuery.CONSTANT_SCORE_REWRITE;
  }

  /**
   * Both sides match the same documents by contract, and runs are better than either; on segments
   * of other codecs the choice between the two stays.
   */
  private static Query either(IndexOrDocValuesQuery either) {
    if (either.getIndexQuery() instanceof TermInSetQuery terms
        && terms.getClass() == TermInSetQuery.class
        && isConstantScore(terms)) {
      return terms(terms, either);
    }
    Query index = accelerate(either.getIndexQuery());
    return index == either.getIndexQuery()
        ? either
        : new IndexOrDocValuesQuery(index, either.getRandomAccessQuery());
  }

  private static Query bool(BooleanQuery query) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    builder.setMinimumNumberShouldMatch(query.getMinimumNumberShouldMatch());
    boolean changed = false;
    for (BooleanClause clause : query) {
      Query inner = accelerate(clause.query());
      changed |= inner != clause.query();
      builder.add(inner, clause.occur());
    }
    return changed ? builder.build() : query;
  }

  private static Query disjunctionMax(DisjunctionMaxQuery query) {
    List<Query> disjuncts = new ArrayList<>();
    boolean changed = false;
    for (Query disjunct : query.getDisjuncts()) {
      Query inner = accelerate(disjunct);
      changed |= inner != disjunct;
      disjuncts.add(inner);
    }
    return changed ? new DisjunctionMaxQuery(disjuncts, query.getTieBreakerMultiplier()) : query;
  }
}
