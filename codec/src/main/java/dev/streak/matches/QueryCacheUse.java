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
package dev.streak.matches;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;

/** Whether Lucene's query cache is going to hold a query. Thread-safe. */
final class QueryCacheUse {

  /** Of smaller segments Lucene's cache holds nothing. */
  private static final int LEAST_CACHED_DOCS = 10_000;

  private final Query query;
  private final IndexSearcher searcher;

  /** Null until it was asked for. */
  private Boolean isWanted;

  QueryCacheUse(Query query, IndexSearcher searcher) {
    this.query = query;
    this.searcher = searcher;
  }

  /** Whether the cache, unless it was told otherwise, may hold the query for a segment. */
  boolean mayHold(LeafReader reader) throws IOException {
    return searcher.getQueryCache() != null && isLargeEnough(reader) && isWanted();
  }

  private boolean isLargeEnough(LeafReader reader) {
    long all = searcher.getIndexReader().maxDoc();
    // A searcher of no segments may be asked about those of others.
    int leaves = Math.max(1, searcher.getLeafContexts().size());
    return reader.maxDoc() >= LEAST_CACHED_DOCS && 2L * reader.maxDoc() > all / leaves;
  }

  /**
   * Whether the searcher's policy wants the query cached. Lucene's cache tells the policy that a
   * query counts, but only in segments without deletions. Where all have some, it is told here.
   */
  private synchronized boolean isWanted() throws IOException {
    if (isWanted == null) {
      QueryCachingPolicy policy = searcher.getQueryCachingPolicy();
      if (searcher.getLeafContexts().stream().allMatch(each -> each.reader().hasDeletions())) {
        policy.onUse(query);
      }
      isWanted = policy.shouldCache(query);
    }
    return isWanted;
  }
}
