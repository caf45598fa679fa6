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

import dev.streak.livedocs.LiveRanks;
import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.Bits;

/**
 * Lucene's scorer of an iterator. It has documents masked by words, whatever the bits of the reader
 * do.
 */
final class MaskedBulkScorer extends BulkScorer {

  private final BulkScorer in;

  /** Null if there are no deletions, or no ranks. */
  private final LiveRanks ranks;

  private MaskedBulkScorer(BulkScorer in, LiveRanks ranks) {
    this.in = in;
    this.ranks = ranks;
  }

  static MaskedBulkScorer of(
      DocIdSetIterator docs, LiveRanks ranks, float score, ScoreMode scoreMode, int maxDoc)
      throws IOException {
    return new MaskedBulkScorer(
        ConstantScoreScorerSupplier.fromIterator(docs, score, scoreMode, maxDoc).bulkScorer(),
        ranks);
  }

  @Override
  public int score(LeafCollector collector, Bits acceptDocs, int min, int max) throws IOException {
    Bits mask = ranks != null && ranks.isOf(acceptDocs) ? ranks : acceptDocs;
    return in.score(DocByDocCollector.of(collector), mask, min, max);
  }

  @Override
  public long cost() {
    return in.cost();
  }
}
