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
package dev.streak.lookup;

import dev.streak.postings.LeafTerms;
import dev.streak.postings.StreakTerms;
import dev.streak.postings.TermEntry;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** A batch of terms in one segment. */
abstract sealed class SegmentTerms {

  private final LeafReader reader;
  private final int docBase;
  private PostingsEnum reuse;

  private SegmentTerms(LeafReader reader, int docBase) {
    this.reader = reader;
    this.docBase = docBase;
  }

  /**
   * Returns null if the segment does not have the field.
   *
   * @throws IllegalArgumentException if it has the field, but not as terms
   */
  static SegmentTerms of(LeafReader reader, int docBase, String field) throws IOException {
    LeafTerms terms = LeafTerms.of(reader, field);
    if (terms == null) {
      LeafTerms.checkIndexed(reader, field);
      return null;
    }
    terms.check();
    return terms.streak() != null
        ? new Entries(reader, docBase, terms.streak())
        : new States(reader, docBase, terms.outermost().iterator());
  }

  abstract void find(BytesRef[] terms) throws IOException;

  abstract void find(long[] ids) throws IOException;

  abstract boolean isFound(int index);

  abstract int docFreq(int index) throws IOException;

  abstract PostingsEnum postings(int index, PostingsEnum reuse) throws IOException;

  final PostingsEnum postings(int index) throws IOException {
    reuse = postings(index, reuse);
    return reuse;
  }

  final int docBase() {
    return docBase;
  }

  final Bits liveDocs() {
    return reader.getLiveDocs();
  }

  /** In a segment of ours. */
  private static final class Entries extends SegmentTerms {
    private final StreakTerms terms;
    private long[] entries;

    Entries(LeafReader reader, int docBase, StreakTerms terms) {
      super(reader, docBase);
      this.terms = terms;
    }

    @Override
    void find(BytesRef[] wanted) throws IOException {
      entries = new long[wanted.length];
      terms.lookup(wanted, 0, wanted.length, entries);
    }

    @Override
    void find(long[] ids) throws IOException {
      entries = new long[ids.length];
      terms.lookup(ids, 0, ids.length, entries);
    }

    @Override
    boolean isFound(int index) {
      return entries[index] != TermEntry.ABSENT;
    }

    @Override
    int docFreq(int index) throws IOException {
      return terms.docFreq(entries[index]);
    }

    @Override
    PostingsEnum postings(int index, PostingsEnum reuse) throws IOException {
      return terms.postings(entries[index], reuse);
    }
  }

  /** In any other segment. */
  private static final class States extends SegmentTerms {
    private final TermsEnum termsEnum;
    private BytesRef[] terms;
    private TermState[] states;

    States(LeafReader reader, int docBase, TermsEnum termsEnum) {
      super(reader, docBase);
      this.termsEnum = termsEnum;
    }

    @Override
    void find(BytesRef[] wanted) throws IOException {
      terms = wanted;
      states = new TermState[wanted.length];
      for (int i = 0; i < wanted.length; i++) {
        states[i] = termsEnum.seekExact(wanted[i]) ? termsEnum.termState() : null;
      }
    }

    @Override
    void find(long[] ids) throws IOException {
      BytesRef[] digits = new BytesRef[ids.length];
      for (int i = 0; i < ids.length; i++) {
        digits[i] = new BytesRef(Long.toString(ids[i]));
      }
      find(digits);
    }

    @Override
    boolean isFound(int index) {
      return states[index] != null;
    }

    @Override
    int docFreq(int index) throws IOException {
      termsEnum.seekExact(terms[index], states[index]);
      return termsEnum.docFreq();
    }

    @Override
    PostingsEnum postings(int index, PostingsEnum reuse) throws IOException {
      termsEnum.seekExact(terms[index], states[index]);
      return termsEnum.postings(reuse, PostingsEnum.NONE);
    }
  }
}
