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

import dev.streak.checks.AnswerChecks;
import dev.streak.docset.CoalescedRuns;
import dev.streak.docset.MatchingDocs;
import dev.streak.field.LeafSegment;
import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveRanks;
import dev.streak.livedocs.LiveRanksOfReaders;
import dev.streak.management.StreakLog;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;

/**
 * Executes a query by {@link SegmentMatches} on segments whose terms are {@link StreakTerms}, and
 * by another query with the same hits on all others. What was worked out for a segment is kept as
 * long as the weight lives: counting, costing and iterating one segment ask for the same thing, as
 * do the threads that share a segment.
 */
public abstract class RunWeight extends ConstantScoreWeight {

  private final Query query;
  private final String field;
  private final IndexSearcher searcher;
  private final ScoreMode scoreMode;
  private final AtomicReferenceArray<Known> bySegment;
  private final QueryCacheUse queryCache;
  private final LucenesWay elsewhere;
  private final LucenesWay byValues;

  /** What one of the threads that share a segment works out, while the others wait for it. */
  private final class Known {
    private final LeafReaderContext context;
    private SegmentMatches matches;
    private volatile boolean done;

    Known(LeafReaderContext context) {
      this.context = context;
    }

    synchronized void find(LeafTerms terms) throws IOException {
      if (done == false) {
        matches = segmentMatches(context, terms);
        if (AnswerChecks.isDue()
            && AnswerChecks.noted(elsewhere.matches(context, matches)) == false) {
          distrust(context, terms);
        }
        done = true;
      }
    }
  }

  protected RunWeight(
      Query query, String field, IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    this(query, query, field, searcher, scoreMode, boost);
  }

  /**
   * Of a query that caches know by another one.
   *
   * @param known has the same documents
   */
  protected RunWeight(
      Query query,
      Query known,
      String field,
      IndexSearcher searcher,
      ScoreMode scoreMode,
      float boost) {
    super(known, boost);
    this.query = query;
    this.field = field;
    this.searcher = searcher;
    this.scoreMode = scoreMode;
    this.bySegment = new AtomicReferenceArray<>(searcher.getLeafContexts().size());
    this.queryCache = new QueryCacheUse(known, searcher);
    this.elsewhere = new LucenesWay(this::elsewhereQuery, searcher, scoreMode, boost);
    this.byValues = new LucenesWay(() -> byValues().query(), searcher, scoreMode, boost);
  }

  /** What the query matches in a segment, or null for nothing. */
  protected abstract SegmentMatches segmentMatches(LeafReaderContext context, LeafTerms terms)
      throws IOException;

  /**
   * Counts without working out what matches, or returns -1 if that is not possible.
   *
   * @param ranks null if no document is deleted
   */
  protected abstract long count(LeafReaderContext context, LeafTerms terms, LiveRanks ranks)
      throws IOException;

  /** Whether counting in a segment takes no longer than a cache would take. */
  protected abstract boolean countsAtOnce(LeafReader reader, StreakTerms terms) throws IOException;

  /** Whether the query stands in the place of Lucene's, and finds nothing where that does not. */
  protected abstract boolean isInPlace();

  /** A query with the same hits for segments of other codecs. */
  protected abstract Query elsewhereQuery();

  /** Another query with the same hits, which looks at values of documents, or null. */
  protected ByValues byValues() {
    return null;
  }

  protected final IndexSearcher searcher() {
    return searcher;
  }

  /** Whether a segment is one of those that the weight was made for. */
  @SuppressWarnings("ReferenceEquality") // another reader's segments have contexts of their own
  protected final boolean isOfSearcher(LeafReaderContext context) {
    return context.ord < bySegment.length()
        && searcher.getLeafContexts().get(context.ord) == context;
  }

  /** What is known of a segment, or is going to be. */
  @SuppressWarnings("ReferenceEquality") // another reader's segments have contexts of their own
  private Known known(LeafReaderContext context) {
    if (context.ord >= bySegment.length()) {
      return new Known(context);
    }
    Known known = bySegment.get(context.ord);
    if (known == null || known.context != context) {
      Known fresh = new Known(context);
      Known other = bySegment.compareAndExchange(context.ord, known, fresh);
      known = other != null && other.context == context ? other : fresh;
    }
    return known;
  }

  private void distrust(LeafReaderContext context, LeafTerms terms) {
    terms.streak().distrust();
    StreakLog.warnOnce(
        "wrong answer " + context.reader(),
        () ->
            "In segment "
                + context.reader()
                + " Streak found other documents than Lucene for "
                + query
                + ": the field's fast queries and hash table are not used while it is open."
                + " Please report this");
  }

  /** What knows the matches to go by, or null if Lucene's way is to be taken. */
  private Known trusted(LeafReaderContext context, LeafTerms terms) throws IOException {
    StreakTerms streakTerms = terms.streak();
    if (streakTerms != null && streakTerms.isTrusted()) {
      terms.check();
      Known known = known(context);
      known.find(terms);
      return streakTerms.isTrusted() ? known : null;
    }
    return null;
  }

  private LeafTerms terms(LeafReaderContext context) throws IOException {
    LeafTerms terms = LeafTerms.of(context.reader(), field);
    if (terms == null && isInPlace() == false) {
      LeafTerms.checkIndexed(context.reader(), field);
    }
    return terms;
  }

  /** What looks at values of documents that others lead to, or null if uniting takes less time. */
  private Scorer scorerByValues(LeafReaderContext context, SegmentMatches matches, long leadCost)
      throws IOException {
    ByValues values = byValues();
    if (values == null) {
      return null;
    }
    long united = matches.docsToUnite();
    if (values.isSoonerThan(united, leadCost)) {
      return byValues.weight().scorer(context);
    }
    if (values.isSoonerAmongBest(united) == false) {
      return null;
    }
    Scorer scorer = byValues.weight().scorer(context);
    TwoPhaseIterator looks = scorer == null ? null : scorer.twoPhaseIterator();
    if (looks == null) {
      return null;
    }
    TwoPhaseIterator first = new ValuesFirst(looks, values.mostLooks(united), matches);
    return new ConstantScoreScorer(score(), scoreMode, first);
  }

  @Override
  public final ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    LeafTerms terms = terms(context);
    if (terms == null) {
      return null;
    }
    Known known = trusted(context, terms);
    if (known != null) {
      SegmentMatches matches = known.matches;
      return matches == null ? null : supplier(matches, context);
    }
    return elsewhere.weight().scorerSupplier(context);
  }

  private ScorerSupplier supplier(SegmentMatches matches, LeafReaderContext context)
      throws IOException {
    LeafReader reader = context.reader();
    int maxDoc = reader.maxDoc();
    long cost = matches.cost();
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        Scorer byValues = scorerByValues(context, matches, leadCost);
        if (byValues != null) {
          return byValues;
        }
        DocIdSetIterator lazy = lazyIterator(matches, leadCost);
        return new ConstantScoreScorer(
            score(), scoreMode, lazy != null ? lazy : matches.docs().iterator());
      }

      @Override
      public BulkScorer bulkScorer() throws IOException {
        LiveRanks ranks = reader.hasDeletions() ? LiveRanksOfReaders.of(reader) : null;
        DocIdSetIterator iterator = scoreMode.isExhaustive() ? null : matches.lazyIterator(0);
        if (iterator == null) {
          MatchingDocs docs = matches.docs();
          if (docs instanceof CoalescedRuns runs) {
            return new RunBulkScorer(runs, ranks, score(), scoreMode, maxDoc);
          }
          iterator = docs.iterator();
        }
        return MaskedBulkScorer.of(iterator, ranks, score(), scoreMode, maxDoc);
      }

      @Override
      public long cost() {
        return cost;
      }
    };
  }

  /** Null if all matches are likely to be wanted. */
  private DocIdSetIterator lazyIterator(SegmentMatches matches, long leadCost) throws IOException {
    DocIdSetIterator lazy = matches.lazyIterator(leadCost);
    return lazy != null || scoreMode.isExhaustive() ? lazy : matches.lazyIterator(0);
  }

  @Override
  public final int count(LeafReaderContext context) throws IOException {
    LeafTerms terms = terms(context);
    if (terms == null) {
      return 0;
    }
    if (terms.streak() == null) {
      return elsewhere.weight().count(context);
    }
    if (isForCache(context, terms)) {
      return -1;
    }
    LeafReader reader = context.reader();
    LiveRanks ranks = reader.hasDeletions() ? LiveRanksOfReaders.of(reader) : null;
    if (reader.hasDeletions() && ranks == null) {
      return -1;
    }
    long count = countAtOnce(context, terms, ranks);
    if (count >= 0) {
      return checked(count, reader);
    }
    Known known = trusted(context, terms);
    if (known != null) {
      SegmentMatches found = known.matches;
      count = found == null ? 0 : ranks == null ? found.count() : found.count(ranks);
      return checked(count, reader);
    }
    return elsewhere.weight().count(context);
  }

  /** A sum of what lists say, which are damaged if there are not so many documents. */
  private int checked(long count, LeafReader reader) throws CorruptIndexException {
    if (count > reader.maxDoc()) {
      throw new CorruptIndexException(
          "number of documents is " + count + ", must be at most " + reader.maxDoc(),
          "field " + field + " of segment " + LeafSegment.name(reader));
    }
    return (int) count;
  }

  /** Counts if nothing is known yet that there would be less to do with. */
  private long countAtOnce(LeafReaderContext context, LeafTerms terms, LiveRanks ranks)
      throws IOException {
    Known known = context.ord < bySegment.length() ? bySegment.get(context.ord) : null;
    if ((known != null && known.done) || terms.streak().isTrusted() == false) {
      return -1;
    }
    terms.check();
    long count = count(context, terms, ranks);
    if (count >= 0
        && AnswerChecks.isDue()
        && AnswerChecks.noted(elsewhere.matches(context, count)) == false) {
      distrust(context, terms);
      return -1;
    }
    return count;
  }

  /**
   * Whether to leave counting to Lucene's query cache, which counts what it holds at once. It keeps
   * only what was iterated, so that it would never hold a query that always counts by itself.
   */
  private boolean isForCache(LeafReaderContext context, LeafTerms terms) throws IOException {
    return scoreMode.needsScores() == false
        && queryCache.mayHold(context.reader())
        && countsAtOnce(context.reader(), terms.streak()) == false;
  }

  /** Lucene's explanation, with how the query was executed in the segment. */
  @Override
  public final Explanation explain(LeafReaderContext context, int doc) throws IOException {
    Explanation explanation = super.explain(context, doc);
    if (explanation.isMatch() == false) {
      return Explanation.noMatch(query + " doesn't match id " + doc);
    }
    StreakTerms terms = terms(context).streak();
    boolean found = terms != null && terms.isTrusted();
    return Explanation.match(
        explanation.getValue(),
        query + (score() == 1 ? "" : "^" + score()),
        Explanation.match(
            explanation.getValue(),
            (found ? "found by Streak, " : "found by Lucene's way, ")
                + query.getClass().getSimpleName()));
  }

  @Override
  public final Matches matches(LeafReaderContext context, int doc) throws IOException {
    return elsewhere.weight().matches(context, doc);
  }

  @Override
  public final boolean isCacheable(LeafReaderContext context) {
    return true;
  }
}
