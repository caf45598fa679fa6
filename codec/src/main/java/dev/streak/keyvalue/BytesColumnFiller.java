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
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;

/** Fills a column with byte strings of doc values. */
final class BytesColumnFiller extends ColumnFiller {

  private final BytesColumn column;

  BytesColumnFiller(String field, BytesColumn column) {
    super(field, "bytes must be BINARY, SORTED or SORTED_SET");
    this.column = column;
  }

  @Override
  Values open(LeafReaderContext leaf) throws IOException {
    LeafReader reader = leaf.reader();
    DocValuesType type = docValuesType(reader);
    return switch (type) {
      case NONE -> none(leaf);
      case BINARY -> new BinaryValues(leaf, field(), column);
      case SORTED, SORTED_SET -> {
        SortedSetDocValues values = DocValues.getSortedSet(reader, field());
        yield (docs, from, to) -> readSet(leaf, values, docs, from, to);
      }
      default -> throw wrongType(type);
    };
  }

  private void readSet(
      LeafReaderContext leaf, SortedSetDocValues values, FoundDocs docs, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      if (values.advanceExact(docs.doc(i) - leaf.docBase)) {
        int place = docs.place(i);
        column.begin(place);
        for (int k = checkedCount(values.docValueCount(), leaf.reader()); k > 0; k--) {
          BytesRef value = values.lookupOrd(values.nextOrd());
          column.add(place, value.bytes, value.offset, value.length);
        }
      }
    }
  }
}
