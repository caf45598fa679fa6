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
package dev.streak.versions;

import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.KeyTables;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Tables of the keys in the small segments of one version, made before a request gets the version:
 * whoever writes versions leaves many such segments, and asking each of them takes longer than the
 * rest of a request. There are tables for the fields that requests to earlier versions have named
 * last. Safe for use by several threads.
 */
final class VersionTables {

  /** Heap for the tables of a field: a million and a half keys. */
  private static final long MAX_BYTES = 8 << 20;

  /** Fields that have tables at most. */
  private static final int MAX_FIELDS = 4;

  /** Fewer segments are asked as fast as a table. */
  private static final int LEAST_SEGMENTS = 3;

  /** Fields of keys that were asked for last, of all versions. */
  private final LastFields asked;

  /** By field. */
  private final Map<String, KeyTables> tables;

  private VersionTables(LastFields asked, Map<String, KeyTables> tables) {
    this.asked = asked;
    this.tables = tables;
  }

  /** Those of a first version: none. */
  static VersionTables first() {
    return new VersionTables(new LastFields(MAX_FIELDS), Map.of());
  }

  /** Those of another version, which have what both have in common from here. */
  VersionTables refresh(IndexReader newer) throws IOException {
    Map<String, KeyTables> made = new HashMap<>();
    for (String field : asked.names()) {
      KeyTables known = tables.get(field);
      made.put(
          field,
          known == null
              ? KeyTables.ofSmallSegments(newer, field, MAX_BYTES)
              : known.refresh(newer));
    }
    return new VersionTables(asked, made);
  }

  /** The tables that a field is read by; null if its segments are asked one by one. */
  KeyTables of(String field) {
    KeyTables known = tables.get(field);
    return known != null && known.coveredSegments() >= LEAST_SEGMENTS ? known : null;
  }

  /** Reads {@code reader}, whose tables these are, by the terms of a field. */
  BatchReader batches(IndexReader reader, String field) {
    KeyTables known = of(field);
    if (known != null) {
      asked.used(field);
      return new BatchReader(known);
    }
    BatchReader batches = new BatchReader(reader, field);
    if (isThere(reader, field)) {
      asked.used(field);
    }
    return batches;
  }

  /** Whether a segment has the field. A name that is misspelt would take the place of another. */
  private static boolean isThere(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null && info.getIndexOptions() != IndexOptions.NONE) {
        return true;
      }
    }
    return false;
  }
}
