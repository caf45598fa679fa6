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

import org.apache.lucene.util.FixedBitSet;

/**
 * The buckets of a table that is being built, and the chains through them. Knows which buckets are
 * used and where the nearest unused one is, but not which key belongs where. Memory: 16 bytes and
 * one bit per bucket, nothing else.
 */
final class BucketStore {

  /** No bucket. */
  static final int NONE = -1;

  private final int buckets;
  private final long[] table;
  private final FixedBitSet used;

  BucketStore(int buckets) {
    this.buckets = buckets;
    this.table = new long[2 * buckets];
    this.used = new FixedBitSet(buckets);
  }

  int size() {
    return buckets;
  }

  /** Key and word of each bucket in turn. */
  long[] table() {
    return table;
  }

  boolean isUsed(int bucket) {
    return used.get(bucket);
  }

  long key(int bucket) {
    return table[2 * bucket];
  }

  long payload(int bucket) {
    return BucketDescriptor.payload(table[2 * bucket + 1]);
  }

  /** The distance to the next bucket of the chain, 0 at its end. */
  int next(int bucket) {
    return BucketDescriptor.next(table[2 * bucket + 1]);
  }

  void put(int bucket, long key, long payload, int next) {
    table[2 * bucket] = key;
    table[2 * bucket + 1] = BucketDescriptor.word(payload, next);
    used.set(bucket);
  }

  void setNext(int bucket, int next) {
    table[2 * bucket + 1] = BucketDescriptor.word(payload(bucket), next);
  }

  /** Gives an unused bucket a key that nobody looks for there. */
  void fill(int bucket, long key) {
    assert !isUsed(bucket) : "bucket=" + bucket;
    table[2 * bucket] = key;
    table[2 * bucket + 1] = 0;
  }

  /**
   * Takes a bucket out of the chain that begins at {@code first}, another one. Returns false if the
   * buckets before and behind it cannot be linked.
   */
  boolean unlink(int first, int bucket) {
    assert first != bucket : "bucket=" + bucket;
    int previous = first;
    int next;
    while (previous + (next = next(previous)) != bucket) {
      assert next != 0 : "bucket " + bucket + " is in no chain";
      previous += next;
    }
    int following = next(bucket);
    int distance = following == 0 ? 0 : bucket + following - previous;
    if (!BucketDescriptor.isReachable(distance)) {
      return false;
    }
    setNext(previous, distance);
    used.clear(bucket);
    return true;
  }

  /** Follows a chain from {@code bucket} for as long as it stays in the line. */
  int lastOfLine(int bucket) {
    int last = bucket;
    int next;
    while ((next = next(last)) != 0 && BucketDescriptor.sameLine(last + next, last)) {
      last += next;
    }
    return last;
  }

  int chainLength(int first) {
    int length = 1;
    int bucket = first;
    int next;
    while ((next = next(bucket)) != 0) {
      bucket += next;
      length++;
    }
    return length;
  }

  /** An unused bucket of the same line, or {@link #NONE}. */
  int unusedInLine(int bucket) {
    int start = bucket & -BucketDescriptor.PER_LINE;
    for (int i = start; i < start + BucketDescriptor.PER_LINE; i++) {
      if (!used.get(i)) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * Looks for an unused bucket line by line, on both sides, as far as a distance can be written.
   * Returns it or {@link #NONE}.
   */
  int nearestUnused(int bucket) {
    int line = bucket & -BucketDescriptor.PER_LINE;
    for (int ring = BucketDescriptor.PER_LINE;
        ring <= BucketDescriptor.MAX_NEXT;
        ring += BucketDescriptor.PER_LINE) {
      int unused = line + ring < buckets ? unusedInLine(line + ring) : NONE;
      if (unused == NONE && line - ring >= 0) {
        unused = unusedInLine(line - ring);
      }
      if (unused != NONE) {
        return unused;
      }
    }
    return NONE;
  }
}
