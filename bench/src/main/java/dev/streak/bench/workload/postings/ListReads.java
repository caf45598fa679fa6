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
package dev.streak.bench.workload.postings;

import dev.streak.bench.workload.UncachedSearcher;
import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/** Ways in which queries read posting lists, on an index of one segment. */
final class ListReads {
  private final String field;
  private final LeafReader leaf;
  private final IndexSearcher searcher;
  private final TermsEnum termsEnum;
  private final FixedBitSet bits;
  private PostingsEnum reuse;

  /**
   * Reads that fill {@code bits}. Those that are compared share them: where in memory bits happen
   * to lie makes a tenth of the time that it takes to set them.
   */
  ListReads(IndexReader reader, String field, FixedBitSet bits) throws IOException {
    this.field = field;
    this.bits = bits;
    leaf = reader.leaves().get(0).reader();
    searcher = UncachedSearcher.of(reader);
    termsEnum = leaf.terms(field).iterator();
  }

  private PostingsEnum open(String term) throws IOException {
    if (termsEnum.seekExact(new BytesRef(term)) == false) {
      throw new IllegalStateException("no such term: " + term);
    }
    reuse = termsEnum.postings(reuse, PostingsEnum.NONE);
    return reuse;
  }

  /** One document after another. */
  long iterate(String term) throws IOException {
    PostingsEnum postings = open(term);
    long sum = 0;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      sum += doc;
    }
    return sum;
  }

  /** From document to document at a distance. */
  long advance(String term, int distance) throws IOException {
    PostingsEnum postings = open(term);
    long sum = 0;
    int doc = postings.nextDoc();
    int last = leaf.maxDoc() - distance;
    while (doc < last) {
      sum += doc;
      doc = postings.advance(doc + distance);
    }
    return sum;
  }

  /** All of a list into a bit set. */
  long intoBitSet(String term) throws IOException {
    bits.clear();
    bits.or(open(term));
    return bits.nextSetBit(0);
  }

  /** Documents in both lists. */
  long and(String first, String second) throws IOException {
    return searcher.count(
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term(field, first)), BooleanClause.Occur.FILTER)
            .add(new TermQuery(new Term(field, second)), BooleanClause.Occur.FILTER)
            .build());
  }

  /** Documents in any list of the field. */
  long union() throws IOException {
    bits.clear();
    TermsEnum terms = leaf.terms(field).iterator();
    while (terms.next() != null) {
      reuse = terms.postings(reuse, PostingsEnum.NONE);
      bits.or(reuse);
    }
    return bits.cardinality();
  }
}
