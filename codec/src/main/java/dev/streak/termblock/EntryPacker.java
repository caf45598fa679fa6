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

import dev.streak.field.TermEntry;
import java.io.IOException;
import org.apache.lucene.store.DataOutput;

/** Packs the entries of a block; {@link TermBlockLayout} says how. */
final class EntryPacker {

  /** What entries that follow have to save, in bytes. */
  private static final int LEAST_SAVED = 16;

  private final long[] values = new long[TermBlockLayout.TERMS];

  /** How many values are written. */
  private int size;

  /** Which terms have entries if entries follow, else 0. */
  private long leaders;

  private int kind;
  private int entryWidth;
  private int lengthWidth;
  private int startBase;
  private int startStep;
  private int lengthBase;
  private long pointerBase;
  private int pointerStep;

  /** Decides how {@code count} entries are packed; a block of the index has none. */
  void plan(long[] entries, int count) {
    kind = TermBlockLayout.NO_ENTRIES;
    for (int i = 0; i < count; i++) {
      kind |= TermEntry.isRun(entries[i]) ? TermBlockLayout.RUNS : TermBlockLayout.LISTS;
    }
    size = count;
    leaders = 0;
    lengthWidth = 0;
    int runWidth = (kind & TermBlockLayout.RUNS) == 0 ? 0 : planRuns(entries, count);
    int listWidth = (kind & TermBlockLayout.LISTS) == 0 ? 0 : planLists(entries, count);
    entryWidth = Math.max(runWidth, listWidth) + (kind == TermBlockLayout.MIXED ? 1 : 0);
    if (kind == TermBlockLayout.MIXED) {
      for (int i = 0; i < count; i++) {
        values[i] = values[i] << 1 | (TermEntry.isRun(entries[i]) ? 1 : 0);
      }
    }
    if (kind == TermBlockLayout.RUNS && lengthWidth == 0) {
      planFollowing(entries, count);
    }
  }

  /** Leaves entries out where documents follow those of the term before. */
  private void planFollowing(long[] entries, int count) {
    long leading = 0;
    long next = -1;
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < count; i++) {
      long start = TermEntry.runStart(entries[i]);
      if (start != next) {
        leading |= 1L << i;
        least = Math.min(least, start);
        most = Math.max(most, start);
      }
      next = start + lengthBase + 1;
    }
    int width = width(most - least);
    int leadingBytes = bytes(Long.bitCount(leading), width);
    if (bytes(count, entryWidth) < Long.BYTES + leadingBytes + LEAST_SAVED) {
      return;
    }
    leaders = leading;
    size = 0;
    for (long rest = leading; rest != 0; rest &= rest - 1) {
      values[size++] = TermEntry.runStart(entries[Long.numberOfTrailingZeros(rest)]) - least;
    }
    entryWidth = width;
    startBase = (int) least;
    startStep = 0;
  }

  private static int bytes(int values, int width) {
    return (values * width + Byte.SIZE - 1) / Byte.SIZE;
  }

  private int planRuns(long[] entries, int count) {
    int shortest = Integer.MAX_VALUE;
    int longest = 0;
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i])) {
        int length = TermEntry.runLength(entries[i]) - 1;
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
        values[i] = TermEntry.runStart(entries[i]);
      }
    }
    lengthBase = shortest;
    lengthWidth = width(longest - shortest);
    startStep = subtractStep(entries, count, true);
    long base = subtractBase(entries, count, true);
    startBase = (int) base;
    long most = 0;
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i])) {
        most = Math.max(most, values[i]);
        values[i] = values[i] << lengthWidth | (TermEntry.runLength(entries[i]) - 1 - lengthBase);
      }
    }
    return width(most) + lengthWidth;
  }

  private int planLists(long[] entries, int count) {
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == false) {
        values[i] = TermEntry.pointer(entries[i]);
      }
    }
    pointerStep = subtractStep(entries, count, false);
    pointerBase = subtractBase(entries, count, false);
    long most = 0;
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == false) {
        most = Math.max(most, values[i]);
      }
    }
    return width(most);
  }

  /** Takes a slope out of values that ascend with their places, if that makes them narrower. */
  private int subtractStep(long[] entries, int count, boolean runs) {
    int first = -1;
    int last = -1;
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == runs) {
        first = first < 0 ? i : first;
        last = i;
      }
    }
    long step = first == last ? 0 : (values[last] - values[first]) / (last - first);
    // A base must fit an int whatever the step.
    if (step <= 0
        || step > Integer.MAX_VALUE / TermBlockLayout.TERMS
        || spread(entries, count, runs, step) >= spread(entries, count, runs, 0)) {
      return 0;
    }
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == runs) {
        values[i] -= i * step;
      }
    }
    return (int) step;
  }

  private long spread(long[] entries, int count, boolean runs, long step) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == runs) {
        least = Math.min(least, values[i] - i * step);
        most = Math.max(most, values[i] - i * step);
      }
    }
    return most - least;
  }

  private long subtractBase(long[] entries, int count, boolean runs) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == runs) {
        least = Math.min(least, values[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      if (TermEntry.isRun(entries[i]) == runs) {
        values[i] -= least;
      }
    }
    return least;
  }

  private static int width(long greatest) {
    return Long.SIZE - Long.numberOfLeadingZeros(greatest);
  }

  /** What the head of the block says of the entries. */
  int head() {
    return TermBlockLayout.headOfEntries(kind, leaders != 0, entryWidth, lengthWidth);
  }

  /** Bytes that {@link #writeEntries} writes. */
  int entryBytes() {
    return bytes(size, entryWidth) + (leaders == 0 ? 0 : Long.BYTES);
  }

  void writeBases(DataOutput out) throws IOException {
    if ((kind & TermBlockLayout.RUNS) != 0) {
      out.writeInt(startBase);
      out.writeInt(startStep);
      out.writeInt(lengthBase);
    }
    if ((kind & TermBlockLayout.LISTS) != 0) {
      out.writeLong(pointerBase);
      out.writeInt(pointerStep);
    }
  }

  void writeEntries(DataOutput out) throws IOException {
    if (leaders != 0) {
      out.writeLong(leaders);
    }
    BitOutput packed = new BitOutput(out);
    for (int i = 0; i < size; i++) {
      packed.write(values[i], entryWidth);
    }
    packed.finish();
  }
}
