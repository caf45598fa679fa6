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
package dev.streak.bench.workload.kv;

import dev.streak.bench.workload.UncachedSearcher;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** How Lucene is asked for values of keys: one key after the other, by queries or by seeks. */
final class LuceneLoops implements Store {
  private final IndexReader reader;
  private final IndexSearcher searcher;
  private final BytesRef[][] batches;
  private final boolean byQuery;

  LuceneLoops(IndexReader reader, BytesRef[][] batches, boolean byQuery) {
    this.reader = reader;
    this.searcher = UncachedSearcher.of(reader);
    this.batches = batches;
    this.byQuery = byQuery;
  }

  private interface DocConsumer {
    void accept(LeafReaderContext leaf, int doc) throws IOException;
  }

  private void forEachDoc(BytesRef[] keys, DocConsumer docs) throws IOException {
    if (byQuery) {
      List<LeafReaderContext> leaves = reader.leaves();
      for (BytesRef key : keys) {
        for (ScoreDoc hit :
            searcher.search(new TermQuery(new Term(KeyValueIndex.KEY, key)), 1).scoreDocs) {
          LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
          docs.accept(leaf, hit.doc - leaf.docBase);
        }
      }
      return;
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      TermsEnum terms = leaf.reader().terms(KeyValueIndex.KEY).iterator();
      Bits liveDocs = leaf.reader().getLiveDocs();
      PostingsEnum postings = null;
      for (BytesRef key : keys) {
        if (terms.seekExact(key)) {
          postings = terms.postings(postings, PostingsEnum.NONE);
          int doc = postings.nextDoc();
          if (doc != DocIdSetIterator.NO_MORE_DOCS && (liveDocs == null || liveDocs.get(doc))) {
            docs.accept(leaf, doc);
          }
        }
      }
    }
  }

  @Override
  public long numbers(int batch) throws IOException {
    long[] sum = new long[1];
    NumericDocValues[][] values = new NumericDocValues[reader.leaves().size()][KeyValues.NUMBERS];
    forEachDoc(
        batches[batch],
        (leaf, doc) -> {
          NumericDocValues[] columns = values[leaf.ord];
          for (int column = 0; column < KeyValues.NUMBERS; column++) {
            // Doc values only go forward.
            if (columns[column] == null || columns[column].docID() > doc) {
              columns[column] = leaf.reader().getNumericDocValues(KeyValueIndex.number(column));
            }
            if (columns[column].advanceExact(doc)) {
              sum[0] += columns[column].longValue();
            }
          }
        });
    return sum[0];
  }

  @Override
  public long blobs(int batch) throws IOException {
    long[] sum = new long[1];
    BinaryDocValues[] values = new BinaryDocValues[reader.leaves().size()];
    forEachDoc(
        batches[batch],
        (leaf, doc) -> {
          if (values[leaf.ord] == null || values[leaf.ord].docID() > doc) {
            values[leaf.ord] = leaf.reader().getBinaryDocValues(KeyValueIndex.BLOB);
          }
          if (values[leaf.ord].advanceExact(doc)) {
            BytesRef blob = values[leaf.ord].binaryValue();
            sum[0] += Store.checksum(blob.bytes, blob.offset);
          }
        });
    return sum[0];
  }

  @Override
  public void close() {}
}
