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

import dev.streak.docset.CoalescedRuns;
import dev.streak.livedocs.LiveRanks;
import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.Bits;

/**
 * Hands whole runs to the collector, or what is live of them between two deletions. Where documents
 * have to be looked at one by one, because the collector knows which of them compete or nothing is
 * known of deletions but the bits, a {@link MaskedBulkScorer} does the work.
 */
final class RunBulkScorer extends BulkScorer {

  /**
   * A collector of scores is asked after so many documents whether it has enough: one run may be
   * the whole segment.
   */
  private static final int SCORED_WINDOW = 4096;

  private final CoalescedRuns runs;

  /** Null if there are no deletions, or no ranks. */
  private final LiveRanks ranks;

  private final ScoreMode scoreMode;
  private final int maxDoc;
  private final int window;
  private final ConstantScorable scorable;

  /** No run before this one ends after what was scored last. */
  private int cursor;

  private BulkScorer oneByOne;

  RunBulkScorer(CoalescedRuns runs, LiveRanks ranks, float score, ScoreMode scoreMode, int maxDoc) {
    this.runs = runs;
    this.ranks = ranks;
    this.scoreMode = scoreMode;
    this.maxDoc = maxDoc;
    this.window = scoreMode.needsScores() ? SCORED_WINDOW : Integer.MAX_VALUE;
    this.scorable = new ConstantScorable(score);
  }

  @Override
  public int score(LeafCollector anyCollector, Bits acceptDocs, int min, int max)
      throws IOException {
    LeafCollector collector = DocByDocCollector.of(anyCollector);
    boolean known = acceptDocs == null || (ranks != null && ranks.isOf(acceptDocs));
    if (oneByOne != null || known == false || collector.competitiveIterator() != null) {
      return oneByOne().score(collector, acceptDocs, min, max);
    }
    LiveRanks deletions = acceptDocs == null ? null : ranks;
    collector.setScorer(scorable);
    int from = min;
    for (cursor = runs.firstEndingAfter(cursor, from); cursor < runs.runCount(); cursor++) {
      long run = runs.run(cursor);
      from = Math.max(from, CoalescedRuns.start(run));
      int end = CoalescedRuns.end(run);
      while (from < end) {
        if (from >= max) {
          return from;
        }
        if (scorable.minCompetitiveScore > scorable.score) {
          return DocIdSetIterator.NO_MORE_DOCS;
        }
        int to = from + Math.min(window, Math.min(end, max) - from);
        if (deletions == null) {
          collect(collector, from, to);
        } else {
          collectLive(collector, deletions, from, to);
        }
        from = to;
      }
    }
    return DocIdSetIterator.NO_MORE_DOCS;
  }

  private static void collect(LeafCollector collector, int from, int to) throws IOException {
    if (to - from == 1) {
      collector.collect(from);
    } else {
      collector.collectRange(from, to);
    }
  }

  private static void collectLive(LeafCollector collector, LiveRanks ranks, int from, int to)
      throws IOException {
    for (int live = ranks.nextLive(from, to); live < to; ) {
      int deleted = ranks.nextDeleted(live, to);
      collect(collector, live, deleted);
      live = ranks.nextLive(deleted, to);
    }
  }

  private BulkScorer oneByOne() throws IOException {
    if (oneByOne == null) {
      oneByOne = MaskedBulkScorer.of(runs.iterator(), ranks, scorable.score, scoreMode, maxDoc);
    }
    return oneByOne;
  }

  @Override
  public long cost() {
    return runs.cardinality();
  }

  private static final class ConstantScorable extends Scorable {
    private final float score;
    private float minCompetitiveScore;

    ConstantScorable(float score) {
      this.score = score;
    }

    @Override
    public float score() {
      return score;
    }

    @Override
    public void setMinCompetitiveScore(float minScore) {
      minCompetitiveScore = minScore;
    }
  }
}
