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

import dev.streak.matches.ByValues;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.NamedMatches;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;

/** Puts queries that understand runs in the place of Lucene's own. */
public final class StreakQueries {

  private StreakQueries() {}

  /**
   * The same query, faster on segments of Streak. What is replaced:
   *
   * <ul>
   *   <li>{@link TermInSetQuery} by {@link RunTermsQuery}, {@link PrefixQuery} by {@link
   *       RunPrefixQuery}, {@link TermRangeQuery} by {@link RunTermRangeQuery};
   *   <li>{@link WildcardQuery}, {@link RegexpQuery} and {@link AutomatonQuery} by one that unites
   *       runs, too, unless they accept no more than one term;
   *   <li>sixteen or more clauses of a {@link BooleanQuery}, each for one term and all of the same
   *       field, by one {@link RunTermsQuery}: exclusions always; optional clauses where no scores
   *       are asked for, as in a filter or a {@link ConstantScoreQuery}, and no more than one of
   *       them must match.
   * </ul>
   *
   * <p>They are found in boolean, boosted, constant-score, disjunction-max and {@linkplain
   * NamedMatches named} queries, in a {@code FunctionScoreQuery}, as the index side of an {@link
   * IndexOrDocValuesQuery}, and in the form in which a rewrite leaves them. Everything else is left
   * alone: subclasses, which may leave terms out, and queries that were given another rewrite
   * method than {@link MultiTermQuery#CONSTANT_SCORE_BLENDED_REWRITE} or {@link
   * MultiTermQuery#CONSTANT_SCORE_REWRITE}, too. A tree with nothing to replace is returned as it
   * is.
   *
   * <p>Hits, scores and order are those of the original, with two exceptions. Scores below {@link
   * BooleanQuery#getMinimumNumberShouldMatch()} may differ in the last bit: Lucene adds them up in
   * another order where a clause finds nothing in a segment. A block join over blocks of which
   * single children were deleted may differ in these: whether Lucene counts them depends on how it
   * reads the clauses around.
   *
   * <p>For searching only: of Lucene's highlighters {@code Highlighter} and {@code
   * FastVectorHighlighter} find nothing in what stands for others, and are given the original;
   * {@code UnifiedHighlighter} only where it is told not to handle multi-term queries.
   */
  public static Query accelerate(Query query) {
    return accelerate(query, UnaryOperator.identity());
  }

  /**
   * As {@link #accelerate(Query)}, with the help of who knows queries that this class does not.
   *
   * <pre>{@code
   * Query faster(Query query) {
   *   return StreakQueries.accelerate(query, this::other);
   * }
   *
   * Query other(Query query) {
   *   if (query instanceof PermissionQuery permitted) {
   *     Query inner = faster(permitted.inner());
   *     return inner == permitted.inner() ? query : new PermissionQuery(inner, permitted.user());
   *   }
   *   return query;
   * }
   * }</pre>
   *
   * @param others is given each query that is not known here and is not replaced, in its place in
   *     known ones such as {@link BooleanQuery}; returns what takes its place, or the same object:
   *     a query is given again each time that a weight is made of it or of what is around it
   */
  public static Query accelerate(Query query, UnaryOperator<Query> others) {
    return accelerate(query, others, true);
  }

  /** As {@link #accelerate(Query, UnaryOperator)}; scores may not be asked for if not scored. */
  static Query accelerate(Query query, UnaryOperator<Query> others, boolean scored) {
    Exchange exchange = new Exchange(Objects.requireNonNull(others, "others"), true);
    return exchange.of(Objects.requireNonNull(query, "query"), scored);
  }

  /**
   * As {@link #accelerate(Query, UnaryOperator)}, for a rewrite. A query that has a searcher
   * rewrite what is in it, such as Lucene's {@code ComplexPhraseQueryParser} makes, may know
   * Lucene's queries only, so exclusions are left to whoever makes the weight.
   */
  static Query rewritten(Query query, UnaryOperator<Query> others) {
    return new Exchange(others, false).of(query, true);
  }

  /**
   * Tells the sets of terms in an accelerated query that only the best scores are asked for, so
   * that most documents may be passed over: sets that also have doc values look at these for the
   * documents that may be among the best, and unite no long lists for few of them. {@link
   * StreakIndexSearcher} tells them by itself. This is for a host with a searcher of its own, for
   * searches by score, without anything else that collects all hits.
   *
   * @param counted hits that are counted in any case, as Lucene's {@code TopScoreDocCollector} is
   *     told
   */
  public static Query amongBest(Query accelerated, int counted) {
    Objects.requireNonNull(accelerated, "accelerated");
    if (counted < 0) {
      throw new IllegalArgumentException("counted must be >= 0: counted=" + counted);
    }
    long looks = ByValues.LOOKS_AMONG_BEST + (long) counted;
    return AmongBest.of(accelerated, (int) Math.min(looks, Integer.MAX_VALUE));
  }

  /** How many queries of Lucene were replaced in this JVM so far. */
  public static long replaced() {
    return Exchange.exchanged();
  }
}
