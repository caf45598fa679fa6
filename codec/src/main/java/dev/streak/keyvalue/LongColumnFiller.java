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

/** Fills a column with numbers of doc values. */
final class LongColumnFiller extends ColumnFiller {

  /** Documents whose values are read in one call. */
  private static final int GROUP = 512;

  /** Stands for a missing value, most likely. */
  static final long PERHAPS_MISSING = 0xB5AD_4ECE_DA1C_E2A9L;

  private final LongColumn column;
  private final int[] groupDocs = new int[GROUP];
  private final long[] groupValues = new long[GROUP];

  LongColumnFiller(String field, LongColumn column) {
    super(field, "longs must be NUMERIC or SORTED_NUMERIC");
    this.column = column;
  }

  @Override
  Values open(LeafReaderContext leaf) throws IOException {
    LeafReader reader = leaf.reader();
    // First, because looking up the type takes as long, in each segment.
    NumericDocValues numbers = reader.getNumericDocValues(field());
    if (numbers != null) {
      return single(leaf, numbers);
    }
    DocValuesType type = docValuesType(reader);
    if (type == DocValuesType.NONE || type == DocValuesType.NUMERIC) {
      return none(leaf);
    }
    if (type != DocValuesType.SORTED_NUMERIC) {
      throw wrongType(type);
    }
    SortedNumericDocValues values = DocValues.getSortedNumeric(reader, field());
    NumericDocValues single = DocValues.unwrapSingleton(values);
    return single == null
        ? (docs, from, to) -> readMany(leaf, values, docs, from, to)
        : single(leaf, single);
  }

  private Values single(LeafReaderContext leaf, NumericDocValues values) {
    return values.cost() < leaf.reader().maxDoc()
        ? (docs, from, to) -> readSparse(values, leaf.docBase, docs, from, to)
        : (docs, from, to) -> readDense(leaf, values, docs, from, to);
  }

  /** All documents have a value, it seems: reads many in a call. */
  private void readDense(
      LeafReaderContext leaf, NumericDocValues values, FoundDocs docs, int from, int to)
      throws IOException {
    for (int start = from; start < to; ) {
      int end = start;
      int size = 0;
      int last = -1;
      // Keys that are asked for twice, or that share a document, get one value.
      while (end < to && (size < GROUP || docs.doc(end) == last)) {
        int doc = docs.doc(end++);
        if (doc != last) {
          groupDocs[size++] = doc - leaf.docBase;
          last = doc;
        }
      }
      values.longValues(size, groupDocs, 0, groupValues, 0, PERHAPS_MISSING);
      hand(leaf, docs, start, end);
      start = end;
    }
  }

  /** Puts the values of a group where their keys are. */
  private void hand(LeafReaderContext leaf, FoundDocs docs, int start, int end) throws IOException {
    int at = 0;
    for (int i = start; i < end; i++) {
      if (groupDocs[at] != docs.doc(i) - leaf.docBase) {
        at++;
      }
      long value = groupValues[at];
      if (value != PERHAPS_MISSING || isThere(leaf.reader(), groupDocs[at])) {
        column.set(docs.place(i), value);
      }
    }
  }

  private boolean isThere(LeafReader reader, int doc) throws IOException {
    return DocValues.getSortedNumeric(reader, field()).advanceExact(doc);
  }

  private void readSparse(NumericDocValues values, int docBase, FoundDocs docs, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      if (values.advanceExact(docs.doc(i) - docBase)) {
        column.set(docs.place(i), values.longValue());
      }
    }
  }

  private void readMany(
      LeafReaderContext leaf, SortedNumericDocValues values, FoundDocs docs, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      if (values.advanceExact(docs.doc(i) - leaf.docBase)) {
        int count = checkedCount(values.docValueCount(), leaf.reader());
        column.begin(docs.place(i), count);
        for (int left = count; left > 0; ) {
          // Where a damaged count is too high, the values end before memory does.
          int some = Math.min(GROUP, left);
          column.makeRoom(some);
          for (int k = 0; k < some; k++) {
            column.add(values.nextValue());
          }
          left -= some;
        }
      }
    }
  }
}
