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
package dev.streak.it;

import java.io.IOException;
import java.util.TreeMap;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.TermVectors;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * One number for all that can be read from an index, whatever codec wrote it: terms, postings,
 * stored fields, term vectors, doc values, norms, points, vectors, deletions. Two indexes whose
 * segments hold the same documents in the same order have the same digest.
 */
final class IndexDigest {

  private long digest = 17;

  private IndexDigest() {}

  static long of(DirectoryReader reader) throws IOException {
    IndexDigest digest = new IndexDigest();
    for (LeafReaderContext leaf : reader.leaves()) {
      digest.leaf(leaf.reader());
    }
    return digest.digest;
  }

  /** The numbers of fields depend on the order in which they came. */
  private static Iterable<FieldInfo> byName(LeafReader leaf) {
    TreeMap<String, FieldInfo> fields = new TreeMap<>();
    leaf.getFieldInfos().forEach(field -> fields.put(field.name, field));
    return fields.values();
  }

  /** Reads through every checksum first, as a backup or an upgrade would. */
  static long afterIntegrityCheck(DirectoryReader reader) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      leaf.reader().checkIntegrity();
    }
    return of(reader);
  }

  private void leaf(LeafReader leaf) throws IOException {
    add(leaf.maxDoc());
    add(leaf.numDocs());
    Bits live = leaf.getLiveDocs();
    for (int doc = 0; live != null && doc < leaf.maxDoc(); doc++) {
      add(live.get(doc) ? 1 : 0);
    }
    for (FieldInfo field : byName(leaf)) {
      add(field.name);
      if (field.getIndexOptions() != IndexOptions.NONE) {
        terms(leaf.terms(field.name));
      }
      docValues(leaf, field);
      if (field.hasNorms()) {
        numbers(leaf.getNormValues(field.name));
      }
      if (field.getPointDimensionCount() > 0) {
        points(leaf.getPointValues(field.name));
      }
      if (field.getVectorDimension() > 0) {
        vectors(leaf.getFloatVectorValues(field.name));
      }
    }
    documents(leaf);
  }

  private void terms(Terms terms) throws IOException {
    if (terms == null) {
      return;
    }
    add(terms.getDocCount());
    add(terms.getSumDocFreq());
    add(terms.getSumTotalTermFreq());
    add(terms.getMin());
    add(terms.getMax());
    TermsEnum each = terms.iterator();
    TermsEnum seek = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      add(term);
      add(each.docFreq());
      add(each.totalTermFreq());
      postings = each.postings(postings, PostingsEnum.ALL);
      long before = digest;
      postings(terms, postings);
      seek(seek, terms, term, before);
    }
  }

  /** The way of the exact look-up must give what the way of the enumeration gave. */
  private void seek(TermsEnum seek, Terms terms, BytesRef term, long before) throws IOException {
    long expected = digest;
    digest = before;
    if (seek.seekExact(term)) {
      postings(terms, seek.postings(null, PostingsEnum.ALL));
    }
    add(expected == digest ? 1 : 0);
    add(expected);
  }

  private void postings(Terms terms, PostingsEnum postings) throws IOException {
    while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      add(postings.docID());
      int freq = postings.freq();
      add(freq);
      for (int i = 0; i < freq && terms.hasPositions(); i++) {
        add(postings.nextPosition());
        add(postings.startOffset());
        add(postings.endOffset());
        add(postings.getPayload());
      }
    }
  }

  private void docValues(LeafReader leaf, FieldInfo field) throws IOException {
    DocValuesType type = field.getDocValuesType();
    switch (type) {
      case NUMERIC -> numbers(leaf.getNumericDocValues(field.name));
      case BINARY -> {
        BinaryDocValues values = leaf.getBinaryDocValues(field.name);
        while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          add(values.docID());
          add(values.binaryValue());
        }
      }
      case SORTED -> {
        SortedDocValues values = leaf.getSortedDocValues(field.name);
        while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          add(values.docID());
          add(values.lookupOrd(values.ordValue()));
        }
      }
      case SORTED_NUMERIC -> {
        SortedNumericDocValues values = leaf.getSortedNumericDocValues(field.name);
        while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          add(values.docID());
          for (int i = values.docValueCount(); i > 0; i--) {
            add(values.nextValue());
          }
        }
      }
      case SORTED_SET -> {
        SortedSetDocValues values = leaf.getSortedSetDocValues(field.name);
        while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          add(values.docID());
          for (int i = values.docValueCount(); i > 0; i--) {
            add(values.lookupOrd(values.nextOrd()));
          }
        }
      }
      case NONE -> {}
    }
  }

  private void numbers(NumericDocValues values) throws IOException {
    while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      add(values.docID());
      add(values.longValue());
    }
  }

  private void points(PointValues points) throws IOException {
    if (points == null) {
      return;
    }
    add(points.size());
    points.intersect(
        new PointValues.IntersectVisitor() {
          @Override
          public void visit(int doc) {
            throw new AssertionError("every cell crosses");
          }

          @Override
          public void visit(int doc, byte[] packedValue) {
            add(doc);
            add(new BytesRef(packedValue));
          }

          @Override
          public PointValues.Relation compare(byte[] minPackedValue, byte[] maxPackedValue) {
            return PointValues.Relation.CELL_CROSSES_QUERY;
          }
        });
  }

  private void vectors(FloatVectorValues vectors) throws IOException {
    if (vectors == null) {
      return;
    }
    KnnVectorValues.DocIndexIterator each = vectors.iterator();
    while (each.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      add(each.docID());
      for (float value : vectors.vectorValue(each.index())) {
        add(Float.floatToIntBits(value));
      }
    }
  }

  private void documents(LeafReader leaf) throws IOException {
    StoredFields storedFields = leaf.storedFields();
    TermVectors termVectors = leaf.termVectors();
    for (int doc = 0; doc < leaf.maxDoc(); doc++) {
      storedFields.document(doc, new Visitor());
      Fields vectors = termVectors.get(doc);
      if (vectors != null) {
        for (String field : vectors) {
          add(field);
          termVector(vectors.terms(field));
        }
      }
    }
  }

  private void termVector(Terms terms) throws IOException {
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      add(term);
      postings(terms, each.postings(null, PostingsEnum.ALL));
    }
  }

  private void add(long value) {
    digest = (digest ^ value) * 0x9E3779B97F4A7C15L;
    digest ^= digest >>> 32;
  }

  private void add(String value) {
    add(value.hashCode());
  }

  private void add(BytesRef value) {
    if (value == null) {
      add(-1);
      return;
    }
    add(value.length);
    for (int i = 0; i < value.length; i++) {
      add(value.bytes[value.offset + i]);
    }
  }

  private final class Visitor extends StoredFieldVisitor {
    @Override
    public Status needsField(FieldInfo field) {
      add(field.name);
      return Status.YES;
    }

    @Override
    public void binaryField(FieldInfo field, byte[] value) {
      add(new BytesRef(value));
    }

    @Override
    public void stringField(FieldInfo field, String value) {
      add(value);
    }

    @Override
    public void intField(FieldInfo field, int value) {
      add(value);
    }

    @Override
    public void longField(FieldInfo field, long value) {
      add(value);
    }
  }
}
