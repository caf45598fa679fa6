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
package dev.streak.bench.workload;

import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;

/** Searchers that measure the index and not Lucene's cache of queries. */
public final class UncachedSearcher {
  private UncachedSearcher() {}

  /** A stock searcher without a query cache. */
  public static IndexSearcher of(IndexReader reader) {
    return of(new IndexSearcher(reader));
  }

  /** Takes the query cache away from a searcher. */
  public static IndexSearcher of(IndexSearcher searcher) {
    searcher.setQueryCache(null);
    return searcher;
  }
}
