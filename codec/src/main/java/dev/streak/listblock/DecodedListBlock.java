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

import org.apache.lucene.util.FixedBitSet;

/** A block in memory: documents, runs, or bits, by {@link #kind}. */
public final class DecodedListBlock {

  /** Bits of the length of a short run, less one. */
  static final int SHORT_RUN_WIDTH = 4;

  private static final int SHORT_RUN = 1 << SHORT_RUN_WIDTH;

  /** Short runs that are written out at a time. */
  public static final int RUNS_WRITTEN_OUT = 16;

  private static final int[] NONE = new int[0];

  /** {@link ListDescriptor#KIND_PACKED} stands for any array of documents. */
  public int kind;

  /** Documents, runs or words; of an array that is partial, the documents that are there. */
  public int count;

  /** Documents of an array, or starts of runs. */
  public int[] docs = NONE;

  /** Ends (exclusive) of runs. */
  public int[] ends = NONE;

  /** Whether no run is longer than {@link #SHORT_RUN}. */
  public boolean runsAreShort;

  /** Documents of runs that were written out. */
  public int[] writtenOut = NONE;

  /** Bits; the first stands for document {@link #base}, a multiple of 64. */
  public FixedBitSet bits;

  public int base;

  /** Last document. */
  public int lastDoc;

  public void setRun(int start, int end) {
    prepareRuns(1);
    docs[0] = start;
    ends[0] = end;
    lastDoc = end - 1;
  }

  /** Makes room for {@code count} documents; how many there are {@link #setCount} says. */
  void prepareDocs(int count) {
    kind = ListDescriptor.KIND_PACKED;
    if (docs.length <= count) {
      docs = new int[ListDescriptor.BLOCK_DOCS + 1];
    }
  }

  /** Sets the number of documents of an array, and the one behind them that ends searches. */
  void setCount(int count) {
    this.count = count;
    docs[count] = Integer.MAX_VALUE;
  }

  void prepareRuns(int count) {
    kind = ListDescriptor.KIND_RUNS;
    this.count = count;
    if (docs.length < count) {
      docs = new int[count == 1 ? 1 : ListDescriptor.BLOCK_DOCS + 1];
    }
    if (ends.length <= count) {
      ends = new int[count == 1 ? 2 : ListDescriptor.BLOCK_RUNS + 1];
    }
    ends[count] = Integer.MAX_VALUE;
    runsAreShort = false;
  }

  /**
   * Writes out the documents of the runs numbered {@code from} to {@code to}, which are short.
   * Returns how many there are. Of each run as many documents are written as the longest might
   * have, and the next run's over those that it has not: there is nothing to be guessed.
   */
  public int writeOutRuns(int from, int to) {
    if (writtenOut.length == 0) {
      writtenOut = new int[(RUNS_WRITTEN_OUT + 1) * SHORT_RUN];
    }
    int[] target = writtenOut;
    int count = 0;
    for (int run = from; run < to; run++) {
      int start = docs[run];
      for (int i = 0; i < SHORT_RUN; i++) {
        target[count + i] = start + i;
      }
      count += ends[run] - start;
    }
    target[count] = Integer.MAX_VALUE;
    return count;
  }

  long[] prepareBits(int wordCount, int base) {
    kind = ListDescriptor.KIND_BITMAP;
    count = wordCount;
    this.base = base;
    if (bits == null) {
      bits = new FixedBitSet(ListDescriptor.BLOCK_WORDS * Long.SIZE);
    }
    return bits.getBits();
  }
}
