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

import java.util.Arrays;
import org.apache.lucene.util.RamUsageEstimator;

/** A block of documents that waits to be compressed. */
final class WaitingBlock {
  private static final long OBJECT_BYTES =
      RamUsageEstimator.shallowSizeOfInstance(WaitingBlock.class);

  private final byte[] bytes;
  private final int[] ends;
  private final boolean full;

  /**
   * A block of these documents; the arrays are taken over.
   *
   * @param bytes the documents, one after the other
   * @param ends where each of them ends
   * @param full whether its size or its number of documents ended the block
   */
  WaitingBlock(byte[] bytes, int[] ends, boolean full) {
    this.bytes = bytes;
    this.ends = ends;
    this.full = full;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return bytes.length;
  }

  int docs() {
    return ends.length;
  }

  /** Where a document ends, and the next one begins. */
  int end(int doc) {
    return ends[doc];
  }

  boolean full() {
    return full;
  }

  /** What it holds on the heap, which is many times its bytes where documents are tiny. */
  long ramBytesUsed() {
    return OBJECT_BYTES
        + RamUsageEstimator.sizeOf(bytes)
        + RamUsageEstimator.sizeOf(ends)
        + RamUsageEstimator.NUM_BYTES_OBJECT_REF;
  }

  /** At most so many of its first bytes, for a look at them. */
  byte[] beginning(int most) {
    return bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
  }
}
