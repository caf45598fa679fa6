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
import org.apache.lucene.codecs.TermVectorsReader;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Term vectors of one document after the other. */
final class TermVectorsDigest {
  private static final int REPORT_EVERY = 1024;

  private TermVectorsDigest() {}

  static void run(DocumentHashes hashes, CodecReader segment) throws IOException {
    TermVectorsReader reader = segment.getTermVectorsReader();
    if (reader == null) {
      return;
    }
    // What reads in order keeps what it decompressed; closing it would close the segment's.
    @SuppressWarnings("resource")
    TermVectorsReader inOrder = reader.getMergeInstance();
    Bits live = segment.getLiveDocs();
    for (int doc = 0; doc < segment.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        Fields vectors = inOrder.get(doc);
        if (vectors != null) {
          hashes.add(doc, document(vectors));
        }
      }
      if (doc % REPORT_EVERY == REPORT_EVERY - 1) {
        hashes.worked(50L * REPORT_EVERY);
      }
    }
  }

  private static long document(Fields vectors) throws IOException {
    long sum = 0;
    for (String field : vectors) {
      Terms terms = vectors.terms(field);
      long hash = Mixing.then(1, field);
      TermsEnum each = terms.iterator();
      PostingsEnum postings = null;
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        hash = Mixing.then(hash, term);
        postings = each.postings(postings, PostingsEnum.ALL);
        postings.nextDoc();
        hash =
            terms.hasPositions() || terms.hasOffsets()
                ? TermsDigest.occurrences(hash, postings)
                : Mixing.then(hash, postings.freq());
      }
      // Fields come in the order of their numbers, which depend on the segment.
      sum += hash;
    }
    return sum;
  }
}
