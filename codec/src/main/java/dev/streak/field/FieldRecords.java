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
package dev.streak.field;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersIndexInput;
import org.apache.lucene.store.IndexInput;

/**
 * What a file says of each of its fields, kept as it was written: most fields of an index with many
 * are not asked for in most segments, and would take several times the memory when they are open.
 */
public final class FieldRecords {

  private final byte[] bytes;

  /** Where the record of each field begins, with its number. The numbers ascend. */
  private final int[] starts;

  /**
   * Keeps records that were read before.
   *
   * @param fieldNumbers the number of each field, in any order
   * @param recordStarts where its record begins in {@code bytes}, with this number as a vint
   * @param file where they come from
   */
  public FieldRecords(byte[] bytes, int[] fieldNumbers, int[] recordStarts, String file)
      throws CorruptIndexException {
    long[] sorted = new long[fieldNumbers.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = (long) fieldNumbers[i] << Integer.SIZE | recordStarts[i];
    }
    Arrays.sort(sorted);
    this.bytes = bytes;
    starts = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      starts[i] = (int) sorted[i];
      if (i > 0 && sorted[i] >> Integer.SIZE == sorted[i - 1] >> Integer.SIZE) {
        throw new CorruptIndexException(
            "number of records of field " + (sorted[i] >> Integer.SIZE) + " is 2, must be 1", file);
      }
    }
  }

  /** How many fields there are. */
  public int size() {
    return starts.length;
  }

  /** The number of a field. */
  public int number(int index) {
    int at = starts[index];
    int number = bytes[at] & 0x7F;
    for (int shift = 7; bytes[at] < 0; shift += 7) {
      number |= (bytes[++at] & 0x7F) << shift;
    }
    return number;
  }

  /** The index of the field with a number, or a negative number. */
  public int indexOf(int number) {
    int low = 0;
    int high = starts.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = number(middle);
      if (found == number) {
        return middle;
      }
      if (found < number) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1 - low;
  }

  /** The record of a field, to be read from its number on. */
  public IndexInput record(int index) throws IOException {
    IndexInput record = open(bytes, "records of fields that were read before");
    record.seek(starts[index]);
    return record;
  }

  /**
   * Reads bytes that may end too early, which is an {@code EOFException} then.
   *
   * @param file where they come from
   */
  public static IndexInput open(byte[] bytes, String file) {
    return new ByteBuffersIndexInput(
        new ByteBuffersDataInput(List.of(ByteBuffer.wrap(bytes))), file);
  }
}
