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
package dev.streak.compression;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Which of a segment's dictionaries each block was compressed with: stretches of consecutive blocks
 * with the same one. Dictionaries are counted from 1; 0 is for none.
 */
final class ZstdDictionaryStretches {
  private long[] ends = new long[1];
  private int[] numbers = new int[1];
  private int count;

  /** Says that the next blocks have a dictionary. */
  void add(long blocks, int number) {
    if (blocks == 0) {
      return;
    }
    if (count > 0 && numbers[count - 1] == number) {
      ends[count - 1] += blocks;
      return;
    }
    if (count == ends.length) {
      ends = ArrayUtil.grow(ends, count + 1);
      numbers = ArrayUtil.growExact(numbers, ends.length);
    }
    ends[count] = (count == 0 ? 0 : ends[count - 1]) + blocks;
    numbers[count] = number;
    count++;
  }

  /** The dictionary of a block. */
  int number(long block) {
    return numbers[stretchOf(block)];
  }

  /** Where the stretch ends that a block is in. */
  long end(long block) {
    return ends[stretchOf(block)];
  }

  private int stretchOf(long block) {
    if (count == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(ends, 0, count, block);
    // A stretch's end is the first block of the next.
    return found >= 0 ? found + 1 : -1 - found;
  }

  long ramBytesUsed() {
    return ends.length * (long) (Long.BYTES + Integer.BYTES);
  }

  void write(IndexOutput out) throws IOException {
    out.writeVInt(count);
    long from = 0;
    for (int i = 0; i < count; i++) {
      out.writeVLong(ends[i] - from);
      out.writeVInt(numbers[i]);
      from = ends[i];
    }
  }

  /** Reads what {@link #write} wrote for a segment with so many blocks and dictionaries. */
  static ZstdDictionaryStretches read(IndexInput in, long blocks, int dictionaries)
      throws IOException {
    int count = in.readVInt();
    // Each takes at least two bytes.
    if (count < 0 || count > blocks || count > (in.length() - in.getFilePointer()) / 2) {
      throw new CorruptIndexException(
          "number of stretches is " + count + ", must be 0 to " + blocks + ", two bytes each", in);
    }
    ZstdDictionaryStretches stretches = new ZstdDictionaryStretches();
    long end = 0;
    for (int i = 0; i < count; i++) {
      long length = in.readVLong();
      int number = in.readVInt();
      if (length <= 0 || length > blocks - end || number < 0 || number > dictionaries) {
        throw new CorruptIndexException(
            "stretch is "
                + length
                + " blocks of dictionary "
                + number
                + ", must be 1 to "
                + (blocks - end)
                + " of 0 to "
                + dictionaries,
            in);
      }
      end += length;
      stretches.add(length, number);
    }
    if (end != blocks) {
      throw new CorruptIndexException(
          "blocks of all stretches are " + end + ", must be " + blocks, in);
    }
    return stretches;
  }
}
