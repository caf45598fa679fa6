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
import dev.streak.symbols.SymbolTable;
import java.io.IOException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BitUtil;

/**
 * Checks once whether the parts of a block lie in it, and its entries with {@link TermEntryCheck}.
 * Afterwards it is read without looking.
 */
public final class TermBlockCheck {

  private TermBlockCheck() {}

  /**
   * Returns what is wrong with a block, or null.
   *
   * @param block with eight bytes more than it has
   * @param length of the block without its checksum
   * @param terms how many terms the block must have
   * @param maxDoc documents of the segment
   */
  public static String problem(byte[] block, int length, int terms, int maxDoc) {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    int layout = TermBlockLayout.layout(head);
    int count = TermBlockLayout.terms(head);
    Alphabet alphabet = Alphabet.ofNumber(layout);
    boolean rests = layout == TermBlockLayout.CODES || layout == TermBlockLayout.OFFSETS;
    if (alphabet == null && rests == false) {
      return "layout is " + layout;
    }
    if (rests == false && TermBlockLayout.isStretched(head)) {
      return "head is " + Long.toHexString(head);
    }
    if (count != terms) {
      return "number of terms is " + count + ", must be " + terms;
    }
    return rests
        ? problemOfRests(block, length, head, maxDoc)
        : problemOfColumns(block, length, head, alphabet, maxDoc);
  }

  private static String problemOfRests(byte[] block, int length, long head, int maxDoc) {
    if (TermBlockLayout.layout(head) != TermBlockLayout.CODES && head >>> 56 != 0) {
      return "there are sections in a block without columns";
    }
    int width = TermBlockLayout.offsetBytes(head);
    if (width < 1 || width > 3) {
      return "bytes of an offset are " + width + ", must be 1 to 3";
    }
    int offsetsAt = offsetsAt(head);
    if (offsetsAt > length) {
      return "offsets begin at " + offsetsAt + ", must begin by " + length;
    }
    String problem = problemOfStretches(block, head);
    if (problem != null) {
      return problem;
    }
    int count = restCount(block, head);
    int rests = restBytes(block, length, offsetsAt, count, width);
    if (rests < 0) {
      return "offsets do not ascend within the block";
    }
    if (TermBlockLayout.isStretched(head)
        && TermBlockLayout.layout(head) != TermBlockLayout.CODES) {
      problem = problemOfLengths(block, head, null);
    }
    return problem != null
        ? problem
        : TermEntryCheck.problem(block, length, offsetsAt + count * width + (long) rests, maxDoc);
  }

  /** The first term begins a stretch, and none begins behind the last term. */
  private static String problemOfStretches(byte[] block, long head) {
    long stretches = stretches(block, head);
    int terms = TermBlockLayout.terms(head);
    boolean isRight =
        (stretches & 1) != 0 && terms <= Long.SIZE && stretches >>> (terms - 1) >>> 1 == 0;
    return isRight || TermBlockLayout.isStretched(head) == false
        ? null
        : "stretches are " + Long.toHexString(stretches) + " of " + terms + " terms";
  }

  /** A bit for each term that begins a stretch; 0 if there are none. */
  private static long stretches(byte[] block, long head) {
    return TermBlockLayout.isStretched(head)
        ? (long) BitUtil.VH_LE_LONG.get(block, prefixEnd(head))
        : 0;
  }

  /** Number of rests: those of terms, and beginnings of stretches. */
  private static int restCount(byte[] block, long head) {
    return TermBlockLayout.terms(head) + Long.bitCount(stretches(block, head));
  }

  private static String problemOfColumns(
      byte[] block, int length, long head, Alphabet alphabet, int maxDoc) {
    int columns = TermBlockLayout.columns(head);
    int sectionsAt = prefixEnd(head) + TermBlockLayout.MASK_BYTES;
    int constantsAt = sectionsAt + TermBlockLayout.sectionsBytes(head);
    int most = ColumnMask.MAX_COLUMNS - TermBlockLayout.sectionBytes(head);
    if (columns > most || length < constantsAt) {
      return "columns are " + columns + ", must be <= " + most;
    }
    String sections = problemOfSections(block, head, sectionsAt);
    if (sections != null) {
      return sections;
    }
    long mask = (long) BitUtil.VH_LE_LONG.get(block, TermBlockLayout.HEAD_BYTES);
    if (columns < Long.SIZE && mask >>> columns != 0) {
      return "mask is " + Long.toHexString(mask) + " for " + columns + " columns";
    }
    int varying = Long.bitCount(mask);
    int termsAt = constantsAt + columns - varying;
    long termBytes = (long) TermBlockLayout.terms(head) * alphabet.packedBytes(varying);
    return TermEntryCheck.problem(block, length, termsAt + termBytes, maxDoc);
  }

  /** Whether the terms of a block without other problems have entries. */
  public static boolean hasEntries(byte[] block) {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    return TermBlockLayout.kind(head) != TermBlockLayout.NO_ENTRIES;
  }

  /** Whether the terms of a block without other problems are written in codes. */
  public static boolean hasCodes(byte[] block) {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    return TermBlockLayout.layout(head) == TermBlockLayout.CODES;
  }

  /** Returns what is wrong with the codes of a block that has them and no other problems. */
  public static String problemOfCodes(byte[] block, SymbolTables tables, RandomAccessInput in)
      throws IOException {
    long head = (long) BitUtil.VH_LE_LONG.get(block, 0);
    return problemOfLengths(block, head, tables.get(TermBlockLayout.table(head), in));
  }

  /**
   * Returns what is wrong with the lengths of terms.
   *
   * @param symbols what rests stand for; null if they are as they are
   */
  private static String problemOfLengths(byte[] block, long head, SymbolTable symbols) {
    int count = restCount(block, head);
    int[] lengths = new int[count];
    int width = TermBlockLayout.offsetBytes(head);
    int prefix = TermBlockLayout.prefixBytes(head);
    int offsetsAt = offsetsAt(head);
    int codesAt = offsetsAt + count * width;
    int start = codesAt;
    for (int i = 0; i < count; i++) {
      int end = codesAt + offset(block, offsetsAt + i * width, width);
      int length = symbols == null ? end - start : symbols.decodedLength(block, start, end);
      if (length < 0 || prefix + length > IndexWriter.MAX_TERM_LENGTH) {
        return "rest " + i + " stands for " + length + " bytes behind " + prefix;
      }
      lengths[i] = length;
      start = end;
    }
    long stretches = stretches(block, head);
    int terms = TermBlockLayout.terms(head);
    for (int i = 0; i < terms && stretches != 0; i++) {
      int before = prefix + lengths[terms + TermBlockLayout.stretch(stretches, i)];
      if (before + lengths[i] > IndexWriter.MAX_TERM_LENGTH) {
        return "rest of term " + i + " has " + lengths[i] + " bytes behind " + before;
      }
    }
    return null;
  }

  private static int offsetsAt(long head) {
    return prefixEnd(head) + (TermBlockLayout.isStretched(head) ? Long.BYTES : 0);
  }

  private static int prefixEnd(long head) {
    return TermBlockLayout.HEAD_BYTES
        + TermBlockLayout.basesBytes(TermBlockLayout.kind(head))
        + TermBlockLayout.prefixBytes(head);
  }

  private static int offset(byte[] block, int at, int width) {
    int offset = 0;
    for (int b = 0; b < width; b++) {
      offset |= (block[at + b] & 0xFF) << (b * Byte.SIZE);
    }
    return offset;
  }

  private static String problemOfSections(byte[] block, long head, int sectionsAt) {
    int sections = TermBlockLayout.sections(head);
    int own = TermBlockLayout.sectionBytes(head);
    if ((sections == 1) != (own == 0)) {
      return "there are " + sections + " sections with " + own + " bytes of their own";
    }
    int last = 0;
    int at = sectionsAt;
    for (int i = 1; i < sections; i++) {
      int first = block[at++] & 0xFF;
      if (first <= last || first >= TermBlockLayout.terms(head)) {
        return "section " + i + " begins at term " + first + ", the one before it at " + last;
      }
      last = first;
    }
    return null;
  }

  /** Bytes of all rests, or -1. */
  private static int restBytes(byte[] block, int length, int offsetsAt, int count, int width) {
    if (offsetsAt + (long) count * width > length) {
      return -1;
    }
    int last = 0;
    int at = offsetsAt;
    for (int i = 0; i < count; i++) {
      int end = offset(block, at, width);
      at += width;
      if (end < last) {
        return -1;
      }
      last = end;
    }
    return last;
  }
}
