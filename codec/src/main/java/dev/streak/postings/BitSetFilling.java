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

import dev.streak.listblock.ListDescriptor;
import dev.streak.packing.RunBits;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Moves a {@link ListPosition} on and sets the bits of all documents that it passes. */
final class BitSetFilling {

  private BitSetFilling() {}

  /**
   * Sets the bits of documents from the current one on, and goes to the first from the limit on.
   */
  static void fill(ListPosition list, int upTo, FixedBitSet bitSet, int offset) throws IOException {
    if (list.doc >= upTo) {
      return;
    }
    if (list.runEnd > list.doc + 1) {
      int to = Math.min(list.runEnd, upTo);
      bitSet.set(list.doc - offset, to - offset);
      if (to < list.runEnd) {
        list.doc = to;
        return;
      }
    } else {
      bitSet.set(list.doc - offset);
    }
    do {
      boolean beyond =
          switch (list.kind) {
            case ListDescriptor.KIND_RUNS -> runs(list, upTo, bitSet, offset);
            case ListDescriptor.KIND_BITMAP -> bits(list, upTo, bitSet, offset);
            default -> documents(list, upTo, bitSet, offset);
          };
      if (beyond) {
        return;
      }
      if (list.blockLastDoc < upTo) {
        list.packedIntoBitSet(bitSet, offset);
      }
    } while (list.unpackMore() || list.loadForBitSet(upTo, bitSet, offset));
    list.doc = DocIdSetIterator.NO_MORE_DOCS;
  }

  /** These return whether the list is now at or behind the limit. */
  private static boolean runs(ListPosition list, int upTo, FixedBitSet bitSet, int offset) {
    int[] starts = list.docs;
    int[] ends = list.ends;
    int to = list.blockLastDoc < upTo ? list.size : list.firstAtLeast(ends, upTo);
    long[] target = bitSet.getBits();
    for (int i = list.at; i < to; i++) {
      RunBits.set(target, starts[i] - offset, ends[i] - offset);
    }
    list.at = to;
    if (to == list.size) {
      return false;
    }
    // Ends at or behind the limit; what lies before it is still to be set.
    list.enterRun();
    if (list.doc < upTo) {
      bitSet.set(list.doc - offset, upTo - offset);
      if (list.runEnd == upTo) {
        if (list.at == list.size) {
          return false;
        }
        list.enterRun();
        return true;
      }
      list.doc = upTo;
    }
    return true;
  }

  private static boolean documents(ListPosition list, int upTo, FixedBitSet bitSet, int offset) {
    int[] source = list.docs;
    int to = list.blockLastDoc < upTo ? list.size : list.firstAtLeast(source, upTo);
    long[] target = bitSet.getBits();
    for (int i = list.at; i < to; i++) {
      int bit = source[i] - offset;
      target[bit >> 6] |= 1L << bit;
    }
    list.at = to;
    if (to == list.size) {
      return false;
    }
    list.doc = source[list.at++];
    list.enterArray();
    return true;
  }

  private static boolean bits(ListPosition list, int upTo, FixedBitSet bitSet, int offset) {
    if (list.bitmap.hasNext() == false) {
      return false;
    }
    list.bitmap.orInto(bitSet, offset, Math.min(upTo, list.blockLastDoc + 1));
    if (upTo > list.blockLastDoc) {
      list.bitmap.leave();
      return false;
    }
    list.doc = list.bitmap.advance(Math.max(upTo, list.doc + 1));
    return true;
  }
}
