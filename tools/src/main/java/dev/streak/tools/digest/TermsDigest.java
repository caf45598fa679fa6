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
package dev.streak.tools.digest;

import java.io.IOException;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** Terms and postings: each document gets a share from every term that it has. */
final class TermsDigest {
  private static final int REPORT_EVERY = 1 << 20;

  private final DocumentHashes hashes;
  private final CodecReader segment;
  private PostingsEnum postings;
  private long unreported;

  TermsDigest(DocumentHashes hashes, CodecReader segment) {
    this.hashes = hashes;
    this.segment = segment;
  }

  static long work(CodecReader segment) throws IOException {
    long work = 0;
    for (FieldInfo field : segment.getFieldInfos()) {
      Terms terms = terms(segment, field);
      if (terms != null) {
        work += terms.getSumDocFreq() + (terms.hasPositions() ? terms.getSumTotalTermFreq() : 0);
      }
    }
    return work;
  }

  private static Terms terms(CodecReader segment, FieldInfo field) throws IOException {
    boolean indexed = field.getIndexOptions() != IndexOptions.NONE;
    return indexed ? segment.getPostingsReader().terms(field.name) : null;
  }

  void run() throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      Terms terms = terms(segment, field);
      if (terms != null) {
        field(terms, Mixing.then(0, field.name));
      }
    }
    hashes.worked(unreported);
  }

  private void field(Terms terms, long fieldHash) throws IOException {
    postings = null;
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      long termHash = Mixing.then(fieldHash, term);
      if (terms.hasPositions()) {
        positions(each, termHash);
      } else if (terms.hasFreqs()) {
        frequencies(each, termHash);
      } else {
        documents(each, termHash);
      }
      if (unreported >= REPORT_EVERY) {
        hashes.worked(unreported);
        unreported = 0;
      }
    }
  }

  private void documents(TermsEnum term, long termHash) throws IOException {
    postings = term.postings(postings, PostingsEnum.NONE);
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      hashes.add(doc, termHash);
    }
    unreported += term.docFreq();
  }

  private void frequencies(TermsEnum term, long termHash) throws IOException {
    postings = term.postings(postings, PostingsEnum.FREQS);
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      hashes.add(doc, Mixing.then(termHash, postings.freq()));
    }
    unreported += term.docFreq();
  }

  private void positions(TermsEnum term, long termHash) throws IOException {
    postings = term.postings(postings, PostingsEnum.ALL);
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      hashes.add(doc, occurrences(termHash, postings));
    }
    unreported += term.docFreq() + term.totalTermFreq();
  }

  /** The occurrences of a term in the document that {@code postings} is on. */
  static long occurrences(long termHash, PostingsEnum postings) throws IOException {
    int frequency = postings.freq();
    long hash = Mixing.then(termHash, frequency);
    for (int i = 0; i < frequency; i++) {
      hash = Mixing.then(hash, postings.nextPosition());
      if (postings.startOffset() != -1) {
        hash = Mixing.then(hash, (long) postings.startOffset() << 32 | postings.endOffset());
      }
      BytesRef payload = postings.getPayload();
      if (payload != null) {
        hash = Mixing.then(hash, payload);
      }
    }
    return hash;
  }
}
