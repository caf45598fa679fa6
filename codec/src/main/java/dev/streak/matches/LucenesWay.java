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
import java.util.function.Supplier;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;

/** Executes a query of Lucene's with the same hits as one of ours, and compares answers with it. */
final class LucenesWay {

  private final Supplier<Query> query;
  private final IndexSearcher searcher;
  private final ScoreMode scoreMode;
  private final float boost;
  private Weight weight;

  /**
   * Makes nothing yet.
   *
   * @param query is asked for the query when it is executed for the first time
   */
  LucenesWay(Supplier<Query> query, IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    this.query = query;
    this.searcher = searcher;
    this.scoreMode = scoreMode;
    this.boost = boost;
  }

  @SuppressWarnings("ReferenceEquality") // a query that rewrites to itself is done
  synchronized Weight weight() throws IOException {
    if (weight == null) {
      // Not rewritten by the searcher, which may be one that puts our query in its place again.
      // Without scores, so that of two clauses for a term one is left, as with Lucene.
      Query rewritten = new ConstantScoreQuery(query.get());
      Query next = rewritten.rewrite(searcher);
      while (next != rewritten) {
        rewritten = next;
        next = rewritten.rewrite(searcher);
      }
      if (rewritten instanceof ConstantScoreQuery constant) {
        rewritten = constant.getQuery();
      }
      weight = rewritten.createWeight(searcher, scoreMode, boost);
    }
    return weight;
  }

  /** What is matched in a segment, deleted documents included. */
  private DocIdSetIterator docs(LeafReaderContext context) throws IOException {
    Scorer scorer = weight().scorer(context);
    return scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
  }

  /** Whether so many live documents are matched. */
  boolean matches(LeafReaderContext context, long count) throws IOException {
    DocIdSetIterator docs = docs(context);
    Bits liveDocs = context.reader().getLiveDocs();
    long right = 0;
    int doc;
    while ((doc = docs.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS) {
      right += liveDocs == null || liveDocs.get(doc) ? 1 : 0;
    }
    return count == right;
  }

  /**
   * Whether the same documents are matched.
   *
   * @param matches null for none
   */
  boolean matches(LeafReaderContext context, SegmentMatches matches) throws IOException {
    DocIdSetIterator docs = docs(context);
    if (matches == null) {
      return docs.nextDoc() == DocIdSetIterator.NO_MORE_DOCS;
    }
    DocIdSetIterator found = matches.docs().iterator();
    int count = 0;
    int doc;
    while ((doc = docs.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS) {
      if (found.nextDoc() != doc) {
        return false;
      }
      count++;
    }
    return found.nextDoc() == DocIdSetIterator.NO_MORE_DOCS && matches.count() == count;
  }
}
