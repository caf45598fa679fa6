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

import java.util.Map;
import java.util.Objects;

/**
 * The answer to a batch of keys, in the order in which they were asked for. Not safe for use while
 * it is handed from one thread to another without synchronization.
 */
public final class Batch {

  /** The document of a key that no live document has. */
  public static final int MISSING = -1;

  private final int[] docs;
  private final int answered;
  private final Map<String, LongColumn> longs;
  private final Map<String, BytesColumn> bytes;

  Batch(int[] docs, int answered, Map<String, LongColumn> longs, Map<String, BytesColumn> bytes) {
    this.docs = docs;
    this.answered = answered;
    this.longs = longs;
    this.bytes = bytes;
    // Some of the others may have been read.
    longs.values().forEach(column -> column.endAt(answered));
    bytes.values().forEach(column -> column.endAt(answered));
  }

  /** Number of keys that were asked for. */
  public int size() {
    return docs.length;
  }

  /**
   * Number of keys, from the first on, that were answered. Less than {@link #size()} if time ran
   * out; of the others nothing is known, and who asks for their documents or values is answered by
   * an {@link IllegalStateException}.
   */
  public int answered() {
    return answered;
  }

  /** Whether all keys were answered. */
  public boolean isComplete() {
    return answered == docs.length;
  }

  /** Whether a live document has the key; only for keys that were answered. */
  public boolean isFound(int index) {
    return doc(index) != MISSING;
  }

  /** The document that has the key, or {@link #MISSING}; only for keys that were answered. */
  public int doc(int index) {
    Column.checkKey(index, docs.length);
    if (index >= answered) {
      throw Column.notAnswered(index, answered);
    }
    return docs[index];
  }

  /** The column of a field that was asked for as {@link Column#longs}. */
  public LongColumn longs(String field) {
    return column(longs, field, "longs");
  }

  /** The column of a field that was asked for as {@link Column#bytes} or {@link Column#stored}. */
  public BytesColumn bytes(String field) {
    return column(bytes, field, "bytes");
  }

  private static <T> T column(Map<String, T> columns, String field, String kind) {
    T column = columns.get(Objects.requireNonNull(field, "field"));
    if (column == null) {
      throw new IllegalArgumentException(
          "field must be one of the columns of "
              + kind
              + " asked for: field="
              + field
              + " columns="
              + columns.keySet());
    }
    return column;
  }
}
