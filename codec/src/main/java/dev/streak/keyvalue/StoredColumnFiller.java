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
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;

/**
 * Fills all stored columns of a batch together, so that a document is visited once. Asks for
 * documents ahead of reading them: cold reads overlap.
 */
final class StoredColumnFiller {

  /** Documents asked for ahead. */
  private static final int AHEAD = 64;

  private final Map<String, BytesColumn> columns;

  StoredColumnFiller(Map<String, BytesColumn> columns) {
    this.columns = columns;
  }

  /** Reads the documents {@code from} to {@code to - 1} of a segment; stops when time is over. */
  void read(LeafReaderContext leaf, FoundDocs docs, int from, int to, Deadline deadline)
      throws IOException {
    StoredFields fields = leaf.reader().storedFields();
    for (int start = from; start < to && deadline.isOver() == false; start += AHEAD) {
      int end = Math.min(to, start + AHEAD);
      for (int i = start; i < end; i++) {
        fields.prefetch(docs.doc(i) - leaf.docBase);
      }
      for (int i = start; i < end; i++) {
        fields.document(docs.doc(i) - leaf.docBase, new Values(docs.place(i)));
      }
    }
  }

  private final class Values extends StoredFieldVisitor {
    private final int place;

    Values(int place) {
      this.place = place;
      columns.values().forEach(column -> column.begin(place));
    }

    @Override
    public Status needsField(FieldInfo fieldInfo) {
      return columns.containsKey(fieldInfo.name) ? Status.YES : Status.NO;
    }

    @Override
    public void stringField(FieldInfo fieldInfo, String value) {
      add(fieldInfo, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void binaryField(FieldInfo fieldInfo, byte[] value) {
      add(fieldInfo, value);
    }

    @Override
    public void intField(FieldInfo fieldInfo, int value) {
      throw number(fieldInfo);
    }

    @Override
    public void longField(FieldInfo fieldInfo, long value) {
      throw number(fieldInfo);
    }

    @Override
    public void floatField(FieldInfo fieldInfo, float value) {
      throw number(fieldInfo);
    }

    @Override
    public void doubleField(FieldInfo fieldInfo, double value) {
      throw number(fieldInfo);
    }

    private static IllegalArgumentException number(FieldInfo fieldInfo) {
      return new IllegalArgumentException(
          "stored values must be strings or bytes: field="
              + fieldInfo.name
              + " holds numbers; read them from doc values");
    }

    private void add(FieldInfo fieldInfo, byte[] value) {
      columns.get(fieldInfo.name).add(place, value, 0, value.length);
    }
  }
}
