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

import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * A batch of terms in one segment. What is found of a term has a place: that of the term in the
 * batch, or, where few terms are found, its place among these.
 */
public abstract sealed class SegmentTerms {

  /** If less than one of so many terms is found, the others have no place. */
  private static final int TERMS_FOR_FOUND = 16;

  private final Bits liveDocs;
  private final int docBase;
  private PostingsEnum reuse;

  /** The terms that have a place, ascending: those that are found. Null if all terms have one. */
  private int[] placed;

  private SegmentTerms(LeafReaderContext leaf) {
    this.liveDocs = leaf.reader().getLiveDocs();
    this.docBase = leaf.docBase;
  }

  /**
   * Returns null if the segment does not have the field.
   *
   * @throws IllegalArgumentException if it has the field, but not as terms
   */
  public static SegmentTerms of(LeafReaderContext leaf, String field) throws IOException {
    LeafTerms terms = LeafTerms.of(leaf.reader(), field);
    if (terms == null) {
      LeafTerms.checkIndexed(leaf.reader(), field);
      return null;
    }
    terms.check();
    return terms.streak() != null
        ? new Entries(leaf, terms.streak())
        : new States(leaf, terms.outermost().iterator());
  }

  public abstract void find(TermBatch batch) throws IOException;

  /** Takes what was found elsewhere: entries of a segment of ours. Returns false of others. */
  public abstract boolean take(TermBatch batch, ProbedEntries probed);

  /** Number of places, each of which has what is known of a term. */
  public abstract int places();

  /** Whether the term of a place is found. */
  abstract boolean isFoundAt(int place);

  public final boolean isFound(int index) {
    int place = place(index);
    return place >= 0 && isFoundAt(place);
  }

  /** Sets {@code marks[index]} of each term that is found. */
  public final void mark(int[] marks, int mark) {
    for (int place = 0; place < places(); place++) {
      if (isFoundAt(place)) {
        marks[placed == null ? place : placed[place]] = mark;
      }
    }
  }

  /** The place of a term; negative if it has none. */
  final int place(int index) {
    return placed == null ? index : Arrays.binarySearch(placed, index);
  }

  /** Whether only terms that are found are to have a place. */
  static boolean areFew(int found, int terms) {
    return found < terms / TERMS_FOR_FOUND;
  }

  /** The terms that are found, of which all have a place; null if they are not few. */
  final int[] few() {
    int[] few = new int[places() / TERMS_FOR_FOUND];
    int count = 0;
    for (int i = 0; i < places(); i++) {
      if (isFoundAt(i)) {
        if (areFew(count + 1, places()) == false) {
          return null;
        }
        few[count++] = i;
      }
    }
    return Arrays.copyOf(few, count);
  }

  /** Says which terms have a place, if not all. */
  final void place(int[] terms) {
    placed = terms;
  }

  public abstract int docFreq(int index) throws IOException;

  abstract PostingsEnum postings(int index, PostingsEnum reuse) throws IOException;

  private PostingsEnum postings(int index) throws IOException {
    reuse = postings(index, reuse);
    return reuse;
  }

  public final int docBase() {
    return docBase;
  }

  /** Hands over all documents with a term that are not deleted, by the numbers of the reader. */
  public final void forEachLive(int index, IntConsumer docs) throws IOException {
    PostingsEnum postings = postings(index);
    // Who is given a document may ask for another term.
    reuse = null;
    int doc;
    while ((doc = nextLive(postings)) != DocIdSetIterator.NO_MORE_DOCS) {
      docs.accept(docBase + doc);
    }
    reuse = postings;
  }

  /** The first document with a term that is not deleted, or {@code NO_MORE_DOCS}. */
  public int firstLive(int index) throws IOException {
    return nextLive(postings(index));
  }

  private int nextLive(PostingsEnum postings) throws IOException {
    int doc = postings.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && isLive(doc) == false) {
      doc = postings.nextDoc();
    }
    return doc;
  }

  final boolean isLive(int doc) {
    return liveDocs == null || liveDocs.get(doc);
  }

  /** In a segment of ours. */
  private static final class Entries extends SegmentTerms {
    private final StreakTerms terms;
    private long[] entries;

    Entries(LeafReaderContext leaf, StreakTerms terms) {
      super(leaf);
      this.terms = terms;
    }

    @Override
    public void find(TermBatch batch) throws IOException {
      entries = new long[batch.size()];
      if (batch.isOutside(terms)) {
        Arrays.fill(entries, TermEntry.ABSENT);
      } else {
        terms.lookup(batch, entries);
      }
      int[] few = few();
      if (few != null) {
        entries = Arrays.stream(few).mapToLong(i -> entries[i]).toArray();
        place(few);
      }
    }

    @Override
    public boolean take(TermBatch batch, ProbedEntries probed) {
      if (areFew(probed.size(), batch.size())) {
        place(probed.terms());
        entries = probed.entries();
      } else {
        entries = probed.ofAll(batch.size());
      }
      return true;
    }

    @Override
    public int places() {
      return entries.length;
    }

    @Override
    boolean isFoundAt(int place) {
      return entries[place] != TermEntry.ABSENT;
    }

    @Override
    public int firstLive(int index) throws IOException {
      long entry = entries[place(index)];
      if (TermEntry.isRun(entry) == false) {
        return super.firstLive(index);
      }
      int start = TermEntry.runStart(entry);
      int end = start + TermEntry.runLength(entry);
      for (int doc = start; doc < end; doc++) {
        if (isLive(doc)) {
          return doc;
        }
      }
      return DocIdSetIterator.NO_MORE_DOCS;
    }

    @Override
    public int docFreq(int index) throws IOException {
      return terms.docFreq(entries[place(index)]);
    }

    @Override
    PostingsEnum postings(int index, PostingsEnum reuse) throws IOException {
      return terms.postings(entries[place(index)], reuse);
    }
  }

  /** In any other segment. */
  private static final class States extends SegmentTerms {
    private final TermsEnum termsEnum;
    private BytesRef[] terms;
    private TermState[] states;

    States(LeafReaderContext leaf, TermsEnum termsEnum) {
      super(leaf);
      this.termsEnum = termsEnum;
    }

    @Override
    public void find(TermBatch batch) throws IOException {
      terms = batch.terms();
      states = new TermState[terms.length];
      for (int i = 0; i < terms.length; i++) {
        states[i] = termsEnum.seekExact(terms[i]) ? termsEnum.termState() : null;
      }
      int[] few = few();
      if (few != null) {
        states = Arrays.stream(few).mapToObj(i -> states[i]).toArray(TermState[]::new);
        place(few);
      }
    }

    @Override
    public boolean take(TermBatch batch, ProbedEntries probed) {
      // Somebody vouched for the reader when they were found, and does so no more.
      return false;
    }

    @Override
    public int places() {
      return states.length;
    }

    @Override
    boolean isFoundAt(int place) {
      return states[place] != null;
    }

    @Override
    public int docFreq(int index) throws IOException {
      termsEnum.seekExact(terms[index], states[place(index)]);
      return termsEnum.docFreq();
    }

    @Override
    PostingsEnum postings(int index, PostingsEnum reuse) throws IOException {
      termsEnum.seekExact(terms[index], states[place(index)]);
      return termsEnum.postings(reuse, PostingsEnum.NONE);
    }
  }
}
