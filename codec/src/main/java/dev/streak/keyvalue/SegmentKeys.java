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
package dev.streak.keyvalue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;

/** A table as one reader sees it: which of the keys are of its own segments. */
final class SegmentKeys {

  private final KeyRanges keys;

  /** First key of each range, ascending, and the end of the last. */
  private final int[] firsts;

  /** The segment of each range; null for one that the reader does not have. */
  private final LeafReaderContext[] leaves;

  private SegmentKeys(KeyRanges keys, int[] firsts, LeafReaderContext[] leaves) {
    this.keys = keys;
    this.firsts = firsts;
    this.leaves = leaves;
  }

  static SegmentKeys of(KeyRanges keys, Map<Object, LeafReaderContext> segments) {
    List<KeyRanges.Range> ranges = keys.ranges();
    int[] firsts = new int[ranges.size() + 1];
    LeafReaderContext[] leaves = new LeafReaderContext[ranges.size()];
    for (int i = 0; i < leaves.length; i++) {
      firsts[i] = ranges.get(i).first();
      firsts[i + 1] = firsts[i] + ranges.get(i).count();
      leaves[i] = segments.get(ranges.get(i).segment());
    }
    return new SegmentKeys(keys, firsts, leaves);
  }

  KeyRanges keys() {
    return keys;
  }

  KeySlots slots() {
    return keys.slots();
  }

  /** The range that a key of the table is in, or -1 if it was added after this reader was made. */
  int range(int key) {
    if (key >= firsts[firsts.length - 1]) {
      return -1;
    }
    int found = Arrays.binarySearch(firsts, 0, firsts.length - 1, key);
    return found >= 0 ? lastOf(found) : -found - 2;
  }

  /** Ranges of no keys begin where the next one does. */
  private int lastOf(int range) {
    int last = range;
    while (last + 1 < leaves.length && firsts[last + 1] == firsts[last]) {
      last++;
    }
    return last;
  }

  /** The segment of a range, or null if the reader does not have it. */
  LeafReaderContext leaf(int range) {
    return leaves[range];
  }

  /** The segments of the reader that are here. */
  List<LeafReaderContext> leaves() {
    return Arrays.stream(leaves).filter(Objects::nonNull).toList();
  }

  /** The ordinal of a key among the terms of its segment. */
  int ordinal(int range, int key) {
    return key - firsts[range];
  }
}
