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
import org.apache.lucene.util.FixedBitSet;

/** The bytes of a block of runs, which wait until it is known whether their bits are enough. */
final class PackedRuns {

  private final byte[] bytes;
  private int gapWidth;
  private int firstGap;
  private int lengthOffset;
  private int lengthWidth;
  private int previousEnd;

  /** Runs that wait, all of the block or none. */
  private int left;

  /** Unpacks what the caller puts into {@code bytes}. */
  PackedRuns(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Begins a block of {@code count} runs.
   *
   * @param firstGap number of the first gap that is written; the gaps before it are zero
   * @param lengthOffset where in the bytes lengths begin
   */
  void start(
      int gapWidth, int firstGap, int lengthOffset, int lengthWidth, int previousEnd, int count) {
    this.gapWidth = gapWidth;
    this.firstGap = firstGap;
    this.lengthOffset = lengthOffset;
    this.lengthWidth = lengthWidth;
    this.previousEnd = previousEnd;
    left = count;
  }

  /** Forgets a block. */
  void clear() {
    left = 0;
  }

  /** Whether a block waits. */
  boolean isWaiting() {
    return left > 0;
  }

  /** Unpacks all runs into {@code block}; returns the end of the last. */
  long unpack(DecodedListBlock block) {
    int count = left;
    left = 0;
    block.prepareRuns(count);
    block.runsAreShort = lengthWidth <= DecodedListBlock.SHORT_RUN_WIDTH;
    return BitPacking.unpackRuns(
        bytes,
        gapWidth,
        firstGap,
        lengthOffset,
        lengthWidth,
        previousEnd,
        block.docs,
        block.ends,
        count);
  }

  /**
   * Whether {@link #intoBitSet} may be called.
   *
   * @param lastDoc last document of the block
   */
  boolean fitsInto(FixedBitSet bits, int offset, int lastDoc) {
    return left > 0
        && gapWidth <= PackedBits.MAX_RUN_WIDTH
        && lengthWidth <= PackedBits.MAX_RUN_WIDTH
        && lastDoc - offset < bits.length();
  }

  /** Sets the bits of all runs, less {@code offset}; returns the end of the last. */
  int intoBitSet(FixedBitSet bits, int offset) {
    int count = left;
    left = 0;
    return offset
        + PackedBits.setRuns(
            bytes,
            0,
            gapWidth,
            firstGap,
            lengthOffset,
            lengthWidth,
            previousEnd - offset,
            bits.getBits(),
            count);
  }
}
