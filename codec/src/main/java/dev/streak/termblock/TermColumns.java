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
import dev.streak.columns.TermWords;
import java.util.Arrays;
import org.apache.lucene.store.ByteBuffersDataOutput;

/**
 * How a block of columns is written: which columns vary, the alphabet of these, and the sections.
 * Columns that do not vary are written once.
 */
final class TermColumns {

  /** Sections have to save one byte in so many of a block. */
  private static final int LEAST_GAIN = 8;

  private final TermSections sections = new TermSections();

  /** The terms one after the other; term i ends at ends[i]. */
  private byte[] text;

  private int[] ends;
  private int terms;

  /** Bytes that all terms begin with. */
  private int prefix;

  /** Bytes of the prefix, and of a section's own. */
  private int columnsFrom;

  private int columns;
  private long mask;

  /** Where the columns that vary are in a term. */
  private final int[] varyingAt = new int[ColumnMask.MAX_COLUMNS];

  private int varying;

  /** By letter: 1 if it is in the columns that vary. */
  private final byte[] seen = new byte[1 << Byte.SIZE];

  private Alphabet alphabet;

  /** Returns whether the block can be written in columns. */
  boolean plan(byte[] blockText, int[] blockEnds, int blockTerms, int blockPrefix) {
    text = blockText;
    ends = blockEnds;
    terms = blockTerms;
    prefix = blockPrefix;
    sections.none();
    return planFrom(prefix);
  }

  /** Divides the block where that saves a good part of it. */
  void divide(int entryBytes) {
    sections.plan(text, ends, terms, prefix, mask, alphabet, (bytes() + entryBytes) / LEAST_GAIN);
    if (sections.bytes() > 0) {
      boolean planned = planFrom(prefix + sections.bytes());
      assert planned : "fewer columns, and their letters, are among those of before";
    }
  }

  private boolean planFrom(int from) {
    int longest = 0;
    int shortest = Integer.MAX_VALUE;
    for (int i = 0; i < terms; i++) {
      longest = Math.max(longest, length(i));
      shortest = Math.min(shortest, length(i));
    }
    columnsFrom = from;
    columns = longest - from;
    if (columns > ColumnMask.MAX_COLUMNS) {
      return false;
    }
    int common = shortest - from;
    mask = (ColumnMask.allOf(columns) & ~ColumnMask.allOf(common)) | differing(common);
    varying = 0;
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      varyingAt[varying++] = from + Long.numberOfTrailingZeros(rest);
    }
    alphabet = Alphabet.smallest(letters(), shortest != longest);
    return alphabet != null;
  }

  /** Which of the columns that all terms have differ. */
  private long differing(int common) {
    long differs = 0;
    for (int column = 0; column < common; column += Long.BYTES) {
      int width = Math.min(Long.BYTES, common - column);
      long first = TermWords.load(text, columnsFrom + column, width);
      long different = 0;
      for (int i = 1; i < terms; i++) {
        different |= first ^ TermWords.load(text, start(i) + columnsFrom + column, width);
      }
      for (int i = 0; i < width; i++) {
        boolean same = (different >>> (Long.SIZE - Byte.SIZE * (i + 1)) & 0xFF) == 0;
        differs |= same ? 0 : 1L << (column + i);
      }
    }
    return differs;
  }

  /** The letters in the columns that vary, as 256 bits. */
  private long[] letters() {
    Arrays.fill(seen, (byte) 0);
    for (int i = 0; i < terms; i++) {
      int start = start(i);
      int length = length(i);
      for (int v = 0; v < varying && varyingAt[v] < length; v++) {
        seen[text[start + varyingAt[v]] & 0xFF] = 1;
      }
    }
    long[] letters = new long[seen.length / Long.SIZE];
    for (int letter = 0; letter < seen.length; letter++) {
      letters[letter >>> 6] |= (long) seen[letter] << letter;
    }
    return letters;
  }

  /** Bytes of all but the prefix and the entries. */
  int bytes() {
    return Long.BYTES
        + sections.textBytes()
        + columns
        - varying
        + terms * alphabet.packedBytes(varying);
  }

  /** The first word of the block. */
  long head(EntryPacker packer) {
    return TermBlockLayout.head(
        alphabet.number, packer.head(), columns, prefix, terms, sections.count(), sections.bytes());
  }

  /** The second word of the block: which columns vary. */
  long mask() {
    return mask;
  }

  /** Writes what {@link #bytes} counts, but for the mask. */
  void write(ByteBuffersDataOutput out) {
    sections.write(out, text, ends, prefix);
    for (int column = 0; column < columns; column++) {
      if ((mask >>> column & 1) == 0) {
        out.writeByte(text[columnsFrom + column]);
      }
    }
    int perWord = alphabet.columnsPerWord;
    int full = varying / perWord * perWord;
    int restBytes = alphabet.packedBytes(varying - full);
    for (int i = 0; i < terms; i++) {
      for (int v = 0; v < full; v += perWord) {
        out.writeLong(Long.reverseBytes(packed(i, v, v + perWord)));
      }
      long word = restBytes == 0 ? 0 : packed(i, full, varying);
      for (int b = 0; b < restBytes; b++) {
        out.writeByte((byte) (word >>> (Long.SIZE - (b + 1) * Byte.SIZE)));
      }
    }
  }

  /** Some of a term's columns that vary, packed from the highest bit on. */
  private long packed(int term, int from, int to) {
    int start = start(term);
    int length = length(term);
    long word = 0;
    for (int v = from; v < to; v++) {
      int at = varyingAt[v];
      word = word << alphabet.bits | (at < length ? alphabet.code(text[start + at]) : 0);
    }
    return word << (Long.SIZE - (to - from) * alphabet.bits);
  }

  private int start(int term) {
    return term == 0 ? 0 : ends[term - 1];
  }

  private int length(int term) {
    return ends[term] - start(term);
  }
}
