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
package dev.streak.listblock;

import dev.streak.packing.BitPacking;
import dev.streak.packing.PackedBits;
import java.io.IOException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;

/**
 * Sets the bits of blocks that follow each other in the file. Many are read at a time: one by one,
 * reading their heads took a fifth of the time that setting the bits takes.
 */
final class BlocksAtOnce {

  private static final int READ_BYTES = 8192;

  /** Bytes of the largest block that is set here: two of its head and an array's gaps. */
  private static final int MAX_BLOCK_BYTES =
      2 + BitPacking.byteLength(ListDescriptor.BLOCK_DOCS, BitPacking.FOUR_IN_A_LOAD);

  /**
   * Bits of the gaps below which many documents share a word: each waits for the one before it, so
   * that unpacking them first is faster.
   */
  private static final int MIN_WIDTH = 5;

  private final IndexInput in;
  private final byte[] bytes = new byte[READ_BYTES + BitPacking.SLACK];

  /** What is in memory: from here on in the file, so many bytes, of which some are done. */
  private long start;

  private int length;
  private int at;
  private int lastDoc;

  BlocksAtOnce(IndexInput in) {
    this.in = in;
  }

  /** Where the block after the last one set begins. */
  long position() {
    return start + at;
  }

  /** Last document of the last block set. */
  int lastDoc() {
    return lastDoc;
  }

  /**
   * Sets the bits of at most {@code blocks} blocks, none of which is a list's first or last. Stops
   * before a block whose bits are better set in another way. Returns how many blocks it set.
   *
   * @param from where the first block begins
   * @param to where the last block ends
   * @param previousDoc last document of the block before
   * @throws IndexOutOfBoundsException if a document is beyond {@code bits}
   */
  int set(long from, long to, int blocks, int previousDoc, FixedBitSet bits, int offset)
      throws IOException {
    start = from;
    length = 0;
    at = 0;
    long[] words = bits.getBits();
    int bit = previousDoc - offset;
    int done = 0;
    while (done < blocks) {
      if (length - at < MAX_BLOCK_BYTES) {
        read(to);
      }
      int head = bytes[at] & 0xFF;
      int parameter = head & ListDescriptor.PARAMETER_MASK;
      int kind = head >>> ListDescriptor.KIND_SHIFT;
      int next;
      if (kind == ListDescriptor.KIND_PACKED && isForBits(parameter)) {
        next = setDocs(parameter, bit, words);
      } else if (kind == ListDescriptor.KIND_RUNS && areForBits(parameter, bytes[at + 1])) {
        next = setRuns(parameter, bytes[at + 1], bit, words);
      } else {
        break;
      }
      if (next <= bit) {
        throw ListDescriptor.corrupt(in, "last document of a block", next, "> " + bit);
      }
      bit = next;
      done++;
    }
    lastDoc = bit + offset;
    return done;
  }

  private static boolean isForBits(int width) {
    return MIN_WIDTH <= width && width <= BitPacking.FOUR_IN_A_LOAD;
  }

  private static boolean areForBits(int gapWidth, int lengthWidth) {
    return gapWidth <= PackedBits.MAX_RUN_WIDTH
        && 0 <= lengthWidth
        && lengthWidth <= PackedBits.MAX_RUN_WIDTH;
  }

  /** Brings what follows, as much as there is room for. */
  private void read(long to) throws IOException {
    start += at;
    at = 0;
    length = (int) Math.min(READ_BYTES, to - start);
    if (length <= 0) {
      throw ListDescriptor.corrupt(in, "start of a block", start, "< " + to);
    }
    if (in.getFilePointer() != start) {
      in.seek(start);
    }
    in.readBytes(bytes, 0, length);
  }

  private int setDocs(int width, int previous, long[] words) throws IOException {
    int count = (bytes[at + 1] & 0xFF) + 1;
    int gapsAt = at + 2;
    at = endOf(gapsAt, BitPacking.byteLength(count, width));
    return (int) PackedBits.setAscending(bytes, gapsAt << 3, width, previous, words, count);
  }

  private int setRuns(int gapWidth, int lengthWidth, int previous, long[] words)
      throws IOException {
    int count = (bytes[at + 2] & 0xFF) + 1;
    if (count > ListDescriptor.BLOCK_RUNS) {
      throw ListDescriptor.corrupt(in, "runs of a block", count, "<= " + ListDescriptor.BLOCK_RUNS);
    }
    int gapsAt = at + 3;
    int lengthsAt = gapsAt + BitPacking.byteLength(count, gapWidth);
    at = endOf(lengthsAt, BitPacking.byteLength(count, lengthWidth));
    return PackedBits.setRuns(
            bytes, gapsAt, gapWidth, 0, lengthsAt, lengthWidth, previous + 1, words, count)
        - 1;
  }

  private int endOf(int valuesAt, int valueBytes) throws IOException {
    int end = valuesAt + valueBytes;
    if (end > length) {
      throw ListDescriptor.corrupt(in, "end of a block", start + end, "<= " + (start + length));
    }
    return end;
  }
}
