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

import dev.streak.columns.ColumnLayout;
import dev.streak.columns.ColumnMask;
import dev.streak.columns.ColumnPlan;
import dev.streak.columns.TermWords;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Unpacks the columns of a block into rows of the same length, one for each term: what the terms
 * begin with if that is short, the bytes of a section, and the columns.
 */
final class ColumnRows {

  /** A longer prefix is not written before each term. */
  static final int MAX_PREFIX = 64;

  private final RandomAccessInput in;
  private final ColumnPlan plan = new ColumnPlan(MAX_PREFIX + ColumnMask.MAX_COLUMNS);

  private int count;
  private long termsAt;
  private int stride;
  private BlockSections sections;
  private boolean hasPrefix;

  /** Bytes of the prefix that stand in a row. */
  private int before;

  /** A row with zeros for what varies. */
  private final byte[] row = new byte[MAX_PREFIX + ColumnMask.MAX_COLUMNS + Long.BYTES];

  private int rowBytes;
  private int rowStride;

  /** No term ends before that, counted from the start of its row. */
  private int shortest;

  private boolean sameLength;

  /** Where sections begin, and their own bytes. */
  private final byte[] divided = new byte[TermSections.MOST * (TermSections.MAX_BYTES + 1)];

  private byte[] packed = BytesRef.EMPTY_BYTES;

  ColumnRows(RandomAccessInput in) {
    this.in = in;
  }

  /** Begins with a block. */
  void open(
      int blockCount,
      byte[] prefix,
      int prefixBytes,
      BlockSections blockSections,
      ColumnLayout columns)
      throws IOException {
    count = blockCount;
    termsAt = columns.termAt(0);
    sections = blockSections;
    hasPrefix = prefixBytes <= MAX_PREFIX;
    before = hasPrefix ? prefixBytes : 0;
    int start = before + sections.bytes();
    System.arraycopy(prefix, 0, row, 0, before);
    Arrays.fill(row, before, start + columns.count() + Long.BYTES, (byte) 0);
    readConstants(columns, start);
    plan.open(columns.alphabet(), start, columns.count(), columns.mask(), row);
    stride = columns.stride();
    rowBytes = start + columns.count();
    rowStride = rowBytes + Long.BYTES - 1 & -Long.BYTES;
    // Where the lengths of terms differ, all columns behind the shortest one vary.
    shortest = start + Long.SIZE - Long.numberOfLeadingZeros(columns.constantMask());
    sameLength = columns.alphabet().hasTerminator == false || shortest == rowBytes;
  }

  private void readConstants(ColumnLayout columns, int start) throws IOException {
    long from = columns.constantsAt();
    for (long left = columns.constantMask(); left != 0; left &= left - 1) {
      row[start + Long.numberOfTrailingZeros(left)] = in.readByte(from++);
    }
  }

  /** Whether rows begin with the block's prefix. */
  boolean havePrefix() {
    return hasPrefix;
  }

  /** Where what follows the prefix in a term begins. */
  int start(int index) {
    return index * rowStride + before;
  }

  /** Bytes that follow the prefix in the longest term. */
  int longest() {
    return rowBytes - before;
  }

  /**
   * Unpacks terms into their rows.
   *
   * @param starts becomes where what follows the prefix begins in the rows
   * @param ends becomes where it ends
   * @return {@code rows}, or a copy if that had to grow
   */
  byte[] unpack(int from, int to, byte[] rows, int[] starts, int[] ends) throws IOException {
    int length = (to - from) * stride;
    // Room for all of the block, of which more and more is asked for.
    packed = ArrayUtil.growNoCopy(packed, count * stride + ColumnPlan.SPARE);
    in.readBytes(termsAt + (long) from * stride, packed, 0, length);
    byte[] grown = ArrayUtil.growNoCopy(rows, count * rowStride + Long.BYTES);
    plan.unpack(packed, stride, grown, from * rowStride, rowStride, to - from);
    if (sections.bytes() > 0) {
      addSections(grown, from, to);
    }
    for (int i = from; i < to; i++) {
      starts[i] = start(i);
      ends[i] = i * rowStride + rowBytes;
    }
    if (sameLength == false && plan.canShorten()) {
      plan.shorten(packed, stride, ends, from, to - from);
    } else if (sameLength == false) {
      ColumnPlan.measure(grown, from * rowStride, rowStride, shortest, ends, from, to - from);
    }
    return grown;
  }

  /** Puts the bytes of their sections into rows that have zeros there. */
  private void addSections(byte[] rows, int from, int to) throws IOException {
    int sectionCount = sections.count();
    int own = sections.bytes();
    int end = before + own;
    sections.readAll(divided);
    int first = from;
    for (int section = 0; section < sectionCount; section++) {
      int last = section + 1 == sectionCount ? to : Math.min(to, divided[section]);
      if (first >= last) {
        continue;
      }
      System.arraycopy(divided, sectionCount - 1 + section * own, row, before, own);
      for (int place = before & -Long.BYTES; place < end; place += Long.BYTES) {
        long text = (long) TermWords.BIG_ENDIAN_LONG.get(row, place);
        int at = first * rowStride + place;
        for (int i = first; i < last; i++) {
          long others = (long) TermWords.BIG_ENDIAN_LONG.get(rows, at);
          TermWords.BIG_ENDIAN_LONG.set(rows, at, others | text);
          at += rowStride;
        }
      }
      first = last;
    }
  }
}
