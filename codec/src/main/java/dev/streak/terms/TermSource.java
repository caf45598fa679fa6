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

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** The terms of a field in ascending order, and the documents of each. */
public interface TermSource {

  /** Goes to the next term and returns it, or null. It is valid until the next call. */
  BytesRef nextTerm() throws IOException;

  /**
   * The next document of the term, or {@link DocIdSetIterator#NO_MORE_DOCS}, after which nobody
   * asks again.
   */
  int nextDoc() throws IOException;

  /** The terms of a segment in the making. */
  static TermSource of(Terms terms) throws IOException {
    TermsEnum termsEnum = terms.iterator();
    return new TermSource() {
      private PostingsEnum postings;

      @Override
      public BytesRef nextTerm() throws IOException {
        BytesRef term = termsEnum.next();
        if (term != null) {
          postings = termsEnum.postings(postings, PostingsEnum.NONE);
        }
        return term;
      }

      @Override
      public int nextDoc() throws IOException {
        return postings.nextDoc();
      }
    };
  }
}
