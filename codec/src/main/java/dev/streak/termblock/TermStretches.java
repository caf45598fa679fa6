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

import java.util.Arrays;
import org.apache.lucene.store.ByteBuffersDataOutput;

/**
 * How a block of rests is divided. The terms of a <i>stretch</i> go on with the same bytes after
 * the block's prefix, so this <i>beginning</i> is written once, as one more rest behind those of
 * the terms. Terms ascend, so a stretch is a range of them.
 */
final class TermStretches {

  /** Most rests: one of each term, and a beginning of each stretch. */
  static final int MOST_RESTS = 2 * TermBlockLayout.TERMS;

  /** What a stretch takes beside its beginning. */
  private static final int OFFSET_BYTES = 2;

  /** Where the rests begin and end in the text of the terms, those of the terms first. */
  private final int[] from = new int[MOST_RESTS];

  private final int[] to = new int[MOST_RESTS];
  private int count;
  private int bytes;
  private int prefix;

  /** A bit for each term that begins a stretch; 0 if the block is not divided. */
  private long begins;

  /** What each term shares with the one before it behind the prefix. */
  private final int[] shared = new int[TermBlockLayout.TERMS];

  /** Bytes of the first terms if they are divided best, and where their last stretch begins. */
  private final int[] least = new int[TermBlockLayout.TERMS + 1];

  private final int[] lastFrom = new int[TermBlockLayout.TERMS + 1];

  /** The block is not divided. */
  void none(int[] ends, int terms, int blockPrefix) {
    begins = 0;
    count = terms;
    prefix = blockPrefix;
    bytes = ends[terms - 1] - terms * blockPrefix;
    int start = 0;
    for (int i = 0; i < terms; i++) {
      from[i] = start + blockPrefix;
      to[i] = ends[i];
      start = ends[i];
    }
  }

  /**
   * Divides a block if it then takes few bytes enough.
   *
   * @param text the terms, one after the other
   * @param ends where they end
   * @param blockPrefix bytes that stay before the stretches; no more than all terms begin with
   * @param most bytes that the block may take if it is divided
   */
  void plan(byte[] text, int[] ends, int terms, int blockPrefix, int most) {
    int all = ends[terms - 1] - terms * blockPrefix;
    // A term saves no more than what it shares with the one before it.
    if (blockPrefix + all - measure(text, ends, terms, blockPrefix) > most) {
      return;
    }
    divide(terms);
    int divided = blockPrefix + Long.BYTES + all + least[terms];
    if (divided <= most) {
      none(ends, terms, blockPrefix);
      place(terms);
    }
  }

  /** Finds out what terms share; returns the sum. */
  private int measure(byte[] text, int[] ends, int terms, int blockPrefix) {
    int sum = 0;
    int before = blockPrefix;
    for (int i = 1; i < terms; i++) {
      int start = ends[i - 1] + blockPrefix;
      int mismatch = Arrays.mismatch(text, before, ends[i - 1], text, start, ends[i]);
      shared[i] = mismatch < 0 ? ends[i - 1] - before : mismatch;
      sum += shared[i];
      before = start;
    }
    return sum;
  }

  /** Finds the best division of the first terms from that of fewer; saved bytes count below 0. */
  private void divide(int terms) {
    for (int end = 1; end <= terms; end++) {
      int best = least[end - 1] + OFFSET_BYTES;
      int bestFrom = end - 1;
      int common = Integer.MAX_VALUE;
      for (int begin = end - 2; begin >= 0; begin--) {
        common = Math.min(common, shared[begin + 1]);
        int here = least[begin] + OFFSET_BYTES - (end - begin - 1) * common;
        if (here < best) {
          best = here;
          bestFrom = begin;
        }
      }
      least[end] = best;
      lastFrom[end] = bestFrom;
    }
  }

  /** Makes the beginnings of the stretches the last rests. */
  private void place(int terms) {
    for (int end = terms; end > 0; end = lastFrom[end]) {
      begins |= 1L << lastFrom[end];
    }
    for (int end = terms; end > 0; end = lastFrom[end]) {
      int first = lastFrom[end];
      int common = end - first == 1 ? 0 : Integer.MAX_VALUE;
      for (int i = first + 1; i < end; i++) {
        common = Math.min(common, shared[i]);
      }
      int beginning = terms + TermBlockLayout.stretch(begins, first);
      from[beginning] = from[first];
      to[beginning] = from[first] + common;
      for (int i = first; i < end; i++) {
        from[i] += common;
      }
      bytes -= (end - first - 1) * common;
    }
    count = terms + Long.bitCount(begins);
  }

  /** Number of rests. */
  int count() {
    return count;
  }

  /** Bytes of all rests. */
  int bytes() {
    return bytes;
  }

  /** Bytes that all terms begin with, before the stretches. */
  int prefix() {
    return prefix;
  }

  /** Where a rest begins in the text of the terms. */
  int from(int rest) {
    return from[rest];
  }

  /** Where a rest ends there. */
  int to(int rest) {
    return to[rest];
  }

  /** Whether the block is divided. */
  boolean isDivided() {
    return begins != 0;
  }

  /** Bytes that {@link #write} writes. */
  int placesBytes() {
    return begins == 0 ? 0 : Long.BYTES;
  }

  /** Writes where stretches begin, if there are any. */
  void write(ByteBuffersDataOutput out) {
    if (begins != 0) {
      out.writeLong(begins);
    }
  }
}
