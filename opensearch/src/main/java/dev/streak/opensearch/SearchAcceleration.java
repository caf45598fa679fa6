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
import dev.streak.search.StreakQueries;
import java.util.function.BooleanSupplier;
import org.apache.lucene.search.Query;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * Puts Streak's queries in the place of the host's just before a shard is searched. A listener
 * lives beside those of other plugins, unlike the host's other hooks. Filters in aggregations are
 * made elsewhere and stay as they are.
 */
@SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
final class SearchAcceleration implements SearchOperationListener {
  private final BooleanSupplier accelerates;

  /**
   * Of an index.
   *
   * @param accelerates whether queries of users are replaced now
   */
  SearchAcceleration(BooleanSupplier accelerates) {
    this.accelerates = accelerates;
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    // A request for suggestions has no query.
    if (context.query() != null
        && context.parsedQuery() != null
        && isOfAnotherPlugin(context.parsedQuery().query()) == false) {
      Query query = instead(context);
      if (query != context.query()) {
        Accelerated accelerated = new Accelerated(query, context.parsedQuery());
        context.parsedQuery(accelerated);
        accelerated.isTaken = true;
      }
    }
    ParsedQuery postFilter = context.parsedPostFilter();
    if (postFilter != null && accelerates.getAsBoolean()) {
      Query accelerated = StreakQueries.accelerate(postFilter.query());
      if (accelerated != postFilter.query()) {
        context.parsedPostFilter(new ParsedQuery(accelerated, postFilter));
      }
    }
  }

  /**
   * Plugins that bring a way to search, as neural search does for hybrid queries, know them by the
   * class of what was asked for.
   */
  private static boolean isOfAnotherPlugin(Query query) {
    ClassLoader loader = query.getClass().getClassLoader();
    return loader != SearchContext.class.getClassLoader()
        && loader != Query.class.getClassLoader()
        && loader != SearchAcceleration.class.getClassLoader()
        && loader != RunTermsQuery.class.getClassLoader();
  }

  /** What to search for, or the query itself. */
  private Query instead(SearchContext context) {
    Query query = context.query();
    if (accelerates.getAsBoolean()) {
      query = StreakQueries.accelerate(query);
      if (wantsTheBest(context)) {
        query = StreakQueries.amongBest(query, context.trackTotalHitsUpTo());
      }
    }
    boolean endsEarly = context.terminateAfter() != SearchContext.DEFAULT_TERMINATE_AFTER;
    return endsEarly || context.shouldUseIntraSegmentSearch() ? OneByOne.of(query) : query;
  }

  /** Whether no more documents are visited than it takes to find those of the highest scores. */
  private static boolean wantsTheBest(SearchContext context) {
    return context.sort() == null
        && context.size() > 0
        && context.aggregations() == null
        && context.collapse() == null
        && context.scrollContext() == null
        && context.minimumScore() == null
        && context.trackTotalHitsUpTo() >= 0
        && context.trackTotalHitsUpTo() != SearchContext.TRACK_TOTAL_HITS_ACCURATE;
  }

  /**
   * What was asked, which highlighters look for, and some know Lucene's queries only. A context
   * that takes it searches for another query, with the host's filters.
   */
  private static final class Accelerated extends ParsedQuery {
    private final Query accelerated;
    private boolean isTaken;

    Accelerated(Query accelerated, ParsedQuery asked) {
      super(asked.query(), asked);
      this.accelerated = accelerated;
    }

    @Override
    public Query query() {
      return isTaken ? super.query() : accelerated;
    }
  }
}
