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
package dev.streak.tables;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.FixedBitSet;

/** Makes tables for tests, looks into them, and makes keys that collide. */
public final class HashTables {

  /** Undoes the first and the second multiplication of {@link HomeBuckets#mix}. */
  private static final long INVERSE_1 = inverse(0x9E3779B97F4A7C15L);

  private static final long INVERSE_2 = inverse(0xD6E8FEB86659FD93L);

  private HashTables() {}

  /** The table as it would lie in a file. */
  static RandomAccessInput inMemory(long[] table) {
    ByteBuffer bytes =
        ByteBuffer.allocate(table.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : table) {
      bytes.putLong(value);
    }
    bytes.flip();
    ByteBuffersDataInput input = new ByteBuffersDataInput(List.of(bytes));
    return new RandomAccessInput() {
      @Override
      public long length() {
        return input.length();
      }

      @Override
      public byte readByte(long pos) throws IOException {
        return input.readByte(pos);
      }

      @Override
      public short readShort(long pos) throws IOException {
        return input.readShort(pos);
      }

      @Override
      public int readInt(long pos) throws IOException {
        return input.readInt(pos);
      }

      @Override
      public long readLong(long pos) throws IOException {
        return input.readLong(pos);
      }
    };
  }

  /** A key whose home is {@code bucket}; another one for each {@code which}. */
  static long keyAtHome(HomeBuckets homes, long bucket, int which) {
    // The hashes of the bucket begin at ceil(bucket * 2^64 / buckets).
    long hash =
        BigInteger.valueOf(bucket)
            .shiftLeft(64)
            .divide(BigInteger.valueOf(homes.buckets()))
            .longValue();
    long key = unmix(hash + 1 + which) ^ homes.seed();
    assertEquals(bucket, homes.of(key));
    return key;
  }

  /** Undoes {@link HomeBuckets#mix}. */
  public static long unmix(long hash) {
    long value = hash ^ (hash >>> 32);
    value *= INVERSE_2;
    value ^= value >>> 32;
    return value * INVERSE_1;
  }

  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  /**
   * Every used bucket is in exactly one chain, every chain begins at the home of all its keys, and
   * an unused bucket answers no look-up.
   */
  static void checkInvariants(NeighborHashBuilder builder, long[] table) {
    HomeBuckets homes = builder.homes();
    int buckets = table.length / 2;
    FixedBitSet visited = new FixedBitSet(buckets);
    int used = 0;
    int longest = 0;
    for (int i = 0; i < buckets; i++) {
      if (!builder.isUsed(i)) {
        assertEquals(0L, table[2 * i + 1]);
        assertTrue("filler of bucket " + i + " is at home", homes.of(table[2 * i]) != i);
        continue;
      }
      used++;
      if (homes.of(table[2 * i]) != i) {
        continue;
      }
      int length = 0;
      int next;
      int bucket = i;
      do {
        assertTrue("chain leaves the table at " + bucket, bucket >= 0 && bucket < buckets);
        assertTrue(builder.isUsed(bucket));
        assertFalse("bucket " + bucket + " is in two chains", visited.getAndSet(bucket));
        assertEquals("home of the key in bucket " + bucket, i, homes.of(table[2 * bucket]));
        next = BucketDescriptor.next(table[2 * bucket + 1]);
        bucket += next;
        length++;
      } while (next != 0);
      longest = Math.max(longest, length);
    }
    assertEquals(builder.size(), used);
    assertEquals("buckets in chains", used, visited.cardinality());
    assertEquals(longest, builder.longestChain());
  }

  /** Cache lines that a look-up visits, as its code walks. */
  static int linesVisited(HomeBuckets homes, long[] table, long key) {
    int bucket = (int) homes.of(key);
    int lines = 1;
    while (table[2 * bucket] != key) {
      int next = BucketDescriptor.next(table[2 * bucket + 1]);
      if (next == 0) {
        break;
      }
      lines += BucketDescriptor.sameLine(bucket, bucket + next) ? 0 : 1;
      bucket += next;
    }
    return lines;
  }
}
