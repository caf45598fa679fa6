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
package dev.streak.bench.workload.postings;

import java.util.BitSet;
import java.util.Random;

/** Shapes of posting lists that ask for different encodings. */
enum PostingShape {
  /** Every document. */
  ALL,
  LONG_RUNS,
  SHORT_RUNS,
  PAIRS,
  /** One to seven children and a parent without the term, as in blocks of documents. */
  CHILDREN,
  DENSE_92_PERCENT,
  DENSE_80_PERCENT,
  DENSE_25_PERCENT,
  SCATTERED_5_PERCENT,
  SCATTERED_1_PERCENT,
  SPARSE,
  CLUSTERED;

  int[] documents(Random random, int maxDoc) {
    BitSet docs =
        switch (this) {
          case ALL -> spread(random, maxDoc, maxDoc, 1);
          case LONG_RUNS -> spread(random, maxDoc, 1_000, 9_000);
          case SHORT_RUNS -> spread(random, maxDoc, 8, 120);
          case PAIRS -> spread(random, maxDoc, 2, 60);
          case CHILDREN -> children(random, maxDoc);
          case DENSE_92_PERCENT -> scatter(random, maxDoc, 0.92);
          case DENSE_80_PERCENT -> scatter(random, maxDoc, 0.8);
          case DENSE_25_PERCENT -> scatter(random, maxDoc, 0.25);
          case SCATTERED_5_PERCENT -> scatter(random, maxDoc, 0.05);
          case SCATTERED_1_PERCENT -> scatter(random, maxDoc, 0.01);
          case SPARSE -> scatter(random, maxDoc, 0.0005);
          case CLUSTERED -> clusters(random, maxDoc);
        };
    return docs.stream().toArray();
  }

  private static BitSet spread(Random random, int maxDoc, int runLength, int gap) {
    BitSet docs = new BitSet(maxDoc);
    int doc = 0;
    while (doc < maxDoc) {
      int length = runLength == maxDoc ? maxDoc : runLength / 2 + random.nextInt(runLength + 1);
      docs.set(doc, Math.min(maxDoc, doc + Math.max(1, length)));
      doc += length + 1 + gap / 2 + random.nextInt(gap);
    }
    return docs;
  }

  private static BitSet children(Random random, int maxDoc) {
    BitSet docs = new BitSet(maxDoc);
    int doc = 0;
    while (doc < maxDoc) {
      int parent = doc + 1 + random.nextInt(7);
      docs.set(doc, Math.min(maxDoc, parent));
      doc = parent + 1;
    }
    return docs;
  }

  private static BitSet scatter(Random random, int maxDoc, double share) {
    BitSet docs = new BitSet(maxDoc);
    for (int doc = 0; doc < maxDoc; doc++) {
      if (random.nextDouble() < share) {
        docs.set(doc);
      }
    }
    docs.set(random.nextInt(maxDoc));
    return docs;
  }

  private static BitSet clusters(Random random, int maxDoc) {
    BitSet docs = new BitSet(maxDoc);
    int doc = 0;
    while (doc < maxDoc) {
      int end = Math.min(maxDoc, doc + 100 + random.nextInt(5_000));
      double share = Math.pow(random.nextDouble(), 3);
      for (; doc < end; doc++) {
        if (random.nextDouble() < share) {
          docs.set(doc);
        }
      }
      doc += random.nextInt(20_000);
    }
    docs.set(maxDoc - 1);
    return docs;
  }
}
