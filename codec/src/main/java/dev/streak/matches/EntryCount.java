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

import dev.streak.docset.LongRadixSorter;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import dev.streak.livedocs.ShortRuns;
import java.io.IOException;

/** Counts the documents of terms that share none: a sum, for which nothing is united. */
public final class EntryCount {

  /** Below, arrays for them would take longer than they save. */
  private static final int FEW_ENTRIES = 64;

  private final StreakTerms terms;

  /** Null if no document is deleted. */
  private final LiveRanks ranks;

  /** Null if all documents count, or entries are few. */
  private ShortRuns shortRuns;

  /** Entries that are runs, of some that are not all. */
  private long[] runs = new long[0];

  private int lists;
  private long sum;

  /**
   * Counts documents of {@code terms}.
   *
   * @param ranks of the live documents, which alone count; null if no document is deleted
   */
  public EntryCount(StreakTerms terms, LiveRanks ranks) {
    this.terms = terms;
    this.ranks = ranks;
  }

  /**
   * Number of documents of {@code entries}, which are changed.
   *
   * @param ranks null if no document is deleted
   */
  public static long of(StreakTerms terms, long[] entries, LiveRanks ranks) throws IOException {
    if (ranks != null) {
      ranks.bringNear(entries.length);
    }
    EntryCount sum = new EntryCount(terms, ranks);
    sum.add(entries, entries.length);
    return sum.docs();
  }

  /** Number of documents that were counted. */
  public long docs() {
    return sum;
  }

  /** Counts documents that were counted elsewhere, too. */
  public void addDocs(long docs) {
    sum += docs;
  }

  /** Counts the documents of {@code entries[0..count)}, which are changed. */
  public void add(long[] entries, int count) throws IOException {
    lists = 0;
    makeRoom(Math.min(ShortRuns.SIZE, count));
    for (int from = 0; from < count; from += ShortRuns.SIZE) {
      int to = Math.min(count, from + ShortRuns.SIZE);
      if (shortRuns != null && shortRuns.set(entries, from, to)) {
        sum += shortRuns.count();
      } else {
        int size = divide(entries, from, to);
        sum += ranks == null ? allDocs(size) : liveDocs(size);
      }
    }
    if (lists > 0) {
      addLists(entries);
    }
  }

  private void makeRoom(int size) {
    if (size <= runs.length) {
      return;
    }
    runs = new long[size];
    shortRuns = ranks == null || size < FEW_ENTRIES ? null : new ShortRuns(ranks, size);
  }

  /** Moves entries that are lists to the front of all, and copies the others. */
  private int divide(long[] entries, int from, int to) {
    int front = lists;
    int size = 0;
    for (int i = from; i < to; i++) {
      long entry = entries[i];
      // Which it is is a matter of chance: a branch would be mispredicted.
      int run = (int) entry & 1;
      runs[size] = entry;
      size += run;
      entries[front] = entry;
      front += 1 - run;
    }
    lists = front;
    return size;
  }

  private long allDocs(int size) {
    long docs = 0;
    for (int i = 0; i < size; i++) {
      docs += TermEntry.lengthOrZero(runs[i]) & ((runs[i] >>> (Long.SIZE - 1)) - 1);
    }
    return docs;
  }

  private long liveDocs(int size) {
    if (shortRuns != null && shortRuns.set(runs, 0, size)) {
      return shortRuns.count();
    }
    long docs = 0;
    for (int i = 0; i < size; i++) {
      // An absent term counts as a run of no document: no branch that would be mispredicted.
      int present = (int) ~(runs[i] >> (Long.SIZE - 1));
      int start = TermEntry.runStart(runs[i]) & present;
      docs += ranks.count(start, start + (TermEntry.runLength(runs[i]) & present));
    }
    return docs;
  }

  private void addLists(long[] entries) throws IOException {
    long highest = 0;
    for (int i = 0; i < lists; i++) {
      highest = Math.max(highest, entries[i]);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(highest);
    long[] sorted = new LongRadixSorter().sort(entries, lists, 0, bits);
    if (ranks == null) {
      sum += terms.docFreq(sorted, lists);
      return;
    }
    LiveCount live = new LiveCount(ranks);
    terms.collect(sorted, lists, live);
    sum += live.count();
  }
}
