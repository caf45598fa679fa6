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

import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveRanks;
import dev.streak.matches.RunWeight;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;

/** A weight that always works out what matches, of a query that is no other's. */
abstract class UncountedWeight extends RunWeight {

  UncountedWeight(Query query, String field, IndexSearcher searcher, ScoreMode mode, float boost) {
    super(query, field, searcher, mode, boost);
  }

  @Override
  protected long count(LeafReaderContext context, LeafTerms terms, LiveRanks ranks) {
    return -1;
  }

  @Override
  protected boolean countsAtOnce(LeafReader reader, StreakTerms terms) {
    return false;
  }

  @Override
  protected boolean isInPlace() {
    return false;
  }
}
