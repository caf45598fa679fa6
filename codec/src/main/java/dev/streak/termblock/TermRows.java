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
import dev.streak.columns.TermWords;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The terms of a block as bytes, as many of them as are asked for. What follows the prefix is in
 * one array for all of them, so that it can be read without the rest of the term.
 */
public final class TermRows {

  private final RandomAccessInput in;
  private final ColumnRows columns;
  private final BytesRef term = new BytesRef();
  private int count;
  private int prefix;

  /** What the terms of a block without columns are read from; null if it has columns. */
  private BlockRests blockRests;

  /** The prefix; of a term that is put together, what follows. */
  private byte[] template = BytesRef.EMPTY_BYTES;

  private byte[] rows = BytesRef.EMPTY_BYTES;

  /** Of terms, and of the beginnings of stretches behind them. */
  private final int[] starts = new int[TermStretches.MOST_RESTS];

  private final int[] ends = new int[TermStretches.MOST_RESTS];

  /** Beginnings of stretches that stand before no row. */
  private byte[] beginnings = BytesRef.EMPTY_BYTES;

  /** Where terms have a beginning there, a bit for each that is the first of a stretch; else 0. */
  private long stretches;

  private byte[] wholeRests = BytesRef.EMPTY_BYTES;

  /** Which beginning follows the prefix in the template; -1 if none does. */
  private int inTemplate;

  /** What is before the rest in the template. */
  private int restAt;

  /** Whether the prefix stands before the rest in {@link #rows}. */
  private boolean prefixInRow;

  /** The terms that are ready: from this one. */
  private int readyFrom;

  private int readyTo;

  /** Whether {@link #ceil} found the target itself. */
  private boolean isEqual;

  public TermRows(RandomAccessInput in) {
    this.in = in;
    this.columns = new ColumnRows(in);
  }

  /** Begins with a block of columns. */
  void openColumns(
      int blockCount,
      long prefixAt,
      int prefixBytes,
      BlockSections blockSections,
      ColumnLayout blockColumns)
      throws IOException {
    openShared(blockCount, prefixAt, prefixBytes);
    blockRests = null;
    columns.open(count, template, prefix, blockSections, blockColumns);
    prefixInRow = columns.havePrefix();
  }

  private void openShared(int blockCount, long prefixAt, int prefixBytes) throws IOException {
    readyFrom = 0;
    readyTo = 0;
    count = blockCount;
    prefix = prefixBytes;
    stretches = 0;
    restAt = prefixBytes;
    template = ArrayUtil.growNoCopy(template, prefixBytes);
    in.readBytes(prefixAt, template, 0, prefixBytes);
  }

  /** Begins with a block of rests. */
  void openRests(int blockCount, long prefixAt, int prefixBytes, BlockRests ofBlock)
      throws IOException {
    openShared(blockCount, prefixAt, prefixBytes);
    blockRests = ofBlock;
    prefixInRow = false;
  }

  /** The first term that is ready. */
  public int readyFrom() {
    return readyFrom;
  }

  /** The term behind the last one that is ready; the same as the first if none is. */
  public int readyTo() {
    return readyTo;
  }

  /** Makes terms ready, and keeps those that were if they are next to them. */
  public void prepare(int from, int to) throws IOException {
    if (blockRests != null) {
      readRests(from, to);
    } else {
      unpackColumns(from, to);
    }
    if (from != readyTo || readyFrom == readyTo || blockRests != null) {
      readyFrom = from;
    }
    readyTo = to;
  }

  private void unpackColumns(int from, int to) throws IOException {
    rows = columns.unpack(from, to, rows, starts, ends);
    if (prefixInRow) {
      term.bytes = rows;
    } else {
      term.bytes = template;
      term.offset = 0;
    }
  }

  private void readRests(int from, int to) throws IOException {
    rows = blockRests.read(from, to, starts, ends, rows);
    stretches = blockRests.stretches();
    if (stretches != 0) {
      int first = beginningOf(from);
      int behind = beginningOf(to - 1) + 1;
      beginnings = blockRests.read(first, behind, starts, ends, beginnings);
    }
    inTemplate = -1;
    restAt = prefix;
    term.bytes = template;
    term.offset = 0;
  }

  private int beginningOf(int index) {
    return count + TermBlockLayout.stretch(stretches, index);
  }

  /**
   * Joins what follows the prefix in each term that is ready, where it is not together yet. Returns
   * the bytes that {@link #start} and {@link #end} are places in, with room for seven more.
   */
  public byte[] joinRests() {
    if (stretches != 0) {
      putBeginningsBeforeRests();
    }
    return rows;
  }

  private void putBeginningsBeforeRests() {
    int length = 0;
    for (int i = readyFrom; i < readyTo; i++) {
      int beginning = beginningOf(i);
      length += ends[beginning] - starts[beginning] + ends[i] - starts[i];
    }
    byte[] whole = ArrayUtil.growNoCopy(wholeRests, length + Long.BYTES);
    int at = 0;
    for (int i = readyFrom; i < readyTo; i++) {
      int beginning = beginningOf(i);
      int before = ends[beginning] - starts[beginning];
      int rest = ends[i] - starts[i];
      System.arraycopy(beginnings, starts[beginning], whole, at, before);
      System.arraycopy(rows, starts[i], whole, at + before, rest);
      starts[i] = at;
      at += before + rest;
      ends[i] = at;
    }
    wholeRests = rows;
    rows = whole;
    stretches = 0;
    restAt = prefix;
  }

  /** Where what follows the prefix in a term that is ready begins, once it is joined. */
  public int start(int index) {
    assert stretches == 0 : "rests are not joined";
    return starts[index];
  }

  /** Where a term that is ready ends, once it is joined. */
  public int end(int index) {
    assert stretches == 0 : "rests are not joined";
    return ends[index];
  }

  /** A term that is ready, valid until another is asked for. */
  public BytesRef term(int index) {
    int start = starts[index];
    int length = ends[index] - start;
    if (prefixInRow) {
      term.offset = start - prefix;
      term.length = prefix + length;
      return term;
    }
    if (stretches != 0) {
      putBeginning(beginningOf(index));
    }
    growTemplate(restAt + length);
    System.arraycopy(rows, start, template, restAt, length);
    term.length = restAt + length;
    return term;
  }

  private void growTemplate(int length) {
    if (template.length < length) {
      template = ArrayUtil.grow(template, length);
      term.bytes = template;
    }
  }

  /** Has a beginning follow the prefix in the template. */
  private void putBeginning(int beginning) {
    if (beginning != inTemplate) {
      int length = ends[beginning] - starts[beginning];
      growTemplate(prefix + length);
      System.arraycopy(beginnings, starts[beginning], template, prefix, length);
      restAt = prefix + length;
      inTemplate = beginning;
    }
  }

  /**
   * The first term that is not less than a target, or what is behind the last. All terms of the
   * block are ready, their prefix stands in their rows, and the target begins with it. What {@link
   * #term} returned becomes the term that is found, or else one that is less: whoever applies
   * deletions holds on to it, and takes targets below it for absent. Before that the target is read
   * to its end, as it may be what {@link #term} returned.
   *
   * @param from where it is looked for first, and then among the terms behind
   */
  public int ceil(BytesRef target, int from) {
    isEqual = false;
    int width = Math.min(Long.BYTES, columns.longest());
    long used = TermWords.firstBytes(width);
    int length = Math.min(width, target.length - prefix);
    long wanted = TermWords.load(target.bytes, target.offset + prefix, length);
    int place = from;
    if (place > 0 && Long.compareUnsigned(word(place - 1, used), wanted) >= 0) {
      place = 0;
    }
    while (place < count && Long.compareUnsigned(word(place, used), wanted) < 0) {
      place++;
    }
    while (place < count && word(place, used) == wanted) {
      int order = compare(place, target);
      if (order >= 0) {
        isEqual = order == 0;
        term(place);
        return place;
      }
      place++;
    }
    term(Math.min(place, count - 1));
    return place;
  }

  private int compare(int index, BytesRef target) {
    int end = target.offset + target.length;
    return Arrays.compareUnsigned(
        rows, starts[index] - prefix, ends[index], target.bytes, target.offset, end);
  }

  /** What follows the prefix in a term, as far as it is used. */
  private long word(int index, long used) {
    return (long) TermWords.BIG_ENDIAN_LONG.get(rows, columns.start(index)) & used;
  }

  /** Whether {@link #ceil} found the target itself. */
  public boolean isEqual() {
    return isEqual;
  }
}
