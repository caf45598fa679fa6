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
package dev.streak.terms;

import dev.streak.field.TermEntry;
import org.apache.lucene.util.BitUtil;

/**
 * Checks once whether the documents that stand with the terms of a block are some of the segment.
 * What a list holds is checked when it is read.
 */
final class TermEntryCheck {

  private final byte[] block;
  private final int entriesAt;
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

  private TermEntryCheck(byte[] block, int length) {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    this.block = block;
    kind = TermBlockLayout.kind(head);
    width = TermBlockLayout.entryWidth(head);
    widthMask = width == 0 ? 0 : -1L >>> -width;
    lengthWidth = TermBlockLayout.lengthWidth(head);
    lengthMask = (1L << lengthWidth) - 1;
    entriesAt = length - (TermBlockLayout.terms(head) * width + 7) / Byte.SIZE;
    boolean masked = TermBlockLayout.layout(head) != TermBlockLayout.OFFSETS;
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
   * Returns what is wrong with an entry of a block whose parts lie in it, or null.
   *
   * @param block with eight bytes more than it has
   * @param length of the block without its checksum
   */
  static String problem(byte[] block, int length, int terms, int maxDoc) {
    TermEntryCheck entries = new TermEntryCheck(block, length);
    if (entries.kind == TermBlockLayout.NO_ENTRIES) {
      return null;
    }
    for (int i = 0; i < terms; i++) {
      String problem = entries.problem(i, maxDoc);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private String problem(int index, int maxDoc) {
    long bit = (long) index * width;
    long loaded = (long) BitUtil.VH_LE_LONG.get(block, entriesAt + (int) (bit >>> 3));
    long value = loaded >>> (bit & 7) & widthMask;
    boolean both = kind == TermBlockLayout.MIXED;
    boolean run = both ? (value & 1) != 0 : kind == TermBlockLayout.RUNS;
    long rest = both ? value >>> 1 : value;
    return run ? problemOfRun(index, rest, maxDoc) : problemOfList(index, rest);
  }

  private String problemOfRun(int index, long rest, int maxDoc) {
    // As it is read: these may leave the range of an int and come back.
    int start = firstStart + index * startStep + (int) (rest >>> lengthWidth);
    int more = leastMore + (int) (rest & lengthMask);
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
