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
package dev.streak.bench.workload.kv;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/** How many documents batches of keys have, counted by a query for each batch. */
final class FilterStore implements Store {
  private final IndexSearcher searcher;
  private final List<Query> queries;

  /** Counts with queries that {@code filter} makes of keys. */
  FilterStore(
      IndexReader reader, BytesRef[][] terms, Function<Collection<BytesRef>, Query> filter) {
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    queries = Arrays.stream(terms).map(batch -> filter.apply(Arrays.asList(batch))).toList();
  }

  private long count(int batch) throws IOException {
    return searcher.count(queries.get(batch));
  }

  @Override
  public long numbers(int batch) throws IOException {
    return count(batch);
  }

  @Override
  public long blobs(int batch) throws IOException {
    return count(batch);
  }

  @Override
  public void close() {}
}
