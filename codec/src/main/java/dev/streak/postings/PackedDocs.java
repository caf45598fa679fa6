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

import java.util.Arrays;

/**
 * The bytes of a packed array of documents, unpacked as far as somebody needs. Who goes to a
 * document somewhere in a block never asks for those before it: gaps are added up eight at a time,
 * without writing what they lead to, and unpacking begins near the document.
 */
final class PackedDocs {

  /** Gaps of a group; a group begins with a byte. */
  private static final int GROUP = 8;

  /** Documents that are unpacked at a time: enough of them that the loop is worth entering. */
  private static final int STEP = 128;

  /** The same behind documents that were passed over: who comes from afar goes far again. */
  private static final int STEP_FROM_AFAR = 2 * GROUP;

  /** Documents that it pays to pass over. Fewer are unpacked as fast. */
  private static final int FAR = 64;

  /** Least width at which the sum of a group has room in two gaps' bits. */
  private static final int MIN_SUM_WIDTH = 3;

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

  /** Whether all documents of the block were gone past. */
  boolean isComplete(DecodedBlock block) {
    return block.count == total;
  }

  /**
   * Unpacks until {@code block} has a document not below {@code target}, or its last. Where this
   * was not so before, documents up to {@link DecodedBlock#from}, all below the target, are lost.
   */
  long unpackTo(int target, DecodedBlock block) {
    int count = block.count;
    int passed = isFar(target, block) ? pass(target, total - count) : 0;
    int step = passed == 0 ? STEP : STEP_FROM_AFAR;
    // The array stays sorted, which is what searching it asks for.
    Arrays.fill(block.docs, count, count + passed, (int) last);
    count += passed;
    do {
      if (last < target) {
        block.from = count;
      }
      count += unpack(block, count, Math.min(step, total - count));
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

  /** Whether {@code target} is so far, if documents lie evenly up to the block's last. */
  private boolean isFar(int target, DecodedBlock block) {
    return (target - last) * (total - block.count) > FAR * (block.lastDoc - last);
  }

  /** Goes past groups that end below {@code target}, but not past the last gap. */
  private int pass(int target, int left) {
    if (width < MIN_SUM_WIDTH || width > BitPacking.FOUR_IN_A_LOAD) {
      return 0;
    }
    int groupBits = GROUP * width;
    int at = bit;
    long doc = last;
    int passed = 0;
    while (passed < left - GROUP) {
      long groupLast =
          doc
              + GROUP
              + (width <= BitPacking.EIGHT_IN_A_LOAD
                  ? BitPacking.sumOfEight(bytes, at, width)
                  : BitPacking.sumOfFour(bytes, at, width)
                      + BitPacking.sumOfFour(bytes, at + (groupBits >>> 1), width));
      if (groupLast >= target) {
        break;
      }
      doc = groupLast;
      at += groupBits;
      passed += GROUP;
    }
    last = doc;
    bit = at;
    return passed;
  }
}
