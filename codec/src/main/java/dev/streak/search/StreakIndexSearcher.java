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
import java.util.concurrent.Executor;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;

/** An {@link IndexSearcher} that {@linkplain StreakQueries#accelerate accelerates} all it runs. */
public class StreakIndexSearcher extends IndexSearcher {

  /** Searches in the calling thread. */
  public StreakIndexSearcher(IndexReader reader) {
    super(reader);
  }

  /** Searches segments in {@code executor}. */
  public StreakIndexSearcher(IndexReader reader, Executor executor) {
    super(reader, executor);
  }

  @Override
  public Query rewrite(Query original) throws IOException {
    return super.rewrite(StreakQueries.accelerate(original));
  }
}
