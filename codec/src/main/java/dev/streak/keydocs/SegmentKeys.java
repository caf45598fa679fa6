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

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;

/** A table as one reader sees it: which of the keys are of its own segments. */
public final class SegmentKeys {

  /** Cells for each range, so that few ranges begin in the same. */
  private static final int CELLS_FOR_RANGE = 32;

  private static final int MAX_CELLS = 1 << 12;

  private final KeyRanges keys;

  /** First key of each range, ascending, and the end of the last. */
  private final int[] firsts;

  /** The segment of each range; -1 for one that the reader does not have. */
  private final int[] leaves;

  /** The range of the first key of each cell, which has {@code 1 << cellBits} keys. */
  private final int[] cells;

  private final int cellBits;

  private SegmentKeys(KeyRanges keys, int[] firsts, int[] leaves) {
    this.keys = keys;
    this.firsts = firsts;
    this.leaves = leaves;
    int end = firsts[leaves.length];
    int bits = 0;
    while (end >>> bits > Math.min(MAX_CELLS, CELLS_FOR_RANGE * leaves.length)) {
      bits++;
    }
    this.cellBits = bits;
    this.cells = new int[(end >>> bits) + 2];
    int range = 0;
    for (int cell = 0; cell < cells.length; cell++) {
      while (range + 1 < leaves.length && firsts[range + 1] <= (long) cell << bits) {
        range++;
      }
      cells[cell] = range;
    }
  }

  /**
   * The keys of those segments that are in a table, and takes these out of {@code segments}: tables
   * that were refreshed from the same ones for other readers may have put one into two.
   */
  public static SegmentKeys of(KeyRanges keys, Map<Object, LeafReaderContext> segments) {
    List<KeyRanges.Range> ranges = keys.ranges();
    int[] firsts = new int[ranges.size() + 1];
    int[] leaves = new int[ranges.size()];
    for (int i = 0; i < leaves.length; i++) {
      firsts[i] = ranges.get(i).first();
      firsts[i + 1] = firsts[i] + ranges.get(i).count();
      LeafReaderContext leaf = segments.remove(ranges.get(i).segment());
      leaves[i] = leaf == null ? -1 : leaf.ord;
    }
    return new SegmentKeys(keys, firsts, leaves);
  }

  public KeyRanges keys() {
    return keys;
  }

  /** Null if this is a table of numbers. */
  public KeySlots slots() {
    return keys.slots();
  }

  /** Null if this is a table of hashes. */
  public NumberDocs numbers() {
    return keys.numbers();
  }

  /** The range that a key of the table is in, or -1 if it was added after this reader was made. */
  public int range(int key) {
    if (key >= firsts[leaves.length]) {
      return -1;
    }
    int cell = key >>> cellBits;
    int low = cells[cell];
    int high = cells[cell + 1];
    // The last range that begins no later: ranges of no keys begin where the next one does.
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firsts[middle] <= key) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The number of a range's segment in the reader, or -1 if the reader does not have it. */
  public int leaf(int range) {
    return leaves[range];
  }

  /** The segments of the reader that are here. */
  public IntStream leaves() {
    return Arrays.stream(leaves).filter(leaf -> leaf >= 0);
  }

  /** The ordinal of a key among the terms of its segment, or its document there. */
  public int ordinal(int range, int key) {
    return key - firsts[range];
  }
}
