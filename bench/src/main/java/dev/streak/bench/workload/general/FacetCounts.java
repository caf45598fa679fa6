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
package dev.streak.bench.workload.general;

import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

/** Counts hits by a keyword's ordinal, in an index of one segment. */
final class FacetCounts extends SimpleCollector {
  private final String field;
  private final int[] counts;
  private SortedDocValues values;

  private FacetCounts(String field, int ordinals) {
    this.field = field;
    this.counts = new int[ordinals];
  }

  static int[] of(IndexSearcher searcher, Query query, String field, int ordinals)
      throws IOException {
    return searcher.search(
        query,
        new CollectorManager<FacetCounts, int[]>() {
          @Override
          public FacetCounts newCollector() {
            return new FacetCounts(field, ordinals);
          }

          @Override
          public int[] reduce(Collection<FacetCounts> collectors) {
            return collectors.iterator().next().counts;
          }
        });
  }

  @Override
  protected void doSetNextReader(LeafReaderContext context) throws IOException {
    values = DocValues.getSorted(context.reader(), field);
  }

  @Override
  public void collect(int doc) throws IOException {
    if (values.advanceExact(doc)) {
      counts[values.ordValue()]++;
    }
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE_NO_SCORES;
  }
}
