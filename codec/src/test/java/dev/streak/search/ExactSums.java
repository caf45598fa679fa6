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

import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;

/**
 * Another similarity's scores in whole quarters, so that their sums do not depend on the order.
 * Lucene adds a required clause and its optional ones in an order that depends on how many of the
 * optional ones find something in a segment; ours know that nothing is there before they read, so
 * the last bit of a score may differ where {@code minimumNumberShouldMatch} is set.
 */
final class ExactSums extends Similarity {
  private static final float PARTS = 4;

  private final Similarity in;

  ExactSums(Similarity in) {
    super(in.getDiscountOverlaps());
    this.in = in;
  }

  @Override
  public long computeNorm(FieldInvertState state) {
    return in.computeNorm(state);
  }

  @Override
  public SimScorer scorer(
      float boost, CollectionStatistics collection, TermStatistics... statistics) {
    SimScorer scores = in.scorer(boost, collection, statistics);
    return new SimScorer() {
      @Override
      public float score(float freq, long norm) {
        return Math.round(scores.score(freq, norm) * PARTS) / PARTS;
      }
    };
  }
}
