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
package dev.streak.search;

import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.StringHelper;

/** The places of a query's distinct terms by hash: open addressing, at most half full. */
final class DistinctTerms {

  /** Differs from JVM to JVM, so that nobody can choose ids that collide. */
  private static final long SEED = StringHelper.GOOD_FAST_HASH_SEED * 0x9E3779B97F4A7C15L;

  private final QueryTerms terms;

  /** A place and one; 0 is free. */
  private final int[] slots;

  private int count;
  private long hashes;

  /**
   * What two equal sets agree in.
   *
   * @param count number of distinct terms
   * @param hashes sum of their hashes
   */
  record Summary(int count, long hashes) {
    @Override
    public int hashCode() {
      return Long.hashCode(hashes) + count;
    }
  }

  private DistinctTerms(QueryTerms terms) {
    this.terms = terms;
    this.slots = new int[BitUtil.nextHighestPowerOfTwo(2 * Math.max(1, terms.length()))];
  }

  /** A hash of which all bits depend on all bits of {@code value}. */
  static long mix(long value) {
    long mixed = (value ^ SEED) * 0x9E3779B97F4A7C15L;
    mixed ^= mixed >>> 32;
    mixed *= 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  static DistinctTerms of(QueryTerms terms) {
    DistinctTerms distinct = new DistinctTerms(terms);
    for (int i = 0; i < terms.length(); i++) {
      distinct.add(i);
    }
    return distinct;
  }

  /** Number and hash of the distinct terms; one pass, without a table where none is repeated. */
  static Summary summary(QueryTerms terms) {
    if (terms.isGivenDistinct() == false) {
      DistinctTerms distinct = of(terms);
      return new Summary(distinct.count, distinct.hashes);
    }
    long hashes = 0;
    for (int i = 0; i < terms.length(); i++) {
      hashes += terms.hash(i);
    }
    return new Summary(terms.length(), hashes);
  }

  private void add(int index) {
    long hash = terms.hash(index);
    int slot = slot(terms, index, hash);
    if (slots[slot] == 0) {
      slots[slot] = index + 1;
      count++;
      hashes += hash;
    }
  }

  /** Where the term is, or where it would be put. */
  private int slot(QueryTerms of, int index, long hash) {
    int slot = (int) hash & (slots.length - 1);
    while (slots[slot] != 0 && terms.same(slots[slot] - 1, of, index) == false) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  /** Whether all of {@code others}, which are in the same form, are among these. */
  boolean holdsAllOf(QueryTerms others) {
    for (int i = 0; i < others.length(); i++) {
      if (slots[slot(others, i, others.hash(i))] == 0) {
        return false;
      }
    }
    return true;
  }
}
