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
import dev.streak.matches.DocByDocCollector;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCache;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * An {@link IndexSearcher} that {@linkplain StreakQueries#accelerate accelerates} all it runs: what
 * it is given, what rewriting makes of it, and what queries of any kind have it make weights of. It
 * knows when no scores are asked for, as in counting and in sorting by a field. A query that hides
 * another one from it, and makes the weight of that by itself, is left alone unless {@link #others}
 * knows it. Safe for use by several threads, as Lucene's is.
 */
public class StreakIndexSearcher extends IndexSearcher {

  /** Searches in the calling thread. */
  public StreakIndexSearcher(IndexReader reader) {
    super(reader);
  }

  /** Searches segments in {@code executor}; in the calling thread if that is null. */
  public StreakIndexSearcher(IndexReader reader, Executor executor) {
    super(reader, executor);
  }

  /**
   * What takes the place of a query that {@link StreakQueries} does not know; for subclasses to
   * override. This one returns the query itself.
   *
   * @see StreakQueries#accelerate(Query, UnaryOperator)
   */
  protected Query others(Query query) {
    return query;
  }

  private Query accelerate(Query query) {
    return StreakQueries.rewritten(query, this::others);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
  public Query rewrite(Query original) throws IOException {
    Query rewritten = super.rewrite(accelerate(original));
    Query accelerated = accelerate(rewritten);
    return accelerated == rewritten ? rewritten : super.rewrite(accelerated);
  }

  @Override
  public Weight createWeight(Query query, ScoreMode scoreMode, float boost) throws IOException {
    Query accelerated = StreakQueries.accelerate(query, this::others, scoreMode.needsScores());
    if (accelerated instanceof BooleanQuery clauses) {
      Query told =
          scoreMode == ScoreMode.TOP_SCORES
              ? AmongBest.of(clauses, ByValues.LOOKS_AMONG_BEST)
              : clauses;
      Weight weight = BooleanCount.of(clauses, told.createWeight(this, scoreMode, boost));
      QueryCache cache = getQueryCache();
      // What the cache holds it counts at once.
      return scoreMode.needsScores() || cache == null
          ? weight
          : cache.doCache(weight, getQueryCachingPolicy());
    }
    return super.createWeight(accelerated, scoreMode, boost);
  }

  /** Lucene's own scorers hand over ranges, too. */
  @Override
  protected void searchLeaf(
      LeafReaderContext segment, int minDoc, int maxDoc, Weight weight, Collector collector)
      throws IOException {
    Collector docByDoc =
        new FilterCollector(collector) {
          @Override
          public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            return DocByDocCollector.of(super.getLeafCollector(context));
          }
        };
    super.searchLeaf(segment, minDoc, maxDoc, weight, docByDoc);
  }
}
