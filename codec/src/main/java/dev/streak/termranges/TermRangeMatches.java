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

import dev.streak.docset.DocUnion;
import dev.streak.docset.MatchingDocs;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import dev.streak.matches.SegmentMatches;
import dev.streak.matches.TermMatches;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** The documents of terms in one segment of which {@link TermRangeWalk} sees entries and sets. */
final class TermRangeMatches extends SegmentMatches {

  /** A range of no more terms is enumerated for its cost; the cost of a larger one is estimated. */
  private static final int MAX_TERMS_FOR_COST = 1024;

  /**
   * More lists than these are united as they come: none of so many is read lazily, and between two
   * unions there is a look at whether there is time left.
   */
  private static final int MAX_KEPT = 1 << 13;

  /** So many take little memory, however small the segment is. */
  private static final int MIN_KEPT = 1 << 9;

  private final StreakTerms terms;
  private final TermRangeWalk walk;
  private final PrefixSets sets;
  private final int maxDoc;

  /** Number of the prefix that is the range, or -1. */
  private final int exactSet;

  private final boolean exactDocs;

  /** What was found until the enumeration was given up; null if it was not. */
  private TermMatches.Builder builder;

  /** Once the whole range has been enumerated. */
  private TermMatches enumerated;

  private boolean complete;
  private long cost;

  private TermRangeMatches(TermRangeWalk walk, BytesRef prefix, int maxDoc) throws IOException {
    this.terms = walk.terms();
    this.walk = walk;
    this.sets = walk.sets();
    this.maxDoc = maxDoc;
    this.exactSet = walk.setOf(prefix);
    this.exactDocs = exactSet >= 0 && sets.hasDocs(exactSet);
  }

  /**
   * The matches of a walk, or null when it is found out at once that there are none.
   *
   * @param prefix that all terms of the walk and no others begin with, or null
   */
  static TermRangeMatches of(TermRangeWalk walk, BytesRef prefix, int maxDoc) throws IOException {
    TermRangeMatches matches = new TermRangeMatches(walk, prefix, maxDoc);
    matches.findCost();
    return matches.complete && matches.enumerated == null ? null : matches;
  }

  private void findCost() throws IOException {
    if (exactSet >= 0) {
      cost = sets.docCount(exactSet);
      return;
    }
    enumerate(walk.seeksTerms() ? Long.MAX_VALUE : MAX_TERMS_FOR_COST);
    if (complete) {
      cost = enumerated == null ? 0 : enumerated.cost();
    } else {
      cost = terms.getDocCount();
    }
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public long count() throws IOException {
    if (exactSet >= 0) {
      return sets.docCount(exactSet);
    }
    TermMatches all = enumerateAll();
    return all == null ? 0 : all.count();
  }

  @Override
  public long count(LiveRanks ranks) throws IOException {
    if (exactDocs) {
      LiveCount count = new LiveCount(ranks);
      sets.collect(exactSet, count);
      return count.count();
    }
    TermMatches all = enumerateAll();
    return all == null ? 0 : all.count(ranks);
  }

  @Override
  public synchronized DocIdSetIterator lazyIterator(long moves) throws IOException {
    return enumerated == null ? null : enumerated.lazyIterator(moves);
  }

  @Override
  protected MatchingDocs unite() throws IOException {
    if (exactDocs) {
      DocUnion union = new DocUnion(maxDoc, 1);
      union.expectScattered(cost);
      sets.collect(exactSet, union);
      return union.build();
    }
    TermMatches all = enumerateAll();
    return all == null ? new DocUnion(maxDoc, 0).build() : all.docs();
  }

  private synchronized TermMatches enumerateAll() throws IOException {
    if (complete == false) {
      enumerate(Long.MAX_VALUE);
    }
    return enumerated;
  }

  /**
   * Enumerates the range, from where it gave up before. Gives up, with {@link #complete} false,
   * after {@code maxTerms} terms.
   */
  private void enumerate(long maxTerms) throws IOException {
    boolean begun = builder != null;
    TermMatches.Builder found = begun ? builder : new TermMatches.Builder(terms, maxDoc, 0, kept());
    // Where it fails it begins anew.
    builder = null;
    Visitor visitor = new Visitor(found, maxTerms);
    boolean done = begun ? walk.goOn(visitor) : walk.walk(visitor);
    if (done) {
      enumerated = found.build(null);
    } else {
      builder = found;
    }
    complete = done;
  }

  /** So many lists, or runs, take about a bit for each document. */
  private int kept() {
    return Math.clamp(maxDoc / Long.SIZE, MIN_KEPT, MAX_KEPT);
  }

  private final class Visitor implements TermRangeWalk.Visitor {
    private final TermMatches.Builder found;
    private long left;

    Visitor(TermMatches.Builder found, long maxTerms) {
      this.found = found;
      this.left = maxTerms;
    }

    @Override
    public boolean wants(int set) throws IOException {
      return sets.hasDocs(set);
    }

    @Override
    public void set(int set) throws IOException {
      found.addSet(sets, set);
    }

    @Override
    public boolean entries(long[] entries, int count) throws IOException {
      found.add(entries, count);
      left -= count;
      return left >= 0;
    }
  }
}
