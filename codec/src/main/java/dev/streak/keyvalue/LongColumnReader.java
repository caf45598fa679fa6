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
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;

/** Reads numbers from doc values. */
final class LongColumnReader extends ColumnReader {

  private final LongColumn column;

  LongColumnReader(String field, LongColumn column) {
    super(field);
    this.column = column;
  }

  @Override
  void read(LeafReaderContext leaf, FoundDocs docs, int from, int to) throws IOException {
    LeafReader reader = leaf.reader();
    DocValuesType type = docValuesType(reader);
    if (type == DocValuesType.NONE) {
      return;
    }
    if (type != DocValuesType.NUMERIC && type != DocValuesType.SORTED_NUMERIC) {
      throw wrongType(type, "NUMERIC or SORTED_NUMERIC");
    }
    SortedNumericDocValues values = DocValues.getSortedNumeric(reader, field());
    NumericDocValues single = DocValues.unwrapSingleton(values);
    if (single != null) {
      readSingle(single, leaf.docBase, docs, from, to);
    } else {
      readMany(values, leaf.docBase, docs, from, to);
    }
  }

  private void readSingle(NumericDocValues values, int docBase, FoundDocs docs, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      if (values.advanceExact(docs.doc(i) - docBase)) {
        column.begin(docs.place(i), 1);
        column.add(values.longValue());
      }
    }
  }

  private void readMany(
      SortedNumericDocValues values, int docBase, FoundDocs docs, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      if (values.advanceExact(docs.doc(i) - docBase)) {
        int count = values.docValueCount();
        column.begin(docs.place(i), count);
        for (int k = 0; k < count; k++) {
          column.add(values.nextValue());
        }
      }
    }
  }
}
