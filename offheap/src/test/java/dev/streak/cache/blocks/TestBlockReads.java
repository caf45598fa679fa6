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

import java.io.EOFException;
import java.lang.ref.Reference;

/** Many reads of a cached block at once find what single ones find. */
public class TestBlockReads extends BlockCacheTestCase {

  private static final int LENGTH = 500;

  private interface Check {
    void run(BlockReads reads) throws Exception;
  }

  private void withBlock(Check check) throws Exception {
    try (HandleSource file =
        cache.open(new SegmentFileKey("segment", "file"), 3, new PatternLoader(LENGTH))) {
      for (int i = 0; i < 3; i++) {
        BlockHandle handle = file.get(i);
        check.run(new BlockReads(handle));
        Reference.reachabilityFence(handle);
      }
    }
  }

  /** Places from which {@code size} bytes can be read, the first and the last among them. */
  private static long[] places(int size) {
    long[] at = new long[2 + random().nextInt(600)];
    for (int i = 0; i < at.length; i++) {
      at[i] = i == 0 ? 0 : i == 1 ? LENGTH - size : random().nextInt(LENGTH - size + 1);
    }
    return at;
  }

  public void testManyAtOnceAsOneByOne() throws Exception {
    withBlock(
        reads -> {
          long mask = random().nextLong();
          long[] values = new long[1_000];
          long[] seconds = new long[1_000];
          long[] at = places(Byte.BYTES);
          reads.loadBytes(at, at.length, values);
          for (int i = 0; i < at.length; i++) {
            assertEquals("at=" + at[i], reads.readByte(at[i]) & 0xFF, values[i]);
          }
          at = places(Integer.BYTES);
          reads.loadInts(at, at.length, values);
          for (int i = 0; i < at.length; i++) {
            assertEquals("at=" + at[i], Integer.toUnsignedLong(reads.readInt(at[i])), values[i]);
          }
          at = places(Long.BYTES);
          reads.loadLongs(at, at.length, mask, values);
          for (int i = 0; i < at.length; i++) {
            assertEquals("at=" + at[i], reads.readLong(at[i]) & mask, values[i]);
          }
          at = places(2 * Long.BYTES);
          reads.loadPairs(at, at.length, values, seconds);
          for (int i = 0; i < at.length; i++) {
            assertEquals("at=" + at[i], reads.readLong(at[i]), values[i]);
            assertEquals("at=" + at[i], reads.readLong(at[i] + Long.BYTES), seconds[i]);
          }
        });
  }

  public void testPlacesOutsideAreRefused() throws Exception {
    withBlock(
        reads -> {
          for (long outside : new long[] {-1, LENGTH, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
            for (int where = 0; where < 20; where++) {
              long[] at = new long[20];
              at[where] = outside;
              long[] values = new long[20];
              expectThrows(EOFException.class, () -> reads.loadBytes(at, 20, values));
              expectThrows(EOFException.class, () -> reads.loadInts(at, 20, values));
              expectThrows(EOFException.class, () -> reads.loadLongs(at, 20, -1L, values));
              expectThrows(EOFException.class, () -> reads.loadPairs(at, 20, values, values));
              reads.loadBytes(at, where, values);
            }
          }
          long[] values = new long[1];
          long[] nearEnd = {LENGTH - 7};
          expectThrows(EOFException.class, () -> reads.loadLongs(nearEnd, 1, -1L, values));
          expectThrows(EOFException.class, () -> reads.loadPairs(nearEnd, 1, values, values));
          reads.loadInts(nearEnd, 1, values);
          long[] secondBeyond = {LENGTH - 15};
          expectThrows(EOFException.class, () -> reads.loadPairs(secondBeyond, 1, values, values));
          reads.loadLongs(secondBeyond, 1, -1L, values);
        });
  }
}
