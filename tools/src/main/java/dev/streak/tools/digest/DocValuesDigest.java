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
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/** Doc values of one field after the other; norms are numbers of the same kind. */
final class DocValuesDigest {
  private final DocumentHashes hashes;
  private final CodecReader segment;

  DocValuesDigest(DocumentHashes hashes, CodecReader segment) {
    this.hashes = hashes;
    this.segment = segment;
  }

  static void norms(DocumentHashes hashes, CodecReader segment) throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.hasNorms()) {
        numbers(hashes, Mixing.then(0, field.name), segment.getNormsReader().getNorms(field));
        hashes.worked(2L * segment.maxDoc());
      }
    }
  }

  void run() throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      DocValuesType type = field.getDocValuesType();
      if (type == DocValuesType.NONE) {
        continue;
      }
      DocValuesProducer values = segment.getDocValuesReader();
      long seed = Mixing.then(Mixing.then(0, type.name()), field.name);
      switch (type) {
        case NUMERIC -> numbers(hashes, seed, values.getNumeric(field));
        case BINARY -> binary(seed, values.getBinary(field));
        case SORTED -> sorted(seed, values.getSorted(field));
        case SORTED_NUMERIC -> sortedNumbers(seed, values.getSortedNumeric(field));
        case SORTED_SET -> sortedSet(seed, values.getSortedSet(field));
        default -> throw new IllegalStateException(field.name + ": " + type);
      }
      hashes.worked(2L * segment.maxDoc());
    }
  }

  private static void numbers(DocumentHashes hashes, long seed, NumericDocValues values)
      throws IOException {
    for (int doc = values.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = values.nextDoc()) {
      hashes.add(doc, Mixing.then(seed, values.longValue()));
    }
  }

  private void binary(long seed, BinaryDocValues values) throws IOException {
    for (int doc = values.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = values.nextDoc()) {
      hashes.add(doc, Mixing.then(seed, values.binaryValue()));
    }
  }

  private void sorted(long seed, SortedDocValues values) throws IOException {
    OrdinalHashes terms =
        OrdinalHashes.of(
            seed, values.getValueCount(), values.termsEnum(), ord -> values.lookupOrd((int) ord));
    for (int doc = values.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = values.nextDoc()) {
      hashes.add(doc, terms.hash(values.ordValue()));
    }
  }

  private void sortedNumbers(long seed, SortedNumericDocValues values) throws IOException {
    for (int doc = values.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = values.nextDoc()) {
      long hash = seed;
      for (int i = values.docValueCount(); i > 0; i--) {
        hash = Mixing.then(hash, values.nextValue());
      }
      hashes.add(doc, hash);
    }
  }

  private void sortedSet(long seed, SortedSetDocValues values) throws IOException {
    OrdinalHashes terms =
        OrdinalHashes.of(seed, values.getValueCount(), values.termsEnum(), values::lookupOrd);
    for (int doc = values.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = values.nextDoc()) {
      long hash = 0;
      for (int i = values.docValueCount(); i > 0; i--) {
        hash = Mixing.then(hash, terms.hash(values.nextOrd()));
      }
      hashes.add(doc, hash);
    }
  }
}
