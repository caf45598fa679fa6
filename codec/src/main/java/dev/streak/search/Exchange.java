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

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;

/** Exchanges the leaves of a tree of queries for ones that understand runs. */
@SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
final class Exchange {

  private static final LongAdder EXCHANGED = new LongAdder();

  /** What else is known to whoever calls. */
  private final UnaryOperator<Query> others;

  /** Whether clauses of a query that may be asked for scores are joined, which exclusions are. */
  private final boolean joinsScored;

  Exchange(UnaryOperator<Query> others, boolean joinsScored) {
    this.others = others;
    this.joinsScored = joinsScored;
  }

  /** Number of leaves that were exchanged in this JVM. */
  static long exchanged() {
    return EXCHANGED.sum();
  }

  /**
   * The query with its leaves exchanged, or itself.
   *
   * @param scored whether scores may be asked for
   */
  Query of(Query query, boolean scored) {
    return switch (query) {
      case MultiTermQuery terms -> leaf(terms, multiTerm(terms));
      case IndexOrDocValuesQuery either -> either(either, scored);
      case BooleanQuery bool -> bool(bool, scored);
      case BoostQuery boost -> {
        Query inner = of(boost.getQuery(), scored);
        yield inner == boost.getQuery() ? boost : new BoostQuery(inner, boost.getBoost());
      }
      case ConstantScoreQuery constant -> {
        Query inner = of(constant.getQuery(), false);
        yield inner == constant.getQuery() ? constant : new ConstantScoreQuery(inner);
      }
      case DisjunctionMaxQuery max -> disjunctionMax(max, scored);
      default -> isOurs(query) ? query : opaque(query, scored);
    };
  }

  /** Whether a query understands runs, and is not exchanged any more. */
  static boolean isOurs(Query query) {
    return query instanceof RunTermsQuery
        || query instanceof RunPrefixQuery
        || query instanceof RunTermRangeQuery
        || query instanceof RunAutomatonQuery;
  }

  private Query other(Query query) {
    return Objects.requireNonNull(others.apply(query), "what others returned");
  }

  private Query leaf(Query original, Query exchanged) {
    if (exchanged == original) {
      return other(original);
    }
    EXCHANGED.increment();
    return exchanged;
  }

  private Query opaque(Query query, boolean scored) {
    MultiTermQuery terms = OpaqueQueries.multiTerm(query);
    if (terms != null) {
      Query exchanged = leaf(terms, multiTerm(terms));
      return exchanged == terms ? query : exchanged;
    }
    if (OpaqueQueries.isNamed(query)) {
      return OpaqueQueries.named(query, inner -> of(inner, scored));
    }
    if (OpaqueQueries.isScored(query)) {
      return OpaqueQueries.scored(query, inner -> of(inner, scored));
    }
    return other(query);
  }

  private static Query multiTerm(MultiTermQuery query) {
    if (isConstantScore(query) == false) {
      return query;
    }
    Class<?> type = query.getClass();
    if (type == PrefixQuery.class) {
      return new RunPrefixQuery((PrefixQuery) query);
    }
    if (type == TermRangeQuery.class) {
      return RunTermRangeQuery.inPlaceOf((TermRangeQuery) query);
    }
    return lookedUpOrGoneThrough(query, query);
  }

  /** What looks all terms up, or goes through them; {@code elsewhere} if the query does neither. */
  private static Query lookedUpOrGoneThrough(MultiTermQuery query, Query elsewhere) {
    Class<?> type = query.getClass();
    if (type == TermInSetQuery.class) {
      return RunTermsQuery.inPlace((TermInSetQuery) query, elsewhere);
    }
    return type == WildcardQuery.class || type == RegexpQuery.class || type == AutomatonQuery.class
        ? RunAutomatonQuery.inPlaceOf((AutomatonQuery) query, elsewhere)
        : elsewhere;
  }

  static boolean isConstantScore(MultiTermQuery query) {
    MultiTermQuery.RewriteMethod method = query.getRewriteMethod();
    return method == MultiTermQuery.CONSTANT_SCORE_BLENDED_REWRITE
        || method == MultiTermQuery.CONSTANT_SCORE_REWRITE;
  }

  /**
   * Both sides match the same documents by contract. Where all terms are looked up or gone through
   * anyway, runs are better than either, unless long lists would be united for the few documents
   * that others lead to: then doc values answer. On segments of other codecs the choice between the
   * two stays.
   */
  private Query either(IndexOrDocValuesQuery either, boolean scored) {
    Query rewritten = OpaqueQueries.multiTerm(either.getIndexQuery());
    Query index = rewritten == null ? either.getIndexQuery() : rewritten;
    if (index instanceof MultiTermQuery terms && isConstantScore(terms)) {
      Query both = lookedUpOrGoneThrough(terms, either);
      if (both != either) {
        return leaf(either, both);
      }
    }
    Query exchanged = of(either.getIndexQuery(), scored);
    return exchanged == either.getIndexQuery()
        ? either
        : new IndexOrDocValuesQuery(exchanged, either.getRandomAccessQuery());
  }

  private Query bool(BooleanQuery query, boolean scored) {
    BooleanQuery clauses = clauses(query, scored);
    if (scored && joinsScored == false) {
      return clauses;
    }
    Query joined = JoinedTerms.of(clauses, scored);
    if (joined != clauses) {
      EXCHANGED.increment();
    }
    return joined;
  }

  private BooleanQuery clauses(BooleanQuery query, boolean scored) {
    return withClauses(query, clause -> of(clause.query(), scored && clause.isScoring()));
  }

  /** The query with others in its clauses, or itself if none is another. */
  static BooleanQuery withClauses(BooleanQuery query, Function<BooleanClause, Query> others) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    builder.setMinimumNumberShouldMatch(query.getMinimumNumberShouldMatch());
    boolean changed = false;
    for (BooleanClause clause : query) {
      Query inner = others.apply(clause);
      changed |= inner != clause.query();
      builder.add(inner, clause.occur());
    }
    return changed ? builder.build() : query;
  }

  private Query disjunctionMax(DisjunctionMaxQuery query, boolean scored) {
    List<Query> disjuncts = new ArrayList<>();
    boolean changed = false;
    for (Query disjunct : query.getDisjuncts()) {
      Query inner = of(disjunct, scored);
      changed |= inner != disjunct;
      disjuncts.add(inner);
    }
    return changed ? new DisjunctionMaxQuery(disjuncts, query.getTieBreakerMultiplier()) : query;
  }
}
