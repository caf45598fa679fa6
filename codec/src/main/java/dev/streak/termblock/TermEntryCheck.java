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
package dev.streak.termblock;

import dev.streak.columns.Alphabet;
import dev.streak.field.TermEntry;
import org.apache.lucene.util.BitUtil;

/**
 * Checks once whether the entries of a block are as long as they must be, and whether the documents
 * that stand with its terms are some of the segment. What a list holds is checked when it is read.
 */
final class TermEntryCheck {

  private final byte[] block;

  /** Bits of the longest run, less one. What is longer would be read in two ways. */
  private static final int MAX_LENGTH_WIDTH =
      Integer.SIZE - Integer.numberOfLeadingZeros(TermEntry.MAX_RUN_LENGTH - 1);

  /** Where packed entries begin. */
  private final int packedAt;

  /** The terms that have entries if entries follow, else 0. */
  private final long leaders;

  private final int kind;
  private final int width;
  private final long widthMask;
  private final int lengthWidth;
  private final long lengthMask;

  /** Of runs. */
  private int firstStart;

  private int startStep;
  private int leastMore;

  /** Of lists. */
  private long firstList;

  private int listStep;

  private TermEntryCheck(byte[] block, long head, int packedAt, long leaders) {
    this.block = block;
    this.packedAt = packedAt;
    this.leaders = leaders;
    kind = TermBlockLayout.kind(head);
    width = TermBlockLayout.entryWidth(head);
    widthMask = width == 0 ? 0 : -1L >>> -width;
    lengthWidth = TermBlockLayout.lengthWidth(head);
    lengthMask = (1L << lengthWidth) - 1;
    boolean masked = Alphabet.ofNumber(TermBlockLayout.layout(head)) != null;
    int at = TermBlockLayout.HEAD_BYTES + (masked ? TermBlockLayout.MASK_BYTES : 0);
    if ((kind & TermBlockLayout.RUNS) != 0) {
      firstStart = (int) BitUtil.VH_LE_INT.get(block, at);
      startStep = (int) BitUtil.VH_LE_INT.get(block, at + Integer.BYTES);
      leastMore = (int) BitUtil.VH_LE_INT.get(block, at + Long.BYTES);
      at += TermBlockLayout.RUN_BASES_BYTES;
    }
    if ((kind & TermBlockLayout.LISTS) != 0) {
      firstList = (long) BitUtil.VH_LE_LONG.get(block, at);
      listStep = (int) BitUtil.VH_LE_INT.get(block, at + Long.BYTES);
    }
  }

  /**
   * Returns what is wrong with the entries of a block, or null.
   *
   * @param block with eight bytes more than it has
   * @param length of the block without its checksum
   * @param entriesAt where entries must begin
   * @param maxDoc documents of the segment
   */
  static String problem(byte[] block, int length, long entriesAt, int maxDoc) {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    int kind = TermBlockLayout.kind(head);
    int width = TermBlockLayout.entryWidth(head);
    int lengthWidth = TermBlockLayout.lengthWidth(head);
    int count = TermBlockLayout.terms(head);
    boolean none = kind == TermBlockLayout.NO_ENTRIES;
    if (width > (none ? 0 : TermBlockLayout.MAX_ENTRY_WIDTH)
        || lengthWidth > Math.min(width, MAX_LENGTH_WIDTH)) {
      return "width of an entry is " + width + ", of a length " + lengthWidth;
    }
    long leaders = 0;
    long packedAt = entriesAt;
    if (TermBlockLayout.follow(head)) {
      if (kind != TermBlockLayout.RUNS || lengthWidth > 0) {
        return "entries of kind " + kind + " with lengths of " + lengthWidth + " bits follow";
      }
      packedAt += Long.BYTES;
      if (packedAt > length) {
        return "length is " + length + ", must be " + packedAt + " at least";
      }
      leaders = (long) BitUtil.VH_LE_LONG.get(block, (int) entriesAt);
      if ((leaders & 1) == 0 || TermBlockLayout.leadersTo(leaders, count - 1) != leaders) {
        return "of " + count + " terms these have entries: " + Long.toHexString(leaders);
      }
    }
    int size = leaders == 0 ? count : Long.bitCount(leaders);
    long end = packedAt + ((long) size * width + 7) / Byte.SIZE;
    if (end != length) {
      return "length is " + length + ", must be " + end;
    }
    return none
        ? null
        : new TermEntryCheck(block, head, (int) packedAt, leaders).problem(count, maxDoc);
  }

  private String problem(int count, int maxDoc) {
    for (int i = 0; i < count; i++) {
      String problem = leaders == 0 ? problemOf(i, maxDoc) : problemOfFollowing(i, maxDoc);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private String problemOfFollowing(int index, int maxDoc) {
    long leadersTo = TermBlockLayout.leadersTo(leaders, index);
    int behind = TermBlockLayout.behindLeader(leadersTo, index) * (leastMore + 1);
    int start = firstStart + (int) value(Long.bitCount(leadersTo) - 1) + behind;
    return problemOfRun(index, start, leastMore, maxDoc);
  }

  private long value(int place) {
    long bit = (long) place * width;
    long loaded = (long) BitUtil.VH_LE_LONG.get(block, packedAt + (int) (bit >>> 3));
    return loaded >>> (bit & 7) & widthMask;
  }

  private String problemOf(int index, int maxDoc) {
    long value = value(index);
    boolean both = kind == TermBlockLayout.MIXED;
    boolean run = both ? (value & 1) != 0 : kind == TermBlockLayout.RUNS;
    long rest = both ? value >>> 1 : value;
    if (run == false) {
      return problemOfList(index, rest);
    }
    // As it is read: these may leave the range of an int and come back.
    int start = firstStart + index * startStep + (int) (rest >>> lengthWidth);
    return problemOfRun(index, start, leastMore + (int) (rest & lengthMask), maxDoc);
  }

  private static String problemOfRun(int index, int start, int more, int maxDoc) {
    boolean fits =
        start >= 0 && more >= 0 && more < TermEntry.MAX_RUN_LENGTH && (long) start + more < maxDoc;
    return fits
        ? null
        : "documents of term " + index + " are " + (more + 1L) + " from " + start + " of " + maxDoc;
  }

  private String problemOfList(int index, long rest) {
    long position = firstList + (long) index * listStep + rest;
    return position >= 0 && position <= TermEntry.MAX_POINTER
        ? null
        : "list of term " + index + " is at " + position;
  }
}
