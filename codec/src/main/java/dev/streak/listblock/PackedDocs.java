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
package dev.streak.listblock;

import dev.streak.packing.BitPacking;
import dev.streak.packing.GapGroups;
import dev.streak.packing.PackedBits;
import java.util.Arrays;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.VectorUtil;

/**
 * The bytes of a packed array of documents, unpacked as far as somebody needs.
 *
 * <p>Who goes to a document nearby gets all documents on the way. For who comes from afar the last
 * document of every group of gaps is found, which takes a third of the time that unpacking takes;
 * then only the group is unpacked in which the document is, and the same for the next one.
 */
final class PackedDocs {

  /** Documents that are unpacked at a time: enough of them that the loop is worth entering. */
  private static final int STEP = 128;

  /** The same for who comes from afar and asks for the next one: doubled every time. */
  private static final int STEP_FROM_AFAR = 2 * BitPacking.GROUP;

  /** Documents that it pays to go past without unpacking them. */
  private static final int FAR = 72;

  /** Distance of documents from which on bits are set without unpacking the documents. */
  private static final int MIN_MEAN_GAP_TO_SET = 16;

  private final byte[] bytes;
  private int width;

  /** Bit at which the next gap begins. */
  private int bit;

  /** Last document unpacked or gone past; a long because damage may have made it too large. */
  private long last;

  /** Documents that were neither unpacked nor gone past. */
  private int left;

  /**
   * The document before the first group, and the last of each group, if somebody came from afar.
   * Behind them are documents that nobody asks for.
   */
  private final int[] lasts = new int[ListDescriptor.BLOCK_DOCS / BitPacking.GROUP + 1];

  private boolean hasLasts;

  /** Bit at which the first of those groups begins, and documents from there on. */
  private int lastsBit;

  private int lastsLeft;

  /** Documents to be unpacked next if all are wanted. */
  private int step;

  /** Unpacks what the caller puts into {@code bytes}. */
  PackedDocs(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Begins a block of which {@code left} documents are packed, the ones after {@code last}. */
  void start(int width, long last, int left) {
    this.width = width;
    this.last = last;
    this.left = left;
    bit = 0;
    hasLasts = false;
    step = STEP;
  }

  /** Forgets a block, of which there may have been more. */
  void clear() {
    left = 0;
  }

  /** Last document unpacked or gone past. */
  long last() {
    return last;
  }

  /** Whether what was unpacked contradicts the block's last document. */
  boolean isDamaged(int lastDoc) {
    return last > lastDoc || (left == 0 && last != lastDoc);
  }

  /**
   * Puts documents in place of those in {@code block}, which lie below {@code target}, until one
   * does not, and returns which one.
   *
   * @param doc where the caller comes from
   */
  int unpackTo(int doc, int target, DecodedListBlock block) {
    if (hasLasts == false && isFar(target - doc, block)) {
      findLasts(block);
    }
    if (hasLasts) {
      return unpackGroup(target, block);
    }
    unpack(block, 0, left);
    if (isDamaged(block.lastDoc)) {
      // Documents may not ascend, which a search must not meet; the caller throws.
      return 0;
    }
    return VectorUtil.findNextGEQ(block.docs, target, 0, block.count + 1);
  }

  /** Puts the next documents in place of those in {@code block}; false if there are none. */
  boolean unpackMore(DecodedListBlock block) {
    if (left == 0) {
      return false;
    }
    unpack(block, 0, step);
    step = Math.min(2 * step, STEP);
    return true;
  }

  /**
   * Sets the bits of all documents that are left, less {@code offset}, if that is faster than to
   * unpack them: in one go unless many share a word of {@code bits}, where each waits for the one
   * before it. Otherwise returns false.
   */
  boolean intoBitSet(int lastDoc, FixedBitSet bits, int offset) {
    if (left == 0
        || width > BitPacking.FOUR_IN_A_LOAD
        || lastDoc - last < (long) left * MIN_MEAN_GAP_TO_SET
        || lastDoc - offset >= bits.length()) {
      return false;
    }
    int predecessor = (int) last - offset;
    last = offset + PackedBits.setAscending(bytes, bit, width, predecessor, bits.getBits(), left);
    left = 0;
    return true;
  }

  /** Appends the rest to {@code block}, and nothing was unpacked before. */
  long unpackAll(DecodedListBlock block) {
    unpack(block, block.count, left);
    return last;
  }

  private void unpack(DecodedListBlock block, int at, int wanted) {
    int count = Math.min(wanted, left);
    last = BitPacking.unpackAscending(bytes, bit, width, last, block.docs, at, count);
    bit += count * width;
    left -= count;
    block.setCount(at + count);
  }

  /**
   * Whether there are so many documents in {@code distance}, if they lie evenly up to the block's
   * last. It is not the way from the last document unpacked that counts: who goes far will do so
   * again, wherever in the block the target lies.
   */
  private boolean isFar(long distance, DecodedListBlock block) {
    return distance * left > FAR * (block.lastDoc - last)
        && width >= GapGroups.MIN_WIDTH
        && width <= BitPacking.FOUR_IN_A_LOAD;
  }

  private void findLasts(DecodedListBlock block) {
    // The last group may not be full, but its last document is known.
    int groups = (left - 1) / BitPacking.GROUP;
    if (GapGroups.findLasts(bytes, bit, width, last, lasts, groups) >= block.lastDoc) {
      // Damaged: unpacking finds that out, and the caller is told.
      return;
    }
    Arrays.fill(lasts, groups + 1, lasts.length, Integer.MAX_VALUE);
    hasLasts = true;
    lastsBit = bit;
    lastsLeft = left;
    step = STEP_FROM_AFAR;
  }

  /** Goes to the first group that does not end below {@code target}, and unpacks it. */
  private int unpackGroup(int target, DecodedListBlock block) {
    int group = groupOf(target);
    int groupBit = lastsBit + group * BitPacking.GROUP * width;
    int groupLeft = lastsLeft - group * BitPacking.GROUP;
    int[] docs = block.docs;
    int from = GapGroups.unpack(bytes, groupBit, width, lasts[group], docs, target);
    int count = Math.min(BitPacking.GROUP, groupLeft);
    block.setCount(count);
    last = docs[count - 1];
    left = groupLeft - count;
    bit = groupBit + BitPacking.GROUP * width;
    step = STEP_FROM_AFAR;
    return from;
  }

  /**
   * Number of groups that end below {@code target}: the last of each eight are compared, then those
   * of one eight, all of them every time, because a branch would be guessed wrongly.
   */
  private int groupOf(int target) {
    int[] ends = lasts;
    int eight =
        8
            * (GapGroups.below(ends[8], target)
                + GapGroups.below(ends[16], target)
                + GapGroups.below(ends[24], target));
    return eight
        + ((GapGroups.below(ends[eight + 1], target) + GapGroups.below(ends[eight + 2], target))
            + (GapGroups.below(ends[eight + 3], target) + GapGroups.below(ends[eight + 4], target)))
        + ((GapGroups.below(ends[eight + 5], target) + GapGroups.below(ends[eight + 6], target))
            + GapGroups.below(ends[eight + 7], target));
  }
}
