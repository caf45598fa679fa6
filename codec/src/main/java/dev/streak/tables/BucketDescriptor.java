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
 * The layout of a table: buckets of {@value #BYTES} bytes, {@value #PER_LINE} to a cache line.
 *
 * <pre>
 *  0                               8                              15
 * +-------------------------------+--------------------------------+
 * | key (64 bits)                 | word                           |
 * +-------------------------------+--------------------------------+
 *  word:  63                                      12 11           0
 *        +------------------------------------------+--------------+
 *        | payload (52 bits)                        | next, signed |
 *        +------------------------------------------+--------------+
 * </pre>
 *
 * {@code next} is the distance in buckets to the next key of the same chain, 0 at its end. Both
 * longs are little endian. An unused bucket has word 0 and a key whose home is another bucket, so
 * that no look-up needs to ask whether a bucket is in use.
 */
public final class BucketDescriptor {

  /** Bytes of a bucket. */
  public static final int BYTES = 16;

  public static final int BYTES_SHIFT = 4;

  /** Buckets in a cache line. */
  public static final int PER_LINE = 4;

  static final int LINE_SHIFT = 2;

  /** Where the word begins within a bucket. */
  static final int WORD_OFFSET = Long.BYTES;

  static final int NEXT_BITS = 12;
  static final int PAYLOAD_BITS = Long.SIZE - NEXT_BITS;
  public static final long MAX_PAYLOAD = (1L << PAYLOAD_BITS) - 1;
  static final int MAX_NEXT = (1 << (NEXT_BITS - 1)) - 1;
  static final int MIN_NEXT = -(1 << (NEXT_BITS - 1));
  static final long NEXT_MASK = (1L << NEXT_BITS) - 1;

  private BucketDescriptor() {}

  static long word(long payload, int next) {
    assert payload >= 0 && payload <= MAX_PAYLOAD : "payload=" + payload;
    assert isReachable(next) : "next=" + next;
    return (payload << NEXT_BITS) | (next & NEXT_MASK);
  }

  static long payload(long word) {
    return word >>> NEXT_BITS;
  }

  /** The distance in buckets to the next key of the chain. */
  public static int next(long word) {
    return (int) ((word << PAYLOAD_BITS) >> PAYLOAD_BITS);
  }

  /** Whether a distance between two buckets of a chain can be written down. */
  static boolean isReachable(int distance) {
    return distance >= MIN_NEXT && distance <= MAX_NEXT;
  }

  /** Whether two buckets share a cache line. */
  public static boolean sameLine(long bucket, long other) {
    return bucket >>> LINE_SHIFT == other >>> LINE_SHIFT;
  }
}
