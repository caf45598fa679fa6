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

import dev.streak.docset.LongRadixSorter;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import dev.streak.livedocs.ShortRuns;
import java.io.IOException;

/** Counts the documents of terms that share none: a sum, for which nothing is united. */
final class EntryCount {

  /** Below, arrays for them would take longer than they save. */
  private static final int FEW_ENTRIES = 64;

  private EntryCount() {}

  /**
   * Number of documents of {@code entries[0..count)}, which are changed.
   *
   * @param ranks null if no document is deleted
   */
  static int of(StreakTerms terms, long[] entries, int count, LiveRanks ranks) throws IOException {
    if (ranks != null) {
      ranks.bringNear(count);
    }
    ShortRuns shortRuns = ranks == null || count < FEW_ENTRIES ? null : new ShortRuns(ranks, count);
    int lists = 0;
    long highest = 0;
    long sum = 0;
    for (int from = 0; from < count; from += ShortRuns.SIZE) {
      int to = Math.min(count, from + ShortRuns.SIZE);
      if (shortRuns != null && shortRuns.set(entries, from, to)) {
        sum += shortRuns.count();
        continue;
      }
      for (int i = from; i < to; i++) {
        long entry = entries[i];
        if (TermEntry.isRun(entry)) {
          // An absent term counts as a run of no document: no branch that would be mispredicted.
          int present = (int) ~(entry >> (Long.SIZE - 1));
          int start = TermEntry.runStart(entry) & present;
          int length = TermEntry.runLength(entry) & present;
          sum += ranks == null ? length : ranks.count(start, start + length);
        } else {
          entries[lists++] = entry;
          highest = Math.max(highest, entry);
        }
      }
    }
    if (lists > 0) {
      sum += ofLists(terms, entries, lists, highest, ranks);
    }
    return Math.toIntExact(sum);
  }

  private static long ofLists(
      StreakTerms terms, long[] entries, int count, long highest, LiveRanks ranks)
      throws IOException {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(highest);
    long[] sorted = new LongRadixSorter().sort(entries, count, 0, bits);
    if (ranks == null) {
      return terms.docFreq(sorted, count);
    }
    LiveCount live = new LiveCount(ranks);
    terms.collect(sorted, count, live);
    return live.count();
  }
}
