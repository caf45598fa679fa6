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
package dev.streak.tools.inspect;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.IOFunction;

/** Reads all values of a field, so that it is known what they take. */
final class Values {

  enum Kind {
    DOC_VALUES("doc values", Values::docValues),
    NORMS("norms", Values::norms),
    POINTS("points", Values::points),
    VECTORS("vectors, without their graph", Values::vectors);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // has no state
    private final IOFunction<Values, Boolean> read;

    Kind(String title, IOFunction<Values, Boolean> read) {
      this.title = title;
      this.read = read;
    }

    String title() {
      return title;
    }

    /** Whether the field has any. */
    boolean read(Values values) throws IOException {
      return read.apply(values);
    }
  }

  private final CodecReader segment;
  private final FieldInfo field;

  Values(CodecReader segment, FieldInfo field) {
    this.segment = segment;
    this.field = field;
  }

  private boolean docValues() throws IOException {
    DocValuesProducer values = segment.getDocValuesReader();
    switch (field.getDocValuesType()) {
      case NUMERIC -> numbers(values.getNumeric(field));
      case BINARY -> binary(values.getBinary(field));
      case SORTED -> sorted(values.getSorted(field));
      case SORTED_NUMERIC -> sortedNumbers(values.getSortedNumeric(field));
      case SORTED_SET -> sortedSet(values.getSortedSet(field));
      case NONE -> {}
    }
    return field.getDocValuesType() != DocValuesType.NONE;
  }

  private static void numbers(NumericDocValues values) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      values.longValue();
    }
  }

  private static void binary(BinaryDocValues values) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      values.binaryValue();
    }
  }

  private static void sorted(SortedDocValues values) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      values.ordValue();
    }
    all(values.termsEnum());
  }

  private static void sortedNumbers(SortedNumericDocValues values) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      for (int i = values.docValueCount(); i > 0; i--) {
        values.nextValue();
      }
    }
  }

  private static void sortedSet(SortedSetDocValues values) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      for (int i = values.docValueCount(); i > 0; i--) {
        values.nextOrd();
      }
    }
    all(values.termsEnum());
  }

  private static void all(TermsEnum terms) throws IOException {
    while (terms.next() != null) {
      terms.term();
    }
  }

  private boolean norms() throws IOException {
    if (field.hasNorms()) {
      numbers(segment.getNormsReader().getNorms(field));
    }
    return field.hasNorms();
  }

  private boolean points() throws IOException {
    boolean any = field.getPointDimensionCount() > 0;
    PointValues values = any ? segment.getPointsReader().getValues(field.name) : null;
    if (values != null) {
      values.intersect(EVERYTHING);
    }
    return any;
  }

  private static final PointValues.IntersectVisitor EVERYTHING =
      new PointValues.IntersectVisitor() {
        @Override
        public void visit(int doc) {
          // Nothing is kept of it: it was read.
        }

        @Override
        public void visit(int doc, byte[] value) {
          // Nothing is kept of it: it was read.
        }

        @Override
        public PointValues.Relation compare(byte[] min, byte[] max) {
          return PointValues.Relation.CELL_CROSSES_QUERY;
        }
      };

  private boolean vectors() throws IOException {
    if (!field.hasVectorValues()) {
      return false;
    }
    if (field.getVectorEncoding() == VectorEncoding.BYTE) {
      var vectors = segment.getVectorReader().getByteVectorValues(field.name);
      KnnVectorValues.DocIndexIterator each = vectors.iterator();
      while (each.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        vectors.vectorValue(each.index());
      }
    } else {
      var vectors = segment.getVectorReader().getFloatVectorValues(field.name);
      KnnVectorValues.DocIndexIterator each = vectors.iterator();
      while (each.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        vectors.vectorValue(each.index());
      }
    }
    return true;
  }
}
