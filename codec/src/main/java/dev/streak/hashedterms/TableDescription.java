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
package dev.streak.hashedterms;

import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermSpelling;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * What the directory of a file says of a table.
 *
 * @param fieldNumber the field's number in the segment
 * @param spelling how terms become keys
 * @param keys number of the field's terms
 * @param leftOut keys of these that are not in the table because others have the same hash
 * @param start where the table begins in the file
 * @param checksum CRC-32C of the table
 * @param shape how it is laid out
 */
record TableDescription(
    int fieldNumber,
    TermSpelling spelling,
    long keys,
    long leftOut,
    long start,
    int checksum,
    TableShape shape) {

  /** Tables begin at cache lines. */
  static final int ALIGNMENT = 64;

  long bytes() {
    return shape.bytes();
  }

  /** Whether payloads are ordinals, and not yet entries. */
  boolean hasOrdinals() {
    return shape.layout() == TableShape.Layout.TAGS;
  }

  void write(DataOutput output) throws IOException {
    output.writeVInt(fieldNumber);
    spelling.write(output);
    output.writeVLong(keys);
    output.writeVLong(leftOut);
    output.writeVLong(start);
    output.writeInt(checksum);
    shape.write(output);
  }

  /** Reads a description of a table that must end before {@code limit}. */
  static TableDescription read(DataInput input, long limit) throws IOException {
    TableDescription description =
        new TableDescription(
            input.readVInt(),
            TermSpelling.read(input),
            input.readVLong(),
            input.readVLong(),
            input.readVLong(),
            input.readInt(),
            TableShape.read(input, limit));
    if (description.isPossible(limit) == false) {
      throw new CorruptIndexException(
          "description of a table is " + description + ", must end by " + limit, input);
    }
    return description;
  }

  private boolean isPossible(long limit) {
    return keys >= 1
        && leftOut >= 0
        && leftOut < keys
        && keys - leftOut <= shape.capacity()
        && (leftOut == 0 || hasOrdinals())
        && isOfKind()
        && start >= 0
        && start % ALIGNMENT == 0
        && start <= limit - bytes();
  }

  private boolean isOfKind() {
    TermKeyKind kind = spelling.kind();
    return switch (shape.layout()) {
      case TAGS -> kind.hasRests() == false;
      case UUIDS -> kind.has128Bits();
      case NUMBERED -> kind.isWide();
      case BUCKETS, EXACT -> kind.isInjective();
    };
  }
}
