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
import org.apache.lucene.index.ByteVectorValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.search.DocIdSetIterator;

/** Points and vectors. */
final class VectorsDigest {
  private VectorsDigest() {}

  static void points(DocumentHashes hashes, CodecReader segment) throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.getPointDimensionCount() > 0) {
        PointValues values = segment.getPointsReader().getValues(field.name);
        if (values != null) {
          long seed = Mixing.then(Mixing.then(0, field.name), field.getPointDimensionCount());
          values.intersect(new AllPoints(hashes, seed));
        }
        hashes.worked(2L * segment.maxDoc());
      }
    }
  }

  /** Sees every point of every document; a document's points come in no order. */
  private record AllPoints(DocumentHashes hashes, long seed)
      implements PointValues.IntersectVisitor {
    @Override
    public void visit(int doc) {
      throw new IllegalStateException("a point without its value, of document " + doc);
    }

    @Override
    public void visit(int doc, byte[] value) {
      hashes.add(doc, Mixing.then(seed, value, 0, value.length));
    }

    @Override
    public PointValues.Relation compare(byte[] min, byte[] max) {
      return PointValues.Relation.CELL_CROSSES_QUERY;
    }
  }

  static void vectors(DocumentHashes hashes, CodecReader segment) throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.hasVectorValues()) {
        long seed =
            Mixing.then(Mixing.then(0, field.name), field.getVectorSimilarityFunction().name());
        if (field.getVectorEncoding() == VectorEncoding.BYTE) {
          bytes(hashes, seed, segment.getVectorReader().getByteVectorValues(field.name));
        } else {
          floats(hashes, seed, segment.getVectorReader().getFloatVectorValues(field.name));
        }
        hashes.worked(2L * segment.maxDoc());
      }
    }
  }

  private static void floats(DocumentHashes hashes, long seed, FloatVectorValues vectors)
      throws IOException {
    if (vectors == null) {
      return;
    }
    KnnVectorValues.DocIndexIterator each = vectors.iterator();
    for (int doc = each.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = each.nextDoc()) {
      long hash = seed;
      for (float component : vectors.vectorValue(each.index())) {
        hash = Mixing.then(hash, Float.floatToRawIntBits(component));
      }
      hashes.add(doc, hash);
    }
  }

  private static void bytes(DocumentHashes hashes, long seed, ByteVectorValues vectors)
      throws IOException {
    if (vectors == null) {
      return;
    }
    KnnVectorValues.DocIndexIterator each = vectors.iterator();
    for (int doc = each.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = each.nextDoc()) {
      byte[] vector = vectors.vectorValue(each.index());
      hashes.add(doc, Mixing.then(seed, vector, 0, vector.length));
    }
  }
}
