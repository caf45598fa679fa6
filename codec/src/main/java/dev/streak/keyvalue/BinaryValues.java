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

import dev.streak.field.LeafSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * Reads the byte strings of a segment, by several of Lucene's readers in turn. Each copies its
 * value to a buffer of its own, and who copies it on at once waits until memory has answered. So
 * each reader is asked for a value first; these reads overlap.
 */
final class BinaryValues implements ColumnFiller.Values {

  private static final int MOST_READERS = 64;

  /** Documents that are worth opening one more reader. */
  private static final int DOCS_A_READER = 16;

  /** Larger buffers are read by one reader, which the rest of a value keeps busy. */
  static final int MOST_BUFFER_BYTES = 1_024;

  private final LeafReaderContext leaf;
  private final String field;
  private final BytesColumn column;
  private final List<BinaryDocValues> readers = new ArrayList<>();
  private final BytesRef[] values = new BytesRef[MOST_READERS];

  /** One until it is known how large buffers are. */
  private int mostReaders = 1;

  private boolean knowsBuffers;

  BinaryValues(LeafReaderContext leaf, String field, BytesColumn column) throws IOException {
    this.leaf = leaf;
    this.field = field;
    this.column = column;
    open(1);
  }

  @Override
  public void read(FoundDocs docs, int from, int to) throws IOException {
    open(Math.min(mostReaders, (to - from) / DOCS_A_READER));
    boolean first = true;
    for (int start = from; start < to; start += readers.size()) {
      int count = Math.min(to - start, readers.size());
      ask(docs, start, count);
      for (int i = 0; i < count; i++) {
        BytesRef value = values[i];
        if (value == null) {
          continue;
        }
        if (first) {
          // Values of later segments, too: what does not fit is copied.
          column.expect(docs.size() - start, value.length);
          first = false;
        }
        int place = docs.place(start + i);
        column.begin(place);
        column.add(place, value.bytes, value.offset, value.length);
      }
    }
  }

  /** Asks a reader for each of some documents; null is for one without a value. */
  private void ask(FoundDocs docs, int start, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      BinaryDocValues reader = readers.get(i);
      boolean hasValue = reader.advanceExact(docs.doc(start + i) - leaf.docBase);
      values[i] = hasValue ? reader.binaryValue() : null;
    }
    if (knowsBuffers == false && values[0] != null) {
      knowsBuffers = true;
      boolean small = values[0].bytes.length <= MOST_BUFFER_BYTES;
      // What stands on no segment may make its values anew for each reader.
      mostReaders = small && LeafSegment.of(leaf.reader()) != null ? MOST_READERS : 1;
    }
  }

  private void open(int count) throws IOException {
    while (readers.size() < count) {
      readers.add(DocValues.getBinary(leaf.reader(), field));
    }
  }
}
