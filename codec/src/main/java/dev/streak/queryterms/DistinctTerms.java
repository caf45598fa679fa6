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
package dev.streak.queryterms;

import java.util.Arrays;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.StringHelper;

/** The places of a query's distinct terms by hash: open addressing, at most half full. */
public final class DistinctTerms {

  /** Differs from JVM to JVM, so that nobody can choose terms that collide. */
  static final long SEED = StringHelper.GOOD_FAST_HASH_SEED * 0x9E3779B97F4A7C15L;

  /** As many as there is a table for. */
  public static final int MAX_TERMS = 1 << 29;

  private final QueryTerms terms;

  /** A place and one; 0 is free. */
  private final int[] slots;

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

  /** Has none of the terms yet, and room for so many of them. */
  private DistinctTerms(QueryTerms terms, int room) {
    this.terms = terms;
    this.slots = new int[BitUtil.nextHighestPowerOfTwo(2 * Math.max(1, room))];
  }

  /** A hash of which all bits depend on all bits of {@code value}. */
  static long mix(long value) {
    long mixed = (value ^ SEED) * 0x9E3779B97F4A7C15L;
    mixed ^= mixed >>> 32;
    mixed *= 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  static DistinctTerms of(QueryTerms terms) {
    DistinctTerms distinct = new DistinctTerms(terms, terms.length());
    for (int i = 0; i < terms.length(); i++) {
      distinct.add(i, terms.hash(i));
    }
    return distinct;
  }

  /** Number and hash of the distinct terms; only of few a table is made. */
  static Summary summary(QueryTerms terms) {
    int count = terms.length();
    long[] hashes = new long[terms.isGivenDistinct() ? 0 : count];
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long hash = terms.hash(i);
      sum += hash;
      if (i < hashes.length) {
        hashes[i] = hash;
      }
    }
    int[] repeated = repeatedPlaces(terms, hashes);
    for (int i : repeated) {
      sum -= hashes[i];
    }
    return new Summary(count - repeated.length, sum);
  }

  /** The places of all terms but those that are equal to an earlier one, ascending. */
  static int[] firstPlaces(QueryTerms terms) {
    long[] hashes = new long[terms.length()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = terms.hash(i);
    }
    int[] repeated = repeatedPlaces(terms, hashes);
    int[] places = new int[hashes.length - repeated.length];
    int next = 0;
    for (int i = 0, at = 0; i < hashes.length; i++) {
      if (next < repeated.length && repeated[next] == i) {
        next++;
      } else {
        places[at++] = i;
      }
    }
    return places;
  }

  /** The places of terms that are equal to an earlier one, ascending. */
  private static int[] repeatedPlaces(QueryTerms terms, long[] hashes) {
    int[] suspects = Suspects.of(hashes);
    DistinctTerms distinct = new DistinctTerms(terms, suspects.length);
    int repeated = 0;
    for (int i : suspects) {
      if (distinct.add(i, hashes[i]) == false) {
        suspects[repeated++] = i;
      }
    }
    return Arrays.copyOf(suspects, repeated);
  }

  /** Returns whether the term is the first that is equal to it. */
  private boolean add(int index, long hash) {
    int slot = slot(terms, index, hash);
    if (slots[slot] != 0) {
      return false;
    }
    slots[slot] = index + 1;
    return true;
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
