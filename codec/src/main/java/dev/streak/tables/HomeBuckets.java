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

/**
 * Names the home bucket of a key. Both multiplications are needed: ids are often sequential, and
 * short terms differ in their high bytes only.
 *
 * @param seed random for each JVM that writes, so that nobody can choose keys that collide; all
 *     segments that a JVM wrote have the same
 * @param buckets number of buckets of the table
 */
public record HomeBuckets(long seed, long buckets) {

  private static final long MULTIPLIER_1 = 0x9E3779B97F4A7C15L;
  private static final long MULTIPLIER_2 = 0xD6E8FEB86659FD93L;

  private static final long LOW_HALF = 0xFFFF_FFFFL;

  /** Keys are put in the order of so many high bits. */
  private static final int ORDER_BITS = 11;

  /** A bucket from 0 (inclusive) to {@link #buckets} (exclusive). */
  public long of(long key) {
    return Math.unsignedMultiplyHigh(mix(key ^ seed), buckets);
  }

  /** {@code homes[i]} becomes the bucket of {@code keys[from + i]}. */
  void ofKeys(long[] keys, int from, int count, long[] homes) {
    for (int i = 0; i < count; i++) {
      homes[i] = of(keys[from + i]);
    }
  }

  /** {@code homes[i]} becomes the bucket of the key with {@code hashes[from + i]}. */
  void ofHashes(long[] hashes, int from, int count, long[] homes) {
    System.arraycopy(hashes, from, homes, 0, count);
    if (buckets > Integer.MAX_VALUE) {
      for (int i = 0; i < count; i++) {
        homes[i] = Math.unsignedMultiplyHigh(homes[i], buckets);
      }
      return;
    }
    int range = (int) buckets;
    for (int i = 0; i < count; i++) {
      homes[i] = highProduct(homes[i], range);
    }
  }

  /**
   * Puts keys in about the order of their homes, whatever the number of buckets: look-ups then go
   * through a table from its beginning to its end, and wait for memory less.
   *
   * @param ordered becomes the first {@code size} of {@code keys}
   * @param places becomes where each of them was
   * @param hashes becomes what {@link #mix} makes of each of them and the seed
   */
  public void order(long[] keys, int size, long[] ordered, int[] places, long[] hashes) {
    int[] ends = new int[1 << ORDER_BITS];
    long[] unordered = new long[size];
    for (int i = 0; i < size; i++) {
      unordered[i] = mix(keys[i] ^ seed);
      ends[partOf(unordered[i])]++;
    }
    int end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += ends[i];
      ends[i] = end;
    }
    for (int i = size - 1; i >= 0; i--) {
      int at = --ends[partOf(unordered[i])];
      hashes[at] = unordered[i];
      ordered[at] = keys[i];
      places[at] = i;
    }
  }

  private static int partOf(long hash) {
    return (int) (hash >>> (Long.SIZE - ORDER_BITS));
  }

  /** The smallest key above {@code key} that has another home. */
  long keyElsewhere(long key) {
    long other = key + 1;
    while (of(other) == of(key)) {
      other++;
    }
    return other;
  }

  /** A bijection of the 64-bit numbers whose high bits depend on all bits of the argument. */
  public static long mix(long value) {
    long mixed = value * MULTIPLIER_1;
    mixed ^= mixed >>> 32;
    mixed *= MULTIPLIER_2;
    return mixed ^ (mixed >>> 32);
  }

  /**
   * What {@link Math#unsignedMultiplyHigh} returns. A loop over it is compiled to vectors, which
   * multiply no wider.
   *
   * @param factor not negative
   */
  public static long highProduct(long number, int factor) {
    long upper = (number >>> Integer.SIZE) * factor;
    long lower = (number & LOW_HALF) * factor;
    return (upper + (lower >>> Integer.SIZE)) >>> Integer.SIZE;
  }
}
