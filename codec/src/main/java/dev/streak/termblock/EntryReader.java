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
import org.apache.lucene.store.RandomAccessInput;

/**
 * Reads the entries of a block by their places; {@link TermBlockLayout} says how they are packed.
 */
public final class EntryReader {

  private final RandomAccessInput in;
  private int kind;
  private boolean follow;
  private int width;
  private int lengthWidth;
  private long entriesAt;
  private long runsAt;
  private long listsAt;

  public EntryReader(RandomAccessInput in) {
    this.in = in;
  }

  void open(long head, long basesAt, long entriesAt) {
    kind = TermBlockLayout.kind(head);
    follow = TermBlockLayout.follow(head);
    width = TermBlockLayout.entryWidth(head);
    lengthWidth = TermBlockLayout.lengthWidth(head);
    this.entriesAt = entriesAt;
    runsAt = basesAt;
    listsAt = basesAt + TermBlockLayout.basesBytes(kind & TermBlockLayout.RUNS);
  }

  /** Where the bits of an entry begin, or what says where that is. */
  long address(int index) {
    return follow ? entriesAt : entriesAt + (((long) index * width) >>> 3);
  }

  long entry(int index) throws IOException {
    if (follow) {
      return following(in, entriesAt, width, index, in.readInt(runsAt), lengthOfRuns());
    }
    long value = bits(in, entriesAt, width, index);
    return switch (kind) {
      case TermBlockLayout.RUNS -> run(index, value);
      case TermBlockLayout.LISTS -> list(index, value);
      default -> (value & 1) != 0 ? run(index, value >>> 1) : list(index, value >>> 1);
    };
  }

  /** Puts the entries from one place to another into an array. */
  void entries(int from, int to, long[] result, int at) throws IOException {
    if (follow) {
      int base = in.readInt(runsAt);
      int length = lengthOfRuns();
      for (int i = from; i < to; i++) {
        result[at + i - from] = following(in, entriesAt, width, i, base, length);
      }
      return;
    }
    boolean haveRuns = (kind & TermBlockLayout.RUNS) != 0;
    boolean haveBoth = kind == (TermBlockLayout.RUNS | TermBlockLayout.LISTS);
    // Where there are none of a kind these are the bytes of something else, and not used.
    long runBases = in.readLong(runsAt);
    int lengthBase = in.readInt(runsAt + Long.BYTES);
    long listBase = in.readLong(listsAt);
    int listStep = in.readInt(listsAt + Long.BYTES);
    for (int i = from; i < to; i++) {
      long value = bits(in, entriesAt, width, i);
      boolean isRun = haveRuns;
      if (haveBoth) {
        isRun = (value & 1) != 0;
        value >>>= 1;
      }
      // Both are worked out: which it is is a matter of chance, and a branch would be mispredicted.
      int start = (int) runBases + i * (int) (runBases >>> 32) + (int) (value >>> lengthWidth);
      long run = TermEntry.ofRunUnchecked(start, lengthBase + (value & (1L << lengthWidth) - 1));
      long list = (listBase + (long) i * listStep + value) << 1;
      result[at + i - from] = isRun ? run : list;
    }
  }

  /** A number of those that are packed from {@code at} on, of {@code width} bits each. */
  static long bits(RandomAccessInput in, long at, int width, int index) throws IOException {
    if (width == 0) {
      return 0;
    }
    long bit = (long) index * width;
    return in.readLong(at + (bit >>> 3)) >>> (bit & 7) & (-1L >>> -width);
  }

  private int lengthOfRuns() throws IOException {
    return in.readInt(runsAt + Long.BYTES) + 1;
  }

  /**
   * An entry of a block whose entries follow.
   *
   * @param entriesAt where the word is that says which terms have entries
   * @param base what the first documents are counted from
   * @param length of each run
   */
  static long following(
      RandomAccessInput in, long entriesAt, int width, int index, int base, int length)
      throws IOException {
    long leaders = TermBlockLayout.leadersTo(in.readLong(entriesAt), index);
    long value = bits(in, entriesAt + Long.BYTES, width, Long.bitCount(leaders) - 1);
    int behind = TermBlockLayout.behindLeader(leaders, index);
    return TermEntry.ofRun(base + (int) value + behind * length, length);
  }

  private long run(int index, long value) throws IOException {
    long bases = in.readLong(runsAt);
    int lengthBase = in.readInt(runsAt + Long.BYTES);
    int start = (int) bases + index * (int) (bases >>> 32) + (int) (value >>> lengthWidth);
    int length = lengthBase + (int) (value & (1L << lengthWidth) - 1);
    return TermEntry.ofRun(start, length + 1);
  }

  private long list(int index, long value) throws IOException {
    long base = in.readLong(listsAt);
    int step = in.readInt(listsAt + Long.BYTES);
    return TermEntry.ofPointer(base + (long) index * step + value);
  }
}
