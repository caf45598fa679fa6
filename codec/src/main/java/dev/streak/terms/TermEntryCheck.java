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
  private final int length;
  private final int entriesAt;
  private final int kind;
  private final int width;
  private final int lengthWidth;
  private final int runsAt;
  private final int listsAt;

  private TermEntryCheck(byte[] block, int length) {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    this.block = block;
    this.length = length;
    kind = TermBlockLayout.kind(head);
    width = TermBlockLayout.entryWidth(head);
    lengthWidth = TermBlockLayout.lengthWidth(head);
    entriesAt = length - (TermBlockLayout.terms(head) * width + 7) / Byte.SIZE;
    boolean masked = TermBlockLayout.layout(head) != TermBlockLayout.OFFSETS;
    runsAt = TermBlockLayout.HEAD_BYTES + (masked ? TermBlockLayout.MASK_BYTES : 0);
    listsAt = runsAt + TermBlockLayout.basesBytes(kind & TermBlockLayout.RUNS);
  }

  /**
   * Returns what is wrong with an entry of a block whose parts lie in it, or null.
   *
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
    long value = bits((long) index * width);
    boolean both = kind == (TermBlockLayout.RUNS | TermBlockLayout.LISTS);
    boolean run = both ? (value & 1) != 0 : kind == TermBlockLayout.RUNS;
    long rest = both ? value >>> 1 : value;
    return run ? problemOfRun(index, rest, maxDoc) : problemOfList(index, rest);
  }

  private String problemOfRun(int index, long rest, int maxDoc) {
    int base = (int) BitUtil.VH_LE_INT.get(block, runsAt);
    int step = (int) BitUtil.VH_LE_INT.get(block, runsAt + Integer.BYTES);
    int lengthBase = (int) BitUtil.VH_LE_INT.get(block, runsAt + Long.BYTES);
    // As it is read: these may leave the range of an int and come back.
    int start = base + index * step + (int) (rest >>> lengthWidth);
    int more = lengthBase + (int) (rest & (1L << lengthWidth) - 1);
    boolean fits =
        start >= 0 && more >= 0 && more < TermEntry.MAX_RUN_LENGTH && (long) start + more < maxDoc;
    return fits
        ? null
        : "documents of term " + index + " are " + (more + 1L) + " from " + start + " of " + maxDoc;
  }

  private String problemOfList(int index, long rest) {
    long base = (long) BitUtil.VH_LE_LONG.get(block, listsAt);
    int step = (int) BitUtil.VH_LE_INT.get(block, listsAt + Long.BYTES);
    long position = base + (long) index * step + rest;
    return position >= 0 && position <= TermEntry.MAX_POINTER
        ? null
        : "list of term " + index + " is at " + position;
  }

  private long bits(long from) {
    long value = 0;
    int at = entriesAt + (int) (from >>> 3);
    for (int i = 0; i < Long.BYTES && at + i < length; i++) {
      value |= (block[at + i] & 0xFFL) << (i * Byte.SIZE);
    }
    return width == 0 ? 0 : value >>> (from & 7) & (-1L >>> -width);
  }
}
