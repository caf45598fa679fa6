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
import dev.streak.columns.ColumnMask;
import java.util.Arrays;
import org.apache.lucene.store.ByteBuffersDataOutput;

/**
 * How a block of columns is divided. The terms of a section go on with the same bytes after the
 * block's prefix, so these are written once for the section. Terms ascend, so a section is a range
 * of them.
 */
public final class TermSections {

  /** Of so many sections the ends are found with one load. */
  public static final int MOST = 8;

  /** Bytes that a section may have of its own. */
  static final int MAX_BYTES = 31;

  private final int[] terms = new int[MOST];
  private final int[] shared = new int[TermBlockLayout.TERMS];
  private int count;
  private int bytes;

  /** The block is not divided. */
  void none() {
    count = 1;
    bytes = 0;
  }

  /** Number of sections. */
  int count() {
    return count;
  }

  /** Bytes that each section has of its own; 0 if the block is not divided. */
  int bytes() {
    return bytes;
  }

  /** Bytes that {@link #write} writes. */
  int textBytes() {
    return count * bytes + count - 1;
  }

  /**
   * Divides a block where that saves enough.
   *
   * @param text the terms, one after the other
   * @param ends where they end
   * @param prefix bytes that all of them begin with
   * @param mask which columns behind the prefix vary
   * @param leastGain bytes to be saved
   */
  void plan(
      byte[] text,
      int[] ends,
      int termCount,
      int prefix,
      long mask,
      Alphabet alphabet,
      int leastGain) {
    none();
    int most = measure(text, ends, termCount, prefix);
    int varying = Long.bitCount(mask);
    int sections = 1;
    int best = Math.max(1, leastGain);
    for (int own = 1; own <= most; own++) {
      for (int i = 1; i < termCount; i++) {
        sections += shared[i] == own - 1 ? 1 : 0;
      }
      if (sections > MOST) {
        break;
      }
      int variesHere = Long.bitCount(mask & ColumnMask.allOf(own));
      int saved =
          termCount * (alphabet.packedBytes(varying) - alphabet.packedBytes(varying - variesHere))
              + own
              - variesHere;
      int gain = saved - sections * own - (sections - 1);
      if (gain >= best) {
        best = gain + 1;
        count = sections;
        bytes = own;
      }
    }
    place(termCount);
  }

  /**
   * Finds out what each term shares with the one before it, of the bytes that a section may have of
   * its own; returns how many these are.
   */
  private int measure(byte[] text, int[] ends, int termCount, int prefix) {
    int most = MAX_BYTES;
    int start = 0;
    int before = 0;
    for (int i = 0; i < termCount; i++) {
      most = Math.min(most, ends[i] - start - prefix);
      if (i > 0) {
        int mismatch = Arrays.mismatch(text, before + prefix, start, text, start + prefix, ends[i]);
        shared[i] = mismatch < 0 ? MAX_BYTES : mismatch;
      }
      before = start;
      start = ends[i];
    }
    return most;
  }

  /** Finds the first terms of the sections. */
  private void place(int termCount) {
    int section = 0;
    for (int i = 1; i < termCount; i++) {
      if (shared[i] < bytes) {
        terms[++section] = i;
      }
    }
  }

  /** Writes where each section but the first begins, and the bytes of all. */
  void write(ByteBuffersDataOutput out, byte[] text, int[] ends, int prefix) {
    for (int section = 1; section < count; section++) {
      out.writeByte((byte) terms[section]);
    }
    for (int section = 0; section < count; section++) {
      int first = terms[section];
      out.writeBytes(text, (first == 0 ? 0 : ends[first - 1]) + prefix, bytes);
    }
  }
}
