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
import dev.streak.keydocs.Keys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * Reads the values of thousands of exact keys at once. The keys are terms of one field, or numbers
 * whose decimal digits are. They are looked up in batches; then the values are read in the order of
 * documents, and returned in the order of keys, in columns.
 *
 * <pre>
 * BatchReader items = new BatchReader(reader, "id");
 * Batch batch = items.get(ids, Column.longs("price"), Column.stored("name"));
 * for (int i = 0; i &lt; ids.length; i++) {
 *   if (batch.isFound(i)) {
 *     long price = batch.longs("price").valueOr(i, 0);
 *     String name = batch.bytes("name").utf8(i);
 *   }
 * }
 * </pre>
 *
 * <p>Where several live documents have a key, the last one of the reader is taken: the newest, as
 * long as one thread writes, merges keep the order of segments ({@code LogMergePolicy}), and the
 * index is not sorted. Keys that are written with {@code IndexWriter.updateDocument} have one.
 *
 * <p>Where reads wait for storage, as the clock shows, those of many keys are announced to the
 * directory before the first of them is made, and overlap if files are mapped ({@code
 * MMapDirectory}, which is Lucene's choice on most systems).
 *
 * <p>A field that no segment has is no error, as an index may be new: keys are not found then, and
 * columns have no values.
 *
 * <p>Beside the answer, memory for {@value #SLICE} keys is used. The reader stays the caller's.
 * Safe for use by several threads.
 */
public final class BatchReader {

  /** Keys that are looked up and read before the next ones. */
  static final int SLICE = 16_384;

  /** The same if time is limited: what is not complete when it runs out counts as not answered. */
  static final int LIMITED_SLICE = 1_024;

  private final IndexReader reader;
  private final String keyField;

  /** Null where segments are asked one by one. */
  private final KeyTables tables;

  private final LongSupplier clock;

  /** Receives a large batch in slices. */
  @FunctionalInterface
  public interface SliceConsumer {
    /**
     * Takes the answer to some of the keys.
     *
     * @param from place of the slice's first key among all
     */
    void accept(int from, Batch slice) throws IOException;
  }

  /**
   * Reads from {@code reader} by the terms of {@code keyField}.
   *
   * @throws IllegalArgumentException if a segment has the field, but no terms of it
   */
  public BatchReader(IndexReader reader, String keyField) {
    this(reader, keyField, null, System::nanoTime);
  }

  /** Reads from the reader of {@code tables}, whose keys are looked up in all segments at once. */
  public BatchReader(KeyTables tables) {
    this(
        Objects.requireNonNull(tables, "tables").reader(),
        tables.field(),
        tables,
        System::nanoTime);
  }

  /** By a clock that says whether reads of values wait for storage. */
  BatchReader(IndexReader reader, String keyField, KeyTables tables, LongSupplier clock) {
    this.clock = clock;
    this.tables = tables;
    this.reader = Objects.requireNonNull(reader, "reader");
    this.keyField = Objects.requireNonNull(keyField, "keyField");
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo fieldInfo = leaf.reader().getFieldInfos().fieldInfo(keyField);
      if (fieldInfo != null && fieldInfo.getIndexOptions() == IndexOptions.NONE) {
        throw new IllegalArgumentException(
            "keyField must be indexed as terms (StringField, KeywordField): keyField=" + keyField);
      }
    }
  }

  /** The reader that is read from. */
  public IndexReader reader() {
    return reader;
  }

  /** Reads columns of keys that are terms. */
  public Batch get(BytesRef[] keys, Column... columns) throws IOException {
    return get(new Keys.OfBytes(keys), Deadline.never(), columns);
  }

  /** Reads columns of keys whose decimal digits are terms. */
  public Batch get(long[] keys, Column... columns) throws IOException {
    return get(new Keys.OfLongs(keys), Deadline.never(), columns);
  }

  /** As {@link #get(BytesRef[], Column...)}; returns what there is when time runs out. */
  public Batch get(BytesRef[] keys, Duration timeout, Column... columns) throws IOException {
    return get(new Keys.OfBytes(keys), Deadline.in(timeout), columns);
  }

  /** As {@link #get(long[], Column...)}; returns what there is when time runs out. */
  public Batch get(long[] keys, Duration timeout, Column... columns) throws IOException {
    return get(new Keys.OfLongs(keys), Deadline.in(timeout), columns);
  }

  /** Reads any number of keys in bounded memory: {@code slice} of them at a time. */
  public void forEach(long[] keys, int slice, SliceConsumer consumer, Column... columns)
      throws IOException {
    forEach(
        Objects.requireNonNull(keys, "keys").length,
        slice,
        consumer,
        (from, to) -> get(Arrays.copyOfRange(keys, from, to), columns));
  }

  /** Reads any number of keys in bounded memory: {@code slice} of them at a time. */
  public void forEach(BytesRef[] keys, int slice, SliceConsumer consumer, Column... columns)
      throws IOException {
    forEach(
        new Keys.OfBytes(keys).size(),
        slice,
        consumer,
        (from, to) -> get(Arrays.copyOfRange(keys, from, to), columns));
  }

  /**
   * As {@link #forEach(long[], int, SliceConsumer, Column...)}, while other threads answer the next
   * slices: reads of slow storage overlap even if files are not mapped. Slices of 100 to 1,000 keys
   * and 8 of them at a time are a good beginning.
   *
   * @param executor whose threads answer; what they have not begun in time, or what it rejects, the
   *     caller answers
   * @param ahead slices that are answered at the same time, at most
   */
  public void forEach(
      long[] keys,
      int slice,
      Executor executor,
      int ahead,
      SliceConsumer consumer,
      Column... columns)
      throws IOException {
    forEach(
        Objects.requireNonNull(keys, "keys").length,
        slice,
        executor,
        ahead,
        consumer,
        (from, to) -> get(Arrays.copyOfRange(keys, from, to), columns));
  }

  /** As {@link #forEach(long[], int, Executor, int, SliceConsumer, Column...)}. */
  public void forEach(
      BytesRef[] keys,
      int slice,
      Executor executor,
      int ahead,
      SliceConsumer consumer,
      Column... columns)
      throws IOException {
    forEach(
        new Keys.OfBytes(keys).size(),
        slice,
        executor,
        ahead,
        consumer,
        (from, to) -> get(Arrays.copyOfRange(keys, from, to), columns));
  }

  /** Answers some of the keys. */
  @FunctionalInterface
  interface SliceReader {
    Batch get(int from, int to) throws IOException;
  }

  private static void forEach(
      int size, int slice, Executor executor, int ahead, SliceConsumer consumer, SliceReader reader)
      throws IOException {
    checkSlice(slice);
    Objects.requireNonNull(consumer, "consumer");
    if (ahead < 1) {
      throw new IllegalArgumentException("ahead must be >= 1: ahead=" + ahead);
    }
    Objects.requireNonNull(executor, "executor");
    new SlicesAhead(size, slice, executor, reader).forEach(ahead, consumer);
  }

  private static void forEach(int size, int slice, SliceConsumer consumer, SliceReader reader)
      throws IOException {
    checkSlice(slice);
    Objects.requireNonNull(consumer, "consumer");
    for (int from = 0, to; from < size; from = to) {
      to = from + Math.min(slice, size - from);
      consumer.accept(from, reader.get(from, to));
    }
  }

  private static void checkSlice(int slice) {
    if (slice < 1) {
      throw new IllegalArgumentException("slice must be >= 1: slice=" + slice);
    }
  }

  Batch get(Keys keys, Deadline deadline, Column... columns) throws IOException {
    int size = keys.size();
    // Refused if the reader was closed, which tables would not notice.
    List<LeafReaderContext> leaves = reader.leaves();
    Map<String, LongColumn> longs = new LinkedHashMap<>();
    Map<String, BytesColumn> bytes = new LinkedHashMap<>();
    Map<String, BytesColumn> stored = new LinkedHashMap<>();
    List<ColumnFiller> fillers = fillers(size, columns, longs, bytes, stored);
    bytes.putAll(stored);
    ValueReads reads = new ValueReads(fillers, stored, new ReadClock(clock));

    int[] docs = new int[size];
    FoundDocs found = new FoundDocs(leaves);
    int slice = deadline.isSet() ? LIMITED_SLICE : SLICE;
    int answered = 0;
    while (answered < size && deadline.isOver() == false) {
      int to = answered + Math.min(slice, size - answered);
      reads.start();
      if (tables == null) {
        KeyDocs.find(leaves, keyField, keys, answered, to, docs);
      } else {
        KeyDocs.find(tables, keys, answered, to, docs);
      }
      found.set(docs, answered, to);
      if (reads.read(found, to - answered, deadline) == false) {
        break;
      }
      answered = to;
    }
    return new Batch(docs, answered, longs, bytes);
  }

  private static List<ColumnFiller> fillers(
      int size,
      Column[] columns,
      Map<String, LongColumn> longs,
      Map<String, BytesColumn> bytes,
      Map<String, BytesColumn> stored) {
    List<ColumnFiller> fillers = new ArrayList<>();
    for (Column column : Objects.requireNonNull(columns, "columns")) {
      String field = Objects.requireNonNull(column, "column").field();
      if (longs.containsKey(field) || bytes.containsKey(field) || stored.containsKey(field)) {
        throw new IllegalArgumentException("columns must have different fields: field=" + field);
      }
      switch (column.kind()) {
        case LONGS -> {
          longs.put(field, new LongColumn(size));
          fillers.add(new LongColumnFiller(field, longs.get(field)));
        }
        case BYTES -> {
          bytes.put(field, new BytesColumn(size));
          fillers.add(new BytesColumnFiller(field, bytes.get(field)));
        }
        case STORED -> stored.put(field, new BytesColumn(size));
        default -> throw new AssertionError(column.kind());
      }
    }
    return fillers;
  }
}
