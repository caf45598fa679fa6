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

import java.util.Objects;

/**
 * A value to read for each key of a batch: a field, and where its values are kept. Doc values are
 * read in columns and are the fast way; stored fields hold what nobody indexed. Immutable.
 *
 * <p>A field that no document has gives no values, for documents may come that have it; neither
 * does one that is not stored, if stored values are asked for. Doc values of another type are
 * refused with an {@link IllegalArgumentException}, and so is a field that is in the index without
 * any, once a document of its segment is read.
 *
 * @param field name of the field
 * @param kind where the values are and of which type
 */
public record Column(String field, Kind kind) {

  /** Where values are kept and what they are. */
  public enum Kind {
    /** Doc values of type {@code NUMERIC} or {@code SORTED_NUMERIC}. */
    LONGS,
    /** Doc values of type {@code BINARY}, {@code SORTED} or {@code SORTED_SET}. */
    BYTES,
    /** Stored strings (in UTF-8) and stored bytes. */
    STORED
  }

  /** Checks that nothing is missing. */
  public Column {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(kind, "kind");
  }

  /** Numbers from doc values. */
  public static Column longs(String field) {
    return new Column(field, Kind.LONGS);
  }

  /** Bytes from doc values. */
  public static Column bytes(String field) {
    return new Column(field, Kind.BYTES);
  }

  /** Strings and bytes from stored fields. */
  public static Column stored(String field) {
    return new Column(field, Kind.STORED);
  }

  /** Checks that a batch of so many keys has one at {@code index}; returns {@code index}. */
  static int checkKey(int index, int keys) {
    if (index < 0 || index >= keys) {
      throw new IndexOutOfBoundsException(
          "index of a key is " + index + ", must be less than the keys of the batch: " + keys);
    }
    return index;
  }

  /** What is known of a key for which there was no time. */
  static IllegalStateException notAnswered(int index, int answered) {
    return new IllegalStateException(
        "key was not answered, time ran out: index=" + index + " answered=" + answered);
  }

  /**
   * Checks that a key was answered; returns {@code count}.
   *
   * @param count of its values; for keys that were not answered {@code ~answered}, which is
   *     negative
   */
  static int checkAnswered(int index, int count) {
    if (count < 0) {
      throw notAnswered(index, ~count);
    }
    return count;
  }

  /** Checks that the key of a batch at {@code index} has a value {@code at}, counted from zero. */
  static void checkValue(int index, int at, int count) {
    if (at < 0 || at >= count) {
      throw new IndexOutOfBoundsException(
          "number of the value is "
              + at
              + ", must be less than the values of key "
              + index
              + " of the batch: "
              + count);
    }
  }
}
