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

import dev.streak.docset.CoalescedRuns;
import dev.streak.docset.MatchingDocs;
import java.util.List;

/**
 * What a prefix has to save for each byte to have a chance of being stored, judged by the
 * candidates so far and the budget that they brought. On an index in no order most prefixes have
 * none, and encoding their documents would be most of the work.
 */
final class PrefixPrice {
  /** So far below the price a prefix may be: the estimate is rough, and the price moves. */
  private static final double SLACK = 0.5;

  private static final int MIN_CANDIDATES = 32;

  private final int maxDoc;
  private double termsPerByte;
  private int nextUpdate = MIN_CANDIDATES;

  PrefixPrice(int maxDoc) {
    this.maxDoc = maxDoc;
  }

  /** Sees what is chosen from {@code candidates} as if there were no more; now and then. */
  void update(List<PrefixCandidate> candidates, long budgetBytes) {
    if (candidates.size() >= nextUpdate) {
      termsPerByte = new PrefixSelection(candidates, budgetBytes).price();
      nextUpdate = candidates.size() + Math.max(MIN_CANDIDATES, candidates.size() / 4);
    }
  }

  /** Returns whether the documents of a prefix need not be encoded. */
  boolean isOutOfReach(long terms, MatchingDocs docs) {
    // Other sets are so large that there are few of them.
    return docs instanceof CoalescedRuns runs
        && terms < SLACK * termsPerByte * bytes(runs.runCount(), runs.cardinality());
  }

  /** Roughly the size of an encoded list: a gap and a length for each run, or a gap a document. */
  private double bytes(int runs, int docs) {
    double asRuns = runs * (bits(maxDoc / runs) + bits(docs / runs));
    double asDocs = docs * bits(maxDoc / docs);
    return Math.min(asRuns, asDocs) / Byte.SIZE;
  }

  private static int bits(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number);
  }
}
