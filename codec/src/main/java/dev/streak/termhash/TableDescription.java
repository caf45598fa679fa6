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
package dev.streak.termhash;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * What the directory of a file says of a table.
 *
 * <pre>
 * description := field number (vint) | kind (byte) | keys (vlong) | buckets (vlong) | seed (long)
 *              | longest chain (vint) | start of the records (vlong) | their bytes (vlong)
 *              | CRC-32 of the records (int) | start of the table (vlong) | CRC-32 of the table (int)
 * </pre>
 *
 * @param fieldNumber the field's number in the segment
 * @param kind how terms become keys
 * @param keys number of keys, which is the number of the field's terms
 * @param homes seed and number of buckets
 * @param longestChain bound of every look-up
 * @param recordsStart where the records begin
 * @param recordsBytes how long they are
 * @param recordsChecksum CRC-32 of the records
 * @param tableStart where the first bucket begins
 * @param tableChecksum CRC-32 of the table
 */
record TableDescription(
    int fieldNumber,
    TermKeyKind kind,
    long keys,
    HomeBuckets homes,
    int longestChain,
    long recordsStart,
    long recordsBytes,
    int recordsChecksum,
    long tableStart,
    int tableChecksum) {

  long tableBytes() {
    return homes.buckets() << BucketDescriptor.BYTES_SHIFT;
  }

  void write(DataOutput output) throws IOException {
    output.writeVInt(fieldNumber);
    output.writeByte(kind.code());
    output.writeVLong(keys);
    output.writeVLong(homes.buckets());
    output.writeLong(homes.seed());
    output.writeVInt(longestChain);
    output.writeVLong(recordsStart);
    output.writeVLong(recordsBytes);
    output.writeInt(recordsChecksum);
    output.writeVLong(tableStart);
    output.writeInt(tableChecksum);
  }

  /** Reads a description of a table that must end before {@code limit}. */
  static TableDescription read(DataInput input, long limit) throws IOException {
    int fieldNumber = input.readVInt();
    TermKeyKind kind = TermKeyKind.ofCode(input.readByte(), input);
    long keys = input.readVLong();
    long buckets = input.readVLong();
    long seed = input.readLong();
    int longestChain = input.readVInt();
    long recordsStart = input.readVLong();
    long recordsBytes = input.readVLong();
    int recordsChecksum = input.readInt();
    long tableStart = input.readVLong();
    TableDescription description =
        new TableDescription(
            fieldNumber,
            kind,
            keys,
            new HomeBuckets(seed, buckets),
            longestChain,
            recordsStart,
            recordsBytes,
            recordsChecksum,
            tableStart,
            input.readInt());
    if (buckets < BucketDescriptor.PER_LINE
        || buckets > limit >>> BucketDescriptor.BYTES_SHIFT
        || keys < 1
        || keys > buckets
        || longestChain < 1
        || longestChain > keys
        || recordsStart < 0
        || recordsBytes < 0
        || recordsStart > tableStart - recordsBytes
        || tableStart % BucketDescriptor.LINE_BYTES != 0
        || tableStart > limit - description.tableBytes()) {
      throw new CorruptIndexException(
          "impossible table before position " + limit + ": " + description, input);
    }
    return description;
  }
}
