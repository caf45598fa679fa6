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

import dev.streak.coldreads.ReadClock;
import dev.streak.coldreads.SegmentValues;
import dev.streak.field.LeafSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;

/**
 * Reads the values of found documents into columns. Where reads wait for storage, those of the next
 * documents are announced before.
 */
final class ValueReads {

  /** Values that are announced to slow storage before the first of them is read. */
  private static final int ANNOUNCED = 2_048;

  private final List<ColumnFiller> columns;

  /** Null if no stored values are asked for. */
  private final StoredColumnFiller stored;

  private final ReadClock clock;

  /** Documents of which values are announced at a time. */
  private final int window;

  private final int[] docs;

  /** The place among the found documents up to which all were announced. */
  private int announced;

  ValueReads(List<ColumnFiller> columns, Map<String, BytesColumn> stored, ReadClock clock) {
    this.columns = columns;
    this.stored = stored.isEmpty() ? null : new StoredColumnFiller(stored);
    this.clock = clock;
    this.window = Math.max(16, ANNOUNCED / Math.max(1, columns.size()));
    this.docs = new int[window];
  }

  /** Says that keys are looked up from now on. */
  void start() {
    clock.start();
  }

  /**
   * Reads the values of what was found since {@link #start}; if looking up waited for storage, so
   * will this. Returns false if time ran out before everything was read.
   */
  boolean read(FoundDocs found, int keys, Deadline deadline) throws IOException {
    clock.count(keys);
    announced = 0;
    return (columns.isEmpty() || readColumns(found, deadline))
        && (stored == null || readStored(found, deadline));
  }

  private boolean readStored(FoundDocs found, Deadline deadline) throws IOException {
    for (int from = 0; from < found.size(); ) {
      LeafReaderContext leaf = found.leaf(from);
      int to = found.end(leaf, from);
      stored.read(leaf, found, from, to, deadline);
      if (deadline.isOver()) {
        return false;
      }
      from = to;
    }
    return true;
  }

  /**
   * Documents of a segment that are read at a time.
   *
   * @param values one for each column
   * @param end the place among the found documents of the segment's last one, and one
   */
  private record Part(List<ColumnFiller.Values> values, int from, int to, int end) {}

  /**
   * Reads some documents at a time, of several segments if these have few: each column of them
   * before the next one, as columns are far apart in memory.
   */
  private boolean readColumns(FoundDocs found, Deadline deadline) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (int start = 0; start < found.size(); ) {
      int end = Math.min(found.size(), start + most());
      while (end < found.size() && found.doc(end) == found.doc(end - 1)) {
        end++;
      }
      if (clock.isCold() && announced < end) {
        announce(found, Math.max(start, announced), Math.min(found.size(), start + window));
      }
      open(found, start, end, parts);
      for (int column = 0; column < columns.size(); column++) {
        for (Part part : parts) {
          read(columns.get(column), part.values.get(column), found, part);
        }
      }
      clock.count((end - start) * columns.size());
      for (Part part : parts) {
        if (part.to == part.end && deadline.isOver()) {
          return false;
        }
      }
      start = end;
    }
    return true;
  }

  private static void read(
      ColumnFiller column, ColumnFiller.Values values, FoundDocs found, Part part)
      throws IOException {
    try {
      values.read(found, part.from, part.to);
    } catch (RuntimeException e) {
      throw column.meaning(e, found.leaf(part.from).reader());
    }
  }

  /**
   * Sets {@code parts} to those of some documents; the first may go on in the last one's segment.
   */
  private void open(FoundDocs found, int from, int to, List<Part> parts) throws IOException {
    Part last = parts.isEmpty() ? null : parts.getLast();
    parts.clear();
    for (int at = from; at < to; at = last.to) {
      if (last != null && at < last.end) {
        last = new Part(last.values, at, Math.min(to, last.end), last.end);
      } else {
        LeafReaderContext leaf = found.leaf(at);
        int end = found.end(leaf, at);
        last = new Part(open(leaf), at, Math.min(to, end), end);
      }
      parts.add(last);
    }
  }

  private List<ColumnFiller.Values> open(LeafReaderContext leaf) throws IOException {
    List<ColumnFiller.Values> values = new ArrayList<>(columns.size());
    for (ColumnFiller column : columns) {
      values.add(column.open(leaf));
    }
    return values;
  }

  /** Documents to read before there is another look at the clock, or at what was announced. */
  private int most() {
    return clock.isCold() ? window / 2 : Math.max(1, clock.untilLook() / columns.size());
  }

  /** Announces the values of the documents at {@code from} to {@code to - 1}, of all segments. */
  private void announce(FoundDocs found, int from, int to) throws IOException {
    for (int start = from; start < to; ) {
      LeafReaderContext leaf = found.leaf(start);
      int end = Math.min(to, found.end(leaf, start));
      announce(leaf, found, start, end);
      start = end;
    }
    announced = Math.max(announced, to);
  }

  private void announce(LeafReaderContext leaf, FoundDocs found, int from, int to)
      throws IOException {
    SegmentReader segment = LeafSegment.of(leaf.reader());
    SegmentValues values = segment == null ? null : SegmentValues.of(segment);
    if (values == null) {
      return;
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      docs[count++] = found.doc(i) - leaf.docBase;
    }
    for (ColumnFiller column : columns) {
      FieldInfo field = segment.getFieldInfos().fieldInfo(column.field());
      if (field != null) {
        values.announce(field, docs, count);
      }
    }
  }
}
