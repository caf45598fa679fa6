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
package dev.streak.bench.workload;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.util.BytesRef;

/** Answers that two indexes with the same document numbers must agree on. */
public final class Answers {
  private static final int TOP = 10;

  private Answers() {}

  /** Documents and scores of the best ten. How many more there are is an estimate: left out. */
  public static long[] top(IndexSearcher searcher, Query query) throws IOException {
    return pack(searcher.search(query, TOP).scoreDocs);
  }

  /** Documents of the first ten in an order of fields. */
  public static long[] top(IndexSearcher searcher, Query query, Sort sort) throws IOException {
    return pack(searcher.search(query, TOP, sort).scoreDocs);
  }

  /** Documents alone, in the order of the hits. */
  public static int[] docs(ScoreDoc[] hits) {
    return Arrays.stream(hits).mapToInt(hit -> hit.doc).toArray();
  }

  private static long[] pack(ScoreDoc[] hits) {
    long[] packed = new long[hits.length];
    for (int i = 0; i < hits.length; i++) {
      int score = hits[i] instanceof FieldDoc ? 0 : Float.floatToIntBits(hits[i].score);
      packed[i] = (long) hits[i].doc << 32 | score;
    }
    return packed;
  }

  /** Sum of the documents of unique keys, looked up one by one as an update does. */
  public static long documentsOf(IndexReader reader, String field, BytesRef[] keys)
      throws IOException {
    long sum = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      if (terms == null) {
        continue;
      }
      TermsEnum termsEnum = terms.iterator();
      PostingsEnum postings = null;
      for (BytesRef key : keys) {
        if (termsEnum.seekExact(key)) {
          postings = termsEnum.postings(postings, PostingsEnum.NONE);
          for (int doc = postings.nextDoc();
              doc != DocIdSetIterator.NO_MORE_DOCS;
              doc = postings.nextDoc()) {
            sum += leaf.docBase + doc;
          }
        }
      }
    }
    return sum;
  }
}
