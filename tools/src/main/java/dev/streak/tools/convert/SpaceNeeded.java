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
package dev.streak.tools.convert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Terms;

/**
 * How much room a conversion takes at most, beside what is there. A segment is rewritten as a whole
 * before the old one goes; what those before it have grown by stays. The bounds are wide on
 * purpose: running out of disk is worse than being told to make room.
 */
final class SpaceNeeded {
  /** Structures that Streak has beside Lucene's, for each term of a field of documents only. */
  private static final int STREAK_BYTES_PER_TERM = 24;

  /** The keys of a table wait until all terms were seen: the first of a field in memory. */
  private static final int KEYS_IN_MEMORY = 1 << 20;

  /** The others in a temporary file: three longs each, at most. */
  private static final int TEMPORARY_BYTES_PER_TERM = 24;

  /** Lucene has no runs: a document in a list takes a byte and a bit, at most two. */
  private static final int LUCENE_BYTES_PER_DOCUMENT_IN_LIST = 2;

  /** LZ4 beside Zstandard, and everything else. */
  private static final int LUCENE_FACTOR = 2;

  private final boolean inPlace;
  private final long keysInMemory;
  private long kept;
  private long peak;

  SpaceNeeded(boolean inPlace) {
    this(inPlace, KEYS_IN_MEMORY);
  }

  /** For tests, whose fields have few terms. */
  SpaceNeeded(boolean inPlace, long keysInMemory) {
    this.inPlace = inPlace;
    this.keysInMemory = keysInMemory;
  }

  /** Takes the segment that is rewritten next into account. */
  void add(CodecReader segment, long sizeInBytes, boolean compound, boolean toStreak)
      throws IOException {
    long estimate = estimate(segment, sizeInBytes, toStreak);
    long temporary = toStreak ? temporary(segment) : 0;
    // A compound file is made from the files that it replaces.
    peak = Math.max(peak, kept + temporary + estimate * (compound ? 2 : 1));
    kept += inPlace ? Math.max(0, estimate - sizeInBytes) : estimate;
  }

  static long estimate(CodecReader segment, long sizeInBytes, boolean toStreak) throws IOException {
    long terms = 0;
    long documents = 0;
    for (Terms ofField : ofDocumentsOnly(segment)) {
      terms += Math.max(0, ofField.size());
      documents += ofField.getSumDocFreq();
    }
    return toStreak
        ? sizeInBytes + terms * STREAK_BYTES_PER_TERM
        : sizeInBytes * LUCENE_FACTOR + documents * LUCENE_BYTES_PER_DOCUMENT_IN_LIST;
  }

  /** Fields are written one by one, so the largest counts. */
  private long temporary(CodecReader segment) throws IOException {
    long most = 0;
    for (Terms ofField : ofDocumentsOnly(segment)) {
      most = Math.max(most, ofField.size() - keysInMemory);
    }
    return most * TEMPORARY_BYTES_PER_TERM;
  }

  private static List<Terms> ofDocumentsOnly(CodecReader segment) throws IOException {
    List<Terms> all = new ArrayList<>();
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.getIndexOptions() == IndexOptions.DOCS) {
        Terms ofField = segment.terms(field.name);
        if (ofField != null) {
          all.add(ofField);
        }
      }
    }
    return all;
  }

  /** Bytes that must be free. */
  long bytes() {
    return peak;
  }
}
