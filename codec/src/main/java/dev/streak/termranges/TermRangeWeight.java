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
package dev.streak.termranges;

import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveRanks;
import dev.streak.matches.RunWeight;
import dev.streak.matches.SegmentMatches;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.BytesRef;

/** Executes a query for the terms of a {@link TermRangeWalk}. */
public abstract class TermRangeWeight extends RunWeight {

  protected TermRangeWeight(
      Query query, String field, IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    super(query, field, searcher, scoreMode, boost);
  }

  /** Goes through the terms of a segment that the query is for. */
  protected abstract TermRangeWalk walk(LeafTerms terms) throws IOException;

  /** What all terms of the walk and no others begin with, or null if that is not known. */
  public BytesRef prefix(StreakTerms terms) {
    return null;
  }

  @Override
  protected final long count(LeafReaderContext context, LeafTerms terms, LiveRanks ranks)
      throws IOException {
    return TermRangeCount.of(walk(terms), prefix(terms.streak()), ranks);
  }

  @Override
  protected final SegmentMatches segmentMatches(LeafReaderContext context, LeafTerms terms)
      throws IOException {
    BytesRef prefix = prefix(terms.streak());
    return TermRangeMatches.of(walk(terms), prefix, context.reader().maxDoc());
  }

  @Override
  protected final boolean countsAtOnce(LeafReader reader, StreakTerms terms) throws IOException {
    BytesRef prefix = prefix(terms);
    return prefix != null
        && reader.hasDeletions() == false
        && TermRangeWalk.isStored(terms, prefix);
  }
}
