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
package dev.streak.postings;

/**
 * The bytes of a packed array of documents, unpacked as far as somebody needs. Who goes to a
 * document somewhere in a block that the directory pointed out unpacks half of it on average.
 */
final class PackedDocs {

  /** Documents that are unpacked at a time: enough of them that the loop is worth entering. */
  private static final int STEP = 128;

  private final byte[] bytes;
  private int width;

  /** Bit at which the next gap begins. */
  private int bit;

  /** Last document unpacked, as a long because damage may have made it too large for an int. */
  private long last;

  /** Documents of the whole block. */
  private int total;

  /** Unpacks what the caller puts into {@code bytes}. */
  PackedDocs(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Begins a block of {@code total} documents, the ones after {@code last}. */
  void start(int width, long last, int total) {
    this.width = width;
    this.last = last;
    this.total = total;
    bit = 0;
  }

  /** Whether all documents of the block are in {@code block}. */
  boolean isComplete(DecodedBlock block) {
    return block.count == total;
  }

  /** Appends to {@code block} until it has a document not below {@code target}, or is complete. */
  long unpackTo(int target, DecodedBlock block) {
    int count = block.count;
    do {
      count += unpack(block, count, Math.min(STEP, total - count));
    } while (last < target && count < total);
    block.count = count;
    return last;
  }

  /** Appends the rest to {@code block}. Returns the last document. */
  long unpackAll(DecodedBlock block) {
    block.count += unpack(block, block.count, total - block.count);
    return last;
  }

  private int unpack(DecodedBlock block, int from, int count) {
    last = BitPacking.unpackAscending(bytes, bit, width, last, block.docs, from, count);
    bit += count * width;
    return count;
  }
}
