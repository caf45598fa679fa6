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
package dev.streak.prefix;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses the prefixes that are written. Without a set, a query looks at every term of its prefix:
 * that is the work a set saves, and those that save most for a byte come first. A quarter of the
 * budget may go to prefixes of which only the number of documents is written, which answers a
 * count.
 */
final class PrefixSelection {

  /** Such prefixes take at most one byte in so many of the budget. */
  private static final int COUNTS_SHARE = 4;

  /** The share of the budget from which on it counts as used up. */
  private static final double FULL = 0.9;

  private final List<PrefixCandidate> candidates;
  private final BitSet listed = new BitSet();
  private final BitSet stored = new BitSet();
  private long bytes;
  private double price;

  PrefixSelection(List<PrefixCandidate> candidates, long budgetBytes) {
    this.candidates = candidates;
    chooseCounts(budgetBytes / COUNTS_SHARE);
    chooseSets(budgetBytes);
  }

  private void chooseCounts(long budgetBytes) {
    for (int i : order(Comparator.comparingLong(i -> -candidates.get(i).terms()))) {
      long cost = candidates.get(i).recordBytes();
      if (bytes + cost <= budgetBytes) {
        bytes += cost;
        listed.set(i);
      }
    }
  }

  private void chooseSets(long budgetBytes) {
    for (int i : order(Comparator.comparingDouble(i -> -termsPerByte(candidates.get(i))))) {
      PrefixCandidate candidate = candidates.get(i);
      if (candidate.isEncoded() == false) {
        continue;
      }
      long cost = candidate.listBytes() + (listed.get(i) ? 0 : candidate.recordBytes());
      if (bytes + cost <= budgetBytes) {
        bytes += cost;
        listed.set(i);
        stored.set(i);
        price = termsPerByte(candidate);
      }
    }
    if (bytes < budgetBytes * FULL) {
      price = 0;
    }
  }

  private static double termsPerByte(PrefixCandidate candidate) {
    return candidate.terms() / (double) (candidate.listBytes() + candidate.recordBytes());
  }

  private int[] order(Comparator<Integer> comparator) {
    Integer[] order = IntStream.range(0, candidates.size()).boxed().toArray(Integer[]::new);
    Arrays.sort(order, comparator);
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  /** The terms saved for a byte by the least of the stored ones; 0 while there is room for more. */
  double price() {
    return price;
  }

  /** Whether the prefix is written at all. */
  boolean isListed(int candidate) {
    return listed.get(candidate);
  }

  /** Whether its documents are written. */
  boolean isStored(int candidate) {
    return stored.get(candidate);
  }

  int listedCount() {
    return listed.cardinality();
  }

  /** What a person who reads the writer's messages wants to know. */
  @Override
  public String toString() {
    return stored.cardinality()
        + " with documents and "
        + (listed.cardinality() - stored.cardinality())
        + " as counts of "
        + candidates.size()
        + " candidates, bytes="
        + bytes;
  }
}
