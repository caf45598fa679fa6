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

import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import dev.streak.matches.EntryCount;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/** Counts the documents of a range of terms that share none: a sum, for which nothing is united. */
final class TermRangeCount implements TermRangeWalk.Visitor {

  private final PrefixSets sets;

  /** Null if no document is deleted. */
  private final LiveRanks ranks;

  private final EntryCount sum;

  private TermRangeCount(StreakTerms terms, PrefixSets sets, LiveRanks ranks) {
    this.sets = sets;
    this.ranks = ranks;
    this.sum = new EntryCount(terms, ranks);
  }

  /**
   * Number of documents of a walk, or -1 if they would have to be united.
   *
   * @param prefix that all terms of the walk and no others begin with, or null
   * @param ranks of the live documents, which alone count; null if no document is deleted
   */
  static long of(TermRangeWalk walk, BytesRef prefix, LiveRanks ranks) throws IOException {
    TermRangeCount count = new TermRangeCount(walk.terms(), walk.sets(), ranks);
    int set = walk.setOf(prefix);
    if (set >= 0 && count.wants(set)) {
      count.set(set);
    } else if (walk.terms().isSingleValued()) {
      walk.walk(count);
    } else {
      return -1;
    }
    return count.sum.docs();
  }

  @Override
  public boolean wants(int set) throws IOException {
    return ranks == null || sets.hasDocs(set);
  }

  @Override
  public void set(int set) throws IOException {
    if (ranks == null) {
      sum.addDocs(sets.docCount(set));
    } else {
      LiveCount live = new LiveCount(ranks);
      sets.collect(set, live);
      sum.addDocs(live.count());
    }
  }

  @Override
  public boolean entries(long[] entries, int count) throws IOException {
    sum.add(entries, count);
    return true;
  }
}
