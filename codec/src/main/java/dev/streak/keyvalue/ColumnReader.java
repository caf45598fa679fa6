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
package dev.streak.keyvalue;

import java.io.IOException;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;

/** Reads the values of one field, in the order of documents, into a column. */
abstract class ColumnReader {

  private final String field;

  ColumnReader(String field) {
    this.field = field;
  }

  final String field() {
    return field;
  }

  /** The values of a segment, which are read once from the first document to the last. */
  @FunctionalInterface
  interface Values {

    /** Of fields that a segment does not have. */
    Values NONE = (docs, from, to) -> {};

    /** Reads those of the documents {@code from} to {@code to - 1}. */
    void read(FoundDocs docs, int from, int to) throws IOException;
  }

  /** Opens the values of a segment. */
  abstract Values open(LeafReaderContext leaf) throws IOException;

  final DocValuesType docValuesType(LeafReader reader) {
    FieldInfo fieldInfo = reader.getFieldInfos().fieldInfo(field);
    return fieldInfo == null ? DocValuesType.NONE : fieldInfo.getDocValuesType();
  }

  final IllegalArgumentException wrongType(DocValuesType type, String allowed) {
    return new IllegalArgumentException(
        "doc values must be " + allowed + ": field=" + field + " type=" + type);
  }
}
