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

import dev.streak.docset.DocUnion;
import dev.streak.docset.LongRadixSorter;
import dev.streak.docset.MatchingDocs;
import dev.streak.docset.WindowedUnion;
import dev.streak.field.DocSink;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import dev.streak.queryterms.QueryTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;

/** The documents of a set of terms in one segment. */
public final class TermMatches extends SegmentMatches {

  /** More lists than these are united, which reads each list once and in one go. */
  private static final int MAX_LAZY_LISTS = 1024;

  /** Of more lists no more windows are filled than take as long as uniting them. */
  private static final int MAX_LISTS_OF_ANY_WINDOWS = 64;

  /** Documents of a list on average from which on it pays to read no more than is wanted. */
  private static final long MIN_LAZY_DOCS = 512;

  /** So many documents are united in the time that a list takes to go to a wanted document. */
  private static final long DOCS_PER_MOVE = 32;

  /** The same where a window is filled from there. */
  private static final long DOCS_PER_WINDOW = 128;

  /**
   * Whoever moves once in so many documents of the segment, or more often, goes through most of a
   * window, and may be done after a few windows.
   */
  private static final int DOCS_PER_DENSE_MOVE = 32;

  /** Whoever goes on after so many of these windows is likely to go through all. */
  private static final int MAX_DENSE_WINDOWS = 32;

  /** More lists than these are united as they come: a range may have as many as there are terms. */
  public static final int MAX_KEPT_LISTS = 1 << 20;

  /**
   * Of many lists with fewer documents making iterators takes a good part of what uniting takes,
   * and is done in vain if all turn out to be wanted.
   */
  private static final int MIN_DOCS_OF_MANY = 1 << 13;

  /** Uniting the bits of so many documents of a segment takes as long as uniting one document. */
  private static final int DOCS_OF_BITS = 32;

  private static final int MIN_WINDOW = 64;
  private static final int MAX_WINDOW = 4096;

  /** Documents of a segment for each of these windows: an eighth of what would be all of them. */
  private static final int DENSE_DOCS = 8 * MAX_WINDOW;

  private final StreakTerms terms;
  private final int maxDoc;

  /** Has the documents of the terms that are one run, and of lists that were too many. */
  private final DocUnion union;

  /** Documents put into the union; those of a term that was given twice are counted twice. */
  private final long unitedDocs;

  /** Entries of the other terms, ascending and distinct, which is their order in the file. */
  private final long[] lists;

  private final int listCount;

  /** Prefix sets, whose documents are in another file. */
  private final List<StoredSet> sets;

  private record StoredSet(PrefixSets sets, int index) {}

  /** Whether no two terms share a document. */
  private final boolean singleValued;

  /** The terms as asked for, among which there may be equal ones; null if there are none. */
  private final QueryTerms asked;

  private long listDocs = -1;

  /** From then on the union has documents of lists; of some of them, if one could not be read. */
  private boolean begunToUnite;

  private TermMatches(Builder builder, QueryTerms asked) throws IOException {
    terms = builder.terms;
    maxDoc = builder.maxDoc;
    union = builder.union;
    lists = builder.sortedLists();
    listCount = dropRepeated(lists, builder.listCount);
    sets = builder.sets;
    singleValued = terms.isSingleValued();
    this.asked = asked;
    unitedDocs = builder.unitedDocs;
  }

  private static int dropRepeated(long[] sorted, int size) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return kept;
  }

  @Override
  public long cost() throws IOException {
    if (singleValued && (asked == null || asked.isKnownDistinct())) {
      return unitedDocs + listDocs();
    }
    // Whoever asks what it costs iterates next: counting first would be work done twice.
    MatchingDocs known = hasOnlyRuns() ? docs() : docsIfKnown();
    if (known != null) {
      return known.cardinality();
    }
    return singleValued ? count() : Math.min(maxDoc, unitedDocs + listDocs());
  }

  private boolean hasOnlyRuns() {
    return listCount == 0 && sets.isEmpty();
  }

  /** Whether each document comes once, so that counts can be added up. */
  private boolean isDisjoint() {
    return singleValued && (asked == null || asked.isDistinct());
  }

  @Override
  public long count() throws IOException {
    return isDisjoint() ? unitedDocs + listDocs() : docs().cardinality();
  }

  @Override
  public synchronized long count(LiveRanks ranks) throws IOException {
    if (begunToUnite || union.hasOnlyRuns() == false || isDisjoint() == false) {
      return super.count(ranks);
    }
    LiveCount count = new LiveCount(ranks);
    union.collectRuns(count);
    collectScattered(count);
    return count.count();
  }

  private synchronized long listDocs() throws IOException {
    if (listDocs < 0) {
      long sum = terms.docFreq(lists, listCount);
      for (StoredSet set : sets) {
        sum += set.sets.docCount(set.index);
      }
      listDocs = sum;
    }
    return listDocs;
  }

  @Override
  public synchronized DocIdSetIterator lazyIterator(long moves) throws IOException {
    // Once the documents are worked out the union is gone.
    if (docsIfKnown() != null || union.hasOnlyRuns() == false || sets.isEmpty() == false) {
      return null;
    }
    if (listCount == 0 || listCount > MAX_LAZY_LISTS) {
      return null;
    }
    boolean single = listCount == 1 && unitedDocs == 0;
    long docs = listDocs() / listCount;
    boolean few = moves <= docs / (single ? DOCS_PER_MOVE : DOCS_PER_WINDOW);
    boolean dense = moves >= maxDoc / DOCS_PER_DENSE_MOVE && moves != Long.MAX_VALUE;
    if (docs < MIN_LAZY_DOCS || (few == false && dense == false)) {
      return null;
    }
    boolean mayWantAll = moves == 0 || few == false;
    if (mayWantAll && listCount > MAX_LISTS_OF_ANY_WINDOWS && docs < MIN_DOCS_OF_MANY) {
      return null;
    }
    if (single) {
      return terms.postings(lists[0], null);
    }
    List<DocIdSetIterator> iterators = new ArrayList<>();
    for (int i = 0; i < listCount; i++) {
      iterators.add(terms.postings(lists[i], null));
    }
    if (unitedDocs > 0) {
      iterators.add(union.runs().iterator());
    }
    // A window ends about where the next document is wanted.
    long window =
        few ? Math.clamp(maxDoc / Math.max(1, moves), MIN_WINDOW, MAX_WINDOW) : MAX_WINDOW;
    int windows = few ? Integer.MAX_VALUE : Math.min(MAX_DENSE_WINDOWS, maxDoc / DENSE_DOCS);
    if (listCount > MAX_LISTS_OF_ANY_WINDOWS) {
      windows = (int) Math.min(windows, docs / DOCS_PER_WINDOW);
    }
    return new WindowedUnion(iterators, (int) window, windows, () -> docs().iterator());
  }

  @Override
  public synchronized long docsToUnite() throws IOException {
    if (docsIfKnown() != null || listCount == 0) {
      return 0;
    }
    return Math.min(listDocs(), (long) listCount * (maxDoc / DOCS_OF_BITS));
  }

  @Override
  protected MatchingDocs unite() throws IOException {
    begunToUnite = true;
    if (hasOnlyRuns() == false) {
      union.expectScattered(listDocs());
    }
    collectScattered(union);
    return union.build();
  }

  private void collectScattered(DocSink sink) throws IOException {
    terms.collect(lists, listCount, sink);
    for (StoredSet set : sets) {
      set.sets.collect(set.index, sink);
    }
  }

  /** Takes entries in any order. */
  public static final class Builder {
    /** Entries that are told apart at a time. */
    private static final int AT_ONCE = 256;

    private final StreakTerms terms;
    private final int maxDoc;
    private final int keptLists;
    private final DocUnion union;
    private long unitedDocs;
    private long[] lists = new long[16];
    private int listCount;
    private long highestList;

    /** Of the entries at hand those that are runs. */
    private long[] runs = new long[16];

    private final List<StoredSet> sets = new ArrayList<>();

    public Builder(StreakTerms terms, int maxDoc, int expectedTerms) {
      this(terms, maxDoc, expectedTerms, MAX_KEPT_LISTS);
    }

    /**
     * As the other, for whoever keeps memory low.
     *
     * @param kept more lists than these are united as they come, and more short runs than these
     *     become bits; at least a few hundred
     */
    public Builder(StreakTerms terms, int maxDoc, int expectedTerms, int kept) {
      assert kept >= AT_ONCE : kept;
      this.terms = terms;
      this.maxDoc = maxDoc;
      this.keptLists = kept;
      this.union = new DocUnion(maxDoc, expectedTerms, kept);
    }

    /** Adds {@code entries[0..count)}; {@link TermEntry#ABSENT} ones say nothing. */
    public void add(long[] entries, int count) throws IOException {
      for (int from = 0; from < count; from += AT_ONCE) {
        int to = Math.min(count, from + AT_ONCE);
        if (haveNoLists(entries, from, to)) {
          addRuns(entries, from, to);
        } else {
          int size = divide(entries, from, to);
          addRuns(runs, 0, size);
        }
      }
    }

    private static boolean haveNoLists(long[] entries, int from, int to) {
      long all = -1;
      for (int i = from; i < to; i++) {
        all &= entries[i];
      }
      return TermEntry.isRun(all);
    }

    private void addRuns(long[] entries, int from, int to) {
      for (int i = from; i < to; i++) {
        if (entries[i] != TermEntry.ABSENT) {
          int start = TermEntry.runStart(entries[i]);
          int length = TermEntry.runLength(entries[i]);
          unitedDocs += length;
          union.run(start, start + length);
        }
      }
    }

    /** Keeps entries that are lists, and copies the others. Returns how many these are. */
    private int divide(long[] entries, int from, int to) throws IOException {
      if (listCount + AT_ONCE > keptLists) {
        uniteLists();
      }
      int room = listCount + to - from;
      if (room > lists.length) {
        // Doubled: arrays that grow by an eighth take nine times what the last one does.
        lists = Arrays.copyOf(lists, Math.max(room, Math.min(keptLists, 2 * lists.length)));
      }
      runs = ArrayUtil.growNoCopy(runs, to - from);
      int size = 0;
      int end = listCount;
      long highest = highestList;
      for (int i = from; i < to; i++) {
        long entry = entries[i];
        // Which it is is a matter of chance: a branch would be mispredicted.
        int list = (int) ~entry & 1;
        runs[size] = entry;
        size += 1 - list;
        lists[end] = entry;
        end += list;
        highest = Math.max(highest, entry & -(long) list);
      }
      listCount = end;
      highestList = highest;
      return size;
    }

    /** Adds a stored prefix in the place of all its terms. */
    public void addSet(PrefixSets prefixSets, int index) {
      sets.add(new StoredSet(prefixSets, index));
    }

    private void uniteLists() throws IOException {
      lists = sortedLists();
      unitedDocs += terms.docFreq(lists, listCount);
      union.expectScattered(unitedDocs);
      terms.collect(lists, listCount, union);
      listCount = 0;
    }

    private long[] sortedLists() {
      int bits = Long.SIZE - Long.numberOfLeadingZeros(highestList);
      return new LongRadixSorter().sort(lists, listCount, 0, bits);
    }

    /**
     * What was added, or null when no term has a document.
     *
     * @param asked the terms, if some of them may be equal, or null
     */
    public TermMatches build(QueryTerms asked) throws IOException {
      return unitedDocs == 0 && listCount == 0 && sets.isEmpty()
          ? null
          : new TermMatches(this, asked);
    }
  }
}
