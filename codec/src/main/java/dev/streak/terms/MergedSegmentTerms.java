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
package dev.streak.terms;

import dev.streak.columns.TermWords;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import org.apache.lucene.index.DocIDMerger;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** The terms of one of the segments that are merged, and the documents of the current one. */
final class MergedSegmentTerms extends DocIDMerger.Sub {

  /** The place of the segment among those that are merged. */
  private final int number;

  /** Null if the segment was not written by this codec. */
  private final StreakTerms streak;

  private final TermsEnum terms;
  private BytesRef term;

  /** The first eight bytes of the term, as a number that is less where they come before. */
  private long beginning;

  /** Null where a term never had more than a run. */
  private PostingsEnum postings;

  /** Documents of a run that are left; none if there are postings. */
  private int runDoc;

  private int runEnd;
  private boolean isRun;

  MergedSegmentTerms(Terms terms, int number, MergeState.DocMap docMap) throws IOException {
    super(docMap);
    this.number = number;
    // Whatever finds terms faster has nothing to do here.
    this.streak = terms instanceof StreakTerms ours ? ours.dictionary() : null;
    this.terms = streak != null ? streak.iterator() : terms.iterator();
  }

  int number() {
    return number;
  }

  /** Goes to the next term; returns false if there is none. */
  boolean next() throws IOException {
    term = terms.next();
    if (term == null) {
      return false;
    }
    int length = Math.min(term.length, Long.BYTES);
    beginning = TermWords.load(term.bytes, term.offset, length) + Long.MIN_VALUE;
    return true;
  }

  BytesRef term() {
    return term;
  }

  boolean isBefore(MergedSegmentTerms other) {
    return beginning != other.beginning
        ? beginning < other.beginning
        : term.compareTo(other.term) < 0;
  }

  boolean hasSameTerm(MergedSegmentTerms other) {
    return beginning == other.beginning && term.bytesEquals(other.term);
  }

  /** Goes before the first document of the term. */
  void openDocs() throws IOException {
    if (streak == null) {
      postings = terms.postings(postings, PostingsEnum.NONE);
      return;
    }
    long entry = streak.entry(terms);
    isRun = TermEntry.isRun(entry);
    if (isRun) {
      runDoc = TermEntry.runStart(entry);
      runEnd = runDoc + TermEntry.runLength(entry);
    } else {
      postings = streak.postings(entry, postings);
    }
  }

  @Override
  public int nextDoc() throws IOException {
    if (isRun) {
      return runDoc < runEnd ? runDoc++ : PostingsEnum.NO_MORE_DOCS;
    }
    return postings.nextDoc();
  }
}
