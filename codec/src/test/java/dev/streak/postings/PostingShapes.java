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
package dev.streak.postings;

import java.util.Random;
import org.apache.lucene.util.FixedBitSet;

/** Sets of documents of every shape for which there is an encoding, and of those between. */
public final class PostingShapes {

  private PostingShapes() {}

  /** A set, never empty, of documents below {@code maxDoc}. */
  public static FixedBitSet random(Random random, int maxDoc) {
    FixedBitSet docs = new FixedBitSet(maxDoc);
    int parts = random.nextInt(3) + 1;
    for (int i = 0; i < parts; i++) {
      int from = random.nextInt(maxDoc);
      int to = random.nextBoolean() ? maxDoc : from + 1 + random.nextInt(maxDoc - from);
      fill(random, docs, from, to);
    }
    if (docs.cardinality() == 0) {
      docs.set(random.nextInt(maxDoc));
    }
    return docs;
  }

  private static void fill(Random random, FixedBitSet docs, int from, int to) {
    switch (random.nextInt(6)) {
      case 0 -> docs.set(from, to);
      case 1 -> docs.set(from);
      case 2 -> strided(docs, from, to, 1 + random.nextInt(5));
      case 3 -> scattered(random, docs, from, to, 1 + random.nextInt(3000));
      case 4 -> scattered(random, docs, from, to, 1 + random.nextInt(10));
      default -> runs(random, docs, from, to, 1 + random.nextInt(300), 1 + random.nextInt(300));
    }
  }

  private static void strided(FixedBitSet docs, int from, int to, int stride) {
    for (int doc = from; doc < to; doc += stride) {
      docs.set(doc);
    }
  }

  private static void scattered(Random random, FixedBitSet docs, int from, int to, int meanGap) {
    for (long doc = from; doc < to; doc += 1 + random.nextInt(2 * meanGap)) {
      docs.set((int) doc);
    }
  }

  private static void runs(
      Random random, FixedBitSet docs, int from, int to, int meanLength, int meanGap) {
    int doc = from;
    while (doc < to) {
      int end = Math.min(to, doc + 1 + random.nextInt(2 * meanLength));
      docs.set(doc, end);
      doc = end + 1 + random.nextInt(2 * meanGap);
    }
  }
}
