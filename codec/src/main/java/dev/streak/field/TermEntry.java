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
package dev.streak.field;

/**
 * Where a term's documents are, in {@value #BITS} bits: either the documents themselves, when they
 * are one run, or the position of an encoded list in the postings file. Fits the payload of a hash
 * bucket, so that looking a term up can be the same as having its posting list.
 *
 * <pre>
 *  51                     21 20                    1 0
 * +-------------------------+-----------------------+-+
 * | first document (31 bits)| length - 1 (20 bits)  |1|  one run
 * +-------------------------+-----------------------+-+
 * | position in the postings file (51 bits)         |0|  an encoded list
 * +-------------------------------------------------+-+
 * </pre>
 */
public final class TermEntry {

  /** Bits that an entry needs at most. */
  public static final int BITS = 52;

  /** A term that is not in the segment; never the value of a real entry. */
  public static final long ABSENT = -1L;

  /**
   * Longer runs are written to the postings file: at a million documents a few bytes do not count.
   */
  public static final int MAX_RUN_LENGTH = 1 << 20;

  private static final int LENGTH_BITS = 20;
  private static final int POINTER_BITS = 51;

  /** The greatest position that an entry can hold. */
  public static final long MAX_POINTER = (1L << POINTER_BITS) - 1;

  private TermEntry() {}

  /** The entry of a term whose documents are {@code start} to {@code start + length - 1}. */
  public static long ofRun(int start, int length) {
    assert start >= 0 : "start=" + start;
    assert length >= 1 && length <= MAX_RUN_LENGTH : "length=" + length;
    return ((long) start << (LENGTH_BITS + 1)) | ((long) (length - 1) << 1) | 1L;
  }

  /**
   * As {@link #ofRun} of a length less one, of bits that may be damaged: they are checked later.
   */
  public static long ofRunUnchecked(long start, long lengthLessOne) {
    return start << (LENGTH_BITS + 1) | lengthLessOne << 1 | 1L;
  }

  /** The entry of a term whose documents are encoded at {@code pointer} in the postings file. */
  public static long ofPointer(long pointer) {
    assert pointer >= 0 && pointer < (1L << POINTER_BITS) : "pointer=" + pointer;
    return pointer << 1;
  }

  /** Whether the entry is a run. */
  public static boolean isRun(long entry) {
    return (entry & 1L) != 0;
  }

  /** First document of a run. */
  public static int runStart(long entry) {
    assert isRun(entry) : "entry=" + entry;
    return (int) (entry >>> (LENGTH_BITS + 1));
  }

  /** Number of documents of a run. */
  public static int runLength(long entry) {
    assert isRun(entry) : "entry=" + entry;
    return (int) ((entry >>> 1) & (MAX_RUN_LENGTH - 1)) + 1;
  }

  /** First document of a run, and 0 if {@code entry} is 0: for loops that must not branch. */
  public static long startOrZero(long entry) {
    return entry >>> (LENGTH_BITS + 1);
  }

  /** Number of documents of a run, and 0 if {@code entry} is 0. */
  public static long lengthOrZero(long entry) {
    return (entry >>> 1 & (MAX_RUN_LENGTH - 1)) + (entry & 1L);
  }

  /**
   * Whether an entry that may be damaged is no run, as a negative number is none, or one that ends
   * within a segment.
   *
   * @param maxDoc documents of the segment
   */
  public static boolean endsWithin(long entry, int maxDoc) {
    return room(entry, maxDoc) >= 0;
  }

  /** As {@link #endsWithin} of all entries for {@code from <= i < to}. */
  public static boolean endWithin(long[] entries, int from, int to, int maxDoc) {
    long rooms = 0;
    for (int i = from; i < to; i++) {
      rooms |= room(entries[i], maxDoc);
    }
    return rooms >= 0;
  }

  /** Documents behind a run, 0 if an entry is none. */
  private static long room(long entry, int maxDoc) {
    long isRun = -(entry & 1L) & ((entry >>> (Long.SIZE - 1)) - 1);
    return (maxDoc - startOrZero(entry) - lengthOrZero(entry)) & isRun;
  }

  /** Position in the postings file. */
  public static long pointer(long entry) {
    assert !isRun(entry) : "entry=" + entry;
    return entry >>> 1;
  }
}
