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
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;

/** What a segment is made of, each part with a digest of its own. */
public enum Part {
  /** Terms, and for each the documents, frequencies, positions, offsets and payloads. */
  TERMS("terms") {
    @Override
    boolean isIn(FieldInfo field) {
      return field.getIndexOptions() != IndexOptions.NONE;
    }

    @Override
    long work(CodecReader segment) throws IOException {
      return TermsDigest.work(segment);
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      new TermsDigest(hashes, segment).run();
    }
  },
  /** Stored fields, in the order in which the document has them. */
  STORED_FIELDS("stored fields") {
    @Override
    boolean isIn(FieldInfo field) {
      // Which fields are stored is not recorded.
      return true;
    }

    @Override
    long work(CodecReader segment) {
      return 20L * segment.maxDoc();
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      StoredFieldsDigest.run(hashes, segment);
    }
  },
  /** Term vectors. */
  TERM_VECTORS("term vectors") {
    @Override
    boolean isIn(FieldInfo field) {
      return field.hasTermVectors();
    }

    @Override
    long work(CodecReader segment) {
      return 50L * segment.maxDoc();
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      TermVectorsDigest.run(hashes, segment);
    }
  },
  /** Doc values of every kind. */
  DOC_VALUES("doc values") {
    @Override
    boolean isIn(FieldInfo field) {
      return field.getDocValuesType() != DocValuesType.NONE;
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      new DocValuesDigest(hashes, segment).run();
    }
  },
  /** Norms. */
  NORMS("norms") {
    @Override
    boolean isIn(FieldInfo field) {
      return field.hasNorms();
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      DocValuesDigest.norms(hashes, segment);
    }
  },
  /** Points. */
  POINTS("points") {
    @Override
    boolean isIn(FieldInfo field) {
      return field.getPointDimensionCount() > 0;
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      VectorsDigest.points(hashes, segment);
    }
  },
  /** Vectors; the graph by which they are searched is no content. */
  VECTORS("vectors") {
    @Override
    boolean isIn(FieldInfo field) {
      return field.hasVectorValues();
    }

    @Override
    void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
      VectorsDigest.vectors(hashes, segment);
    }
  };

  private final String title;

  Part(String title) {
    this.title = title;
  }

  /** What people call it. */
  public String title() {
    return title;
  }

  abstract boolean isIn(FieldInfo field);

  /** Adds what each document has of this part to its hash. */
  abstract void digest(DocumentHashes hashes, CodecReader segment) throws IOException;

  /** About how much there is to do, for the estimate of the time that is left. */
  long work(CodecReader segment) throws IOException {
    long fields = 0;
    for (FieldInfo field : segment.getFieldInfos()) {
      fields += isIn(field) ? 1 : 0;
    }
    return 2 * fields * segment.maxDoc();
  }

  final boolean isIn(CodecReader segment) {
    for (FieldInfo field : segment.getFieldInfos()) {
      if (isIn(field)) {
        return true;
      }
    }
    return false;
  }

  /** Tells a document that has a value in one part from one that has the same in another. */
  final long seed() {
    return Mixing.then(0x5354524541L, title);
  }
}
