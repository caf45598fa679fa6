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

/**
 * A block of sorted terms, in which each term and its entry can be read by its place.
 *
 * <pre>
 * block   := head (long) | mask (long)? | run bases? | list bases? | prefix | sections | constants
 *          | stretches (long)? | terms | entries | CRC32C of all before (int)
 * head    := layout (byte: alphabet, {@value #CODES} or {@value #OFFSETS}; + 16 * kind of entries,
 *              + 64 if they follow, + 128 if there are stretches)
 *          | width of an entry (byte) | width of a length (byte) | columns, or bytes of an offset (byte)
 *          | bytes of the prefix (short) | number of terms - 1 (byte)
 *          | number of sections - 1, + 8 * bytes of a section; of codes, number of the table (byte)
 * bases   := of runs: start (int) | step (int) | length - 1 (int)
 *          | of lists: position (long) | step (int)
 * sections := the place of the first term (byte) of each section but the first | bytes of each
 * </pre>
 *
 * The prefix is what all terms begin with. What follows it in each of them is stored in one of
 * three ways.
 *
 * <p><i>Columns.</i> Up to eight <i>sections</i>, ranges of terms, may each have bytes of their own
 * that their terms go on with. Column i of a term is its byte i after all that. Bit i of the mask
 * says that column i varies; what does not vary is among the constants, once. Varying columns are
 * packed in the alphabet's codes, the first column highest, into words of 64 bits, whose used bits
 * are the highest; a word is written highest byte first, and the last one only as far as it is
 * used. So all terms take the same number of bytes, and packed terms compare as unsigned numbers.
 *
 * <p><i>Offsets.</i> Where the rest of each term ends, counted from where the first begins, and the
 * rests. There is neither mask nor are there constants.
 *
 * <p><i>Codes.</i> As offsets, but the rests are written in codes of one of the field's {@link
 * SymbolTables}.
 *
 * <p>Rests may be divided into <i>stretches</i>, ranges of terms that go on with the same bytes
 * after the prefix. A word, the lowest bit first, says of each term whether it begins one. The
 * <i>beginnings</i> of the stretches are further rests behind those of the terms.
 *
 * <p><i>Entries</i> are bit-packed, all of one width, lowest bit first. Runs: {@code (start - base
 * - i * step) << width of a length | (length - base)}. Lists: {@code position - base - i * step}.
 * Where a block has both, an entry has one bit more, the lowest, which is 1 for a run. An index
 * block has no entries.
 *
 * <p>Entries may <i>follow</i>, where all are runs of the same length: a term may then begin where
 * the documents of the term before it end. A word, the lowest bit first, says of each term whether
 * it does not; only these have entries, behind the word.
 */
public final class TermBlockLayout {

  /** Terms in a block, and keys in a block of the index; only the last one has less. */
  public static final int TERMS_LOG2 = 6;

  public static final int TERMS = 1 << TERMS_LOG2;

  /** In place of an alphabet: the rests of terms are found by offsets, and are codes. */
  public static final int CODES = 14;

  /** In place of an alphabet: the rests of terms are found by offsets. */
  public static final int OFFSETS = 15;

  /** Kinds of entries; the bits say whether there are runs, and lists. */
  static final int NO_ENTRIES = 0;

  static final int RUNS = 1;
  static final int LISTS = 2;
  static final int MIXED = 3;

  private static final int KIND_SHIFT = 4;
  private static final int FOLLOW_SHIFT = 6;

  /** The bit of a head that says that there are stretches. */
  static final long STRETCHED = 0x80;

  public static final int HEAD_BYTES = Long.BYTES;
  static final int MASK_BYTES = Long.BYTES;
  static final int RUN_BASES_BYTES = 3 * Integer.BYTES;
  static final int LIST_BASES_BYTES = Long.BYTES + Integer.BYTES;
  public static final int CHECKSUM_BYTES = Integer.BYTES;

  /** An entry is read with one long that begins at a byte. */
  static final int MAX_ENTRY_WIDTH = Long.SIZE - Byte.SIZE + 1;

  private TermBlockLayout() {}

  /** What a head says of entries. */
  static int headOfEntries(int kind, boolean follow, int entryWidth, int lengthWidth) {
    return kind << KIND_SHIFT
        | (follow ? 1 << FOLLOW_SHIFT : 0)
        | entryWidth << 8
        | lengthWidth << 16;
  }

  static long head(
      int layout, int entries, int columns, int prefix, int terms, int sections, int sectionBytes) {
    return layout
        | entries
        | (long) columns << 24
        | (long) prefix << 32
        | (long) (terms - 1) << 48
        | (long) (sections - 1) << 56
        | (long) sectionBytes << 59;
  }

  static long headOfCodes(int entries, int offsetBytes, int prefix, int terms, int table) {
    return head(CODES, entries, offsetBytes, prefix, terms, 1, 0) | (long) table << 56;
  }

  /** The table of a block of codes. */
  public static int table(long head) {
    return (int) (head >>> 56);
  }

  /** A head without the number of the table, which stands where others have sections. */
  static long withoutTable(long head) {
    return head & -1L >>> Byte.SIZE;
  }

  public static int layout(long head) {
    return (int) head & 15;
  }

  static int kind(long head) {
    return (int) head >>> KIND_SHIFT & 3;
  }

  /** Whether entries follow. */
  public static boolean follow(long head) {
    return (head >>> FOLLOW_SHIFT & 1) != 0;
  }

  /** Of terms that do not follow, those up to the term with an index. */
  static long leadersTo(long leaders, int index) {
    return leaders & -1L >>> (Long.SIZE - 1 - index);
  }

  /** How far a term is behind the last of {@link #leadersTo} it. */
  static int behindLeader(long leadersTo, int index) {
    return index - (Long.SIZE - 1 - Long.numberOfLeadingZeros(leadersTo));
  }

  static int entryWidth(long head) {
    return (int) head >>> 8 & 0xFF;
  }

  static int lengthWidth(long head) {
    return (int) head >>> 16 & 0xFF;
  }

  /** Number of columns, where there are some. */
  static int columns(long head) {
    return (int) head >>> 24;
  }

  /** Bytes of an offset, where there are no columns. */
  static int offsetBytes(long head) {
    return (int) head >>> 24;
  }

  static int prefixBytes(long head) {
    return (int) (head >>> 32) & 0xFFFF;
  }

  static int terms(long head) {
    return ((int) (head >>> 48) & 0xFF) + 1;
  }

  /** Number of sections. */
  static int sections(long head) {
    return ((int) (head >>> 56) & 7) + 1;
  }

  /** Bytes that each section has of its own; 0 if there is one section only. */
  static int sectionBytes(long head) {
    return (int) (head >>> 59);
  }

  /** Bytes of the sections' own bytes and of where they begin. */
  static int sectionsBytes(long head) {
    int sections = sections(head);
    return sections * sectionBytes(head) + sections - 1;
  }

  /** Whether rests are divided. */
  static boolean isStretched(long head) {
    return (head & STRETCHED) != 0;
  }

  /** The stretch that a term is in, where bits say of each term whether it begins one. */
  static int stretch(long begins, int index) {
    return Long.bitCount(begins & -1L >>> (Long.SIZE - 1 - index)) - 1;
  }

  static int basesBytes(int kind) {
    return ((kind & RUNS) == 0 ? 0 : RUN_BASES_BYTES)
        + ((kind & LISTS) == 0 ? 0 : LIST_BASES_BYTES);
  }
}
