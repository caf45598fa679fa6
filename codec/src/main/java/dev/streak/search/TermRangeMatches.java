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

import dev.streak.docset.DocUnion;
import dev.streak.docset.MatchingDocs;
import dev.streak.field.LeafTerms;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import java.io.IOException;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of a range of terms in one segment. Where prefix sets lie in the range they stand
 * for all terms that begin alike; the terms between them are enumerated.
 */
final class TermRangeMatches extends SegmentMatches {

  /** A range of no more terms is enumerated for its cost; the cost of a larger one is estimated. */
  private static final int MAX_TERMS_FOR_COST = 1024;

  /** Terms and sets that are visited before there is another look at whether there is time left. */
  private static final int VISITS_OF_A_CHECK = 1 << 12;

  private final LeafTerms leaf;
  private final StreakTerms terms;
  private final PrefixSets sets;
  private final TermRange range;
  private final int maxDoc;

  /** Number of the prefix that is the range, or -1. */
  private final int exactSet;

  private final boolean exactDocs;

  /** Once the whole range has been enumerated. */
  private TermMatches enumerated;

  private boolean complete;
  private long cost;

  private TermRangeMatches(LeafTerms leaf, TermRange range, BytesRef prefix, int maxDoc)
      throws IOException {
    this.leaf = leaf;
    this.terms = leaf.streak();
    this.sets = terms.prefixSets();
    this.range = range;
    this.maxDoc = maxDoc;
    this.exactSet = sets == null || prefix == null ? -1 : indexOf(sets, prefix);
    this.exactDocs = exactSet >= 0 && sets.hasDocs(exactSet);
  }

  /** Whether the terms have a set for {@code prefix}, which knows its number of documents. */
  static boolean isStored(StreakTerms terms, BytesRef prefix) throws IOException {
    PrefixSets sets = terms.prefixSets();
    return sets != null && indexOf(sets, prefix) >= 0;
  }

  private static int indexOf(PrefixSets sets, BytesRef prefix) throws IOException {
    int index = sets.ceiling(prefix);
    return index < sets.size() && sets.prefix(index).equals(prefix) ? index : -1;
  }

  /**
   * The matches of a range, or null when it is found out at once that there are none.
   *
   * @param prefix that all terms of the range and no others begin with, or null
   */
  static TermRangeMatches of(LeafTerms leaf, TermRange range, BytesRef prefix, int maxDoc)
      throws IOException {
    TermRangeMatches matches = new TermRangeMatches(leaf, range, prefix, maxDoc);
    matches.findCost();
    return matches.complete && matches.enumerated == null ? null : matches;
  }

  private void findCost() throws IOException {
    if (exactSet >= 0) {
      cost = sets.docCount(exactSet);
      return;
    }
    enumerate(MAX_TERMS_FOR_COST);
    if (complete) {
      cost = enumerated == null ? 0 : enumerated.cost();
    } else {
      cost = terms.getDocCount();
    }
  }

  @Override
  long cost() {
    return cost;
  }

  @Override
  int count() throws IOException {
    if (exactSet >= 0) {
      return sets.docCount(exactSet);
    }
    if (sets != null && complete == false && terms.getSumDocFreq() == terms.getDocCount()) {
      return sumOfDisjoint();
    }
    TermMatches all = enumerateAll();
    return all == null ? 0 : all.count();
  }

  @Override
  int count(LiveRanks ranks) throws IOException {
    if (exactDocs) {
      LiveCount count = new LiveCount(ranks);
      sets.collect(exactSet, count);
      return count.count();
    }
    TermMatches all = enumerateAll();
    return all == null ? 0 : all.count(ranks);
  }

  /** Of a field whose documents have one term each; nothing is united. */
  private int sumOfDisjoint() throws IOException {
    long[] sum = new long[1];
    walk(
        new Visitor() {
          @Override
          public boolean wants(int set) {
            return true;
          }

          @Override
          public void set(int set) throws IOException {
            sum[0] += sets.docCount(set);
          }

          @Override
          public boolean term(TermsEnum termsEnum) throws IOException {
            sum[0] += termsEnum.docFreq();
            return true;
          }
        });
    return Math.toIntExact(sum[0]);
  }

  @Override
  synchronized DocIdSetIterator lazyIterator(long moves) throws IOException {
    return enumerated == null ? null : enumerated.lazyIterator(moves);
  }

  @Override
  MatchingDocs unite() throws IOException {
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

  /** Enumerates the range; gives up, with {@link #complete} false, after {@code maxTerms} terms. */
  private void enumerate(long maxTerms) throws IOException {
    TermMatches.Builder builder = new TermMatches.Builder(terms, maxDoc, 0);
    long[] left = {maxTerms};
    complete =
        walk(
            new Visitor() {
              @Override
              public boolean wants(int set) throws IOException {
                return sets.hasDocs(set);
              }

              @Override
              public void set(int set) throws IOException {
                builder.addSet(sets, set);
              }

              @Override
              public boolean term(TermsEnum termsEnum) throws IOException {
                builder.add(terms.entry(termsEnum));
                return --left[0] >= 0;
              }
            });
    enumerated = complete ? builder.build(null) : null;
  }

  private interface Visitor {
    /** Whether the set may stand for its terms. */
    boolean wants(int set) throws IOException;

    void set(int set) throws IOException;

    /** Returns false to stop. */
    boolean term(TermsEnum termsEnum) throws IOException;
  }

  /** Visits sets and, where there are none, terms. Returns false if the visitor stopped it. */
  private boolean walk(Visitor visitor) throws IOException {
    TermsEnum termsEnum = terms.iterator();
    int[] visits = {0};
    BytesRef at = range.from();
    while (at != null && range.endsBefore(at) == false) {
      int set = nextSet(at, visitor);
      BytesRef prefix = set < 0 ? null : sets.prefix(set);
      if (terms(termsEnum, at, set < 0 ? range.to() : prefix, visitor, visits) == false) {
        return false;
      }
      if (set < 0) {
        return true;
      }
      check(visits);
      visitor.set(set);
      at = TermRange.afterPrefix(prefix);
    }
    return true;
  }

  private void check(int[] visits) throws IOException {
    if (++visits[0] % VISITS_OF_A_CHECK == 0) {
      leaf.check();
    }
  }

  /** The first set from {@code at} on that the visitor wants and that lies in the range, or -1. */
  private int nextSet(BytesRef at, Visitor visitor) throws IOException {
    if (sets == null) {
      return -1;
    }
    for (int set = sets.ceiling(at); set < sets.size(); set++) {
      BytesRef prefix = sets.prefix(set);
      if (range.endsBefore(prefix)) {
        return -1;
      }
      if (visitor.wants(set) && range.holdsAllOf(prefix)) {
        return set;
      }
    }
    return -1;
  }

  private boolean terms(
      TermsEnum termsEnum, BytesRef from, BytesRef to, Visitor visitor, int[] visits)
      throws IOException {
    if (termsEnum.seekCeil(from) == TermsEnum.SeekStatus.END) {
      return true;
    }
    for (BytesRef term = termsEnum.term(); term != null; term = termsEnum.next()) {
      if (to != null && term.compareTo(to) >= 0) {
        return true;
      }
      check(visits);
      if (visitor.term(termsEnum) == false) {
        return false;
      }
    }
    return true;
  }
}
