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
package dev.streak.tools.advise;

import java.io.IOException;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FilterLeafReader.FilterTerms;
import org.apache.lucene.index.FilterLeafReader.FilterTermsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** The documents of a segment that a merge keeps, under the numbers that it gives them. */
final class LiveDocuments {
  private static final int DELETED = -1;

  /** The new number of a document by its old one; null if none is deleted. */
  private final int[] numbers;

  private final int count;

  private LiveDocuments(int[] numbers, int count) {
    this.numbers = numbers;
    this.count = count;
  }

  static LiveDocuments of(CodecReader segment) {
    Bits live = segment.getLiveDocs();
    if (live == null) {
      return new LiveDocuments(null, segment.maxDoc());
    }
    int[] numbers = new int[segment.maxDoc()];
    int count = 0;
    for (int doc = 0; doc < numbers.length; doc++) {
      numbers[doc] = live.get(doc) ? count++ : DELETED;
    }
    return new LiveDocuments(numbers, count);
  }

  int count() {
    return count;
  }

  boolean isLive(int doc) {
    return numbers == null || numbers[doc] != DELETED;
  }

  /** The new number of a document that is live. */
  int number(int doc) {
    return numbers == null ? doc : numbers[doc];
  }

  /** Terms that have such documents, with these. Who walks through them reads all lists. */
  Terms of(Terms terms) {
    return numbers == null ? terms : new LiveTerms(terms);
  }

  /** Its numbers of terms and postings are those of all documents: bounds. */
  private final class LiveTerms extends FilterTerms {
    LiveTerms(Terms in) {
      super(in);
    }

    @Override
    public TermsEnum iterator() throws IOException {
      return new Each(in.iterator());
    }
  }

  private final class Each extends FilterTermsEnum {
    private PostingsEnum postings;
    private int[] docs = new int[1];
    private int docFreq;

    Each(TermsEnum in) {
      super(in);
    }

    @Override
    public BytesRef next() throws IOException {
      for (BytesRef term = in.next(); term != null; term = in.next()) {
        read();
        if (docFreq > 0) {
          return term;
        }
      }
      return null;
    }

    private void read() throws IOException {
      docFreq = 0;
      postings = in.postings(postings, PostingsEnum.NONE);
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        if (isLive(doc)) {
          docs = ArrayUtil.grow(docs, docFreq + 1);
          docs[docFreq++] = number(doc);
        }
      }
    }

    @Override
    public int docFreq() {
      return docFreq;
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) {
      return new ListsOfTerms.Documents(ArrayUtil.copyOfSubArray(docs, 0, docFreq));
    }
  }
}
