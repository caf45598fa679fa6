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
package dev.streak.cache.blocks;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.zip.CRC32C;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;

/**
 * Which blocks of a file were verified where they lie in the directory: those that are not in the
 * cache are verified when they are read for the first time.
 */
public final class BlockVerification {
  private final int blockCount;

  /** One bit for each block of a file of few; most fields of an index of many have one block. */
  private volatile int ofFew;

  /** The same for a file of more; null if none was verified. */
  private volatile AtomicIntegerArray verified;

  /** Creates the verification of a file, none of whose blocks is verified yet. */
  public BlockVerification(int blockCount) {
    this.blockCount = blockCount;
  }

  /** Whether a block was verified. Where threads meet, it may be verified twice. */
  public boolean isVerified(int blockIndex) {
    if (blockCount <= Integer.SIZE) {
      return (ofFew & 1 << blockIndex) != 0;
    }
    AtomicIntegerArray bits = verified;
    return bits != null && (bits.get(blockIndex >>> 5) & 1 << blockIndex) != 0;
  }

  /** Says that a block was verified, and found to be sound. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // where threads meet, a block may be forgotten
  public void setVerified(int blockIndex) {
    if (blockCount <= Integer.SIZE) {
      ofFew |= 1 << blockIndex;
      return;
    }
    AtomicIntegerArray bits = verified;
    if (bits == null) {
      // Two threads may each make one, and one of them is forgotten.
      bits = new AtomicIntegerArray((blockCount + Integer.SIZE - 1) / Integer.SIZE);
      verified = bits;
    }
    bits.getAndAccumulate(blockIndex >>> 5, 1 << blockIndex, (a, b) -> a | b);
  }

  /** CRC-32C of the first bytes of an array. */
  public static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  /**
   * Compares the checksum of what was read with the one that was written.
   *
   * @param what a word or two for what was read
   * @param start where it begins in the file
   */
  public static void compare(String what, long start, int actual, int expected, IndexInput file)
      throws CorruptIndexException {
    if (actual != expected) {
      throw new CorruptIndexException(
          "checksum of "
              + what
              + " at "
              + start
              + " is "
              + Integer.toHexString(actual)
              + ", must be "
              + Integer.toHexString(expected),
          file);
    }
  }
}
