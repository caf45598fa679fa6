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
package dev.streak.keydocs;

import dev.streak.field.KeyProbe;
import dev.streak.field.TermEntry;
import java.io.IOException;

/** Finds numbers by {@link NumberDocs}. For one thread at a time. */
public final class NumberProbe {

  /** Keys whose places are found before the first document is read. */
  private static final int WINDOW = 512;

  private final long[] numbers = new long[WINDOW];

  /** Of the numbers that are there: their places, which of the keys they are, their documents. */
  private final int[] places = new int[WINDOW];

  private final int[] keys = new int[WINDOW];
  private final int[] docs = new int[WINDOW];

  /** Finds the keys {@code from} to {@code to - 1}. */
  public void find(SegmentKeys part, Keys asked, int from, int to, KeyProbe.Hits hits)
      throws IOException {
    NumberDocs all = part.numbers();
    for (int start = from; start < to; start += WINDOW) {
      int count = Math.min(WINDOW, to - start);
      asked.numbers(start, count, numbers);
      int found = place(all, start, count);
      // Loads that do not wait for each other overlap.
      for (int i = 0; i < found; i++) {
        docs[i] = all.doc(places[i]);
      }
      for (int i = 0; i < found; i++) {
        int doc = docs[i];
        for (; doc < 0; doc = all.next(doc)) {
          hand(part, all.chained(doc), keys[i], hits);
        }
        hand(part, doc, keys[i], hits);
      }
    }
  }

  private int place(NumberDocs all, int from, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      int place = all.place(numbers[i]);
      // Which keys are there is a matter of chance: a branch would be mispredicted.
      places[found] = place;
      keys[found] = from + i;
      found += 1 + (place >> 31);
    }
    return found;
  }

  private static void hand(SegmentKeys part, int doc, int key, KeyProbe.Hits hits)
      throws IOException {
    int range = part.range(doc);
    int leaf = part.leaf(range);
    if (leaf >= 0) {
      hits.accept(leaf, key, TermEntry.ofRun(part.ordinal(range, doc), 1));
    }
  }
}
