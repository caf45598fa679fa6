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
import dev.streak.columns.ColumnPlan;
import dev.streak.columns.ComparedTerms;
import dev.streak.columns.TermEquality;
import dev.streak.columns.TermWords;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * What full blocks of columns have in common: how long their parts are, and if possible which bytes
 * are the same in all terms. With it a term of such a block is compared, and its entry read,
 * without a look at the head of the block, only with two words that are kept of it. Immutable.
 */
public final class BlockShape {

  /** So many bytes at the end of a prefix differ from block to block. */
  static final int TAIL_BYTES = Long.BYTES;

  /** Blocks of longer prefixes have no shape: it would have to hold them. */
  private static final int MAX_PREFIX_BYTES = 255;

  /** Equal bytes, equal shapes. */
  private final byte[] identity;

  private final long head;
  private final int prefixBytes;
  private final Alphabet alphabet;
  private final int columns;

  /** Terms have no fewer columns. */
  private final int leastColumns;

  private final int prefixOffset;
  private final int sections;
  private final int sectionBytes;
  private final int termsOffset;
  private final int stride;
  private final int entriesOffset;
  private final boolean follow;
  private final int entryWidth;
  private final int lengthWidth;
  private final int lengthBase;

  /** The prefix without its tail; that of some block of this shape where they do not share it. */
  private final byte[] prefixHead;

  private final ColumnPlan plan;

  /** Whether all blocks have the same constants and the same prefix but for its tail. */
  private final boolean sharesText;

  private BlockShape(byte[] block, long head, boolean sharesText) {
    long mask = (long) BitUtil.VH_LE_LONG.get(block, TermBlockLayout.HEAD_BYTES);
    int bases = TermBlockLayout.basesBytes(TermBlockLayout.kind(head));
    int basesAt = TermBlockLayout.HEAD_BYTES + TermBlockLayout.MASK_BYTES;
    this.head = head;
    this.sharesText = sharesText;
    prefixBytes = TermBlockLayout.prefixBytes(head);
    alphabet = Alphabet.ofNumber(TermBlockLayout.layout(head));
    columns = TermBlockLayout.columns(head);
    stride = alphabet.packedBytes(Long.bitCount(mask));
    termsOffset = block.length;
    entriesOffset = termsOffset + TermBlockLayout.TERMS * stride;
    follow = TermBlockLayout.follow(head);
    entryWidth = TermBlockLayout.entryWidth(head);
    lengthWidth = TermBlockLayout.lengthWidth(head);
    lengthBase = isOfRuns() ? (int) BitUtil.VH_LE_INT.get(block, basesAt + Long.BYTES) : 0;
    int prefixAt = basesAt + bases;
    prefixOffset = prefixAt;
    int prefixEnd = prefixAt + prefixBytes;
    sections = TermBlockLayout.sections(head);
    sectionBytes = TermBlockLayout.sectionBytes(head);
    int constantsAt = prefixEnd + TermBlockLayout.sectionsBytes(head);
    prefixHead = Arrays.copyOfRange(block, prefixAt, Math.max(prefixAt, prefixEnd - TAIL_BYTES));
    byte[] row = new byte[columns + Long.BYTES];
    int next = constantsAt;
    int lastConstant = -1;
    for (int i = 0; i < columns; i++) {
      if ((mask >>> i & 1) == 0) {
        row[i] = block[next++];
        lastConstant = i;
      }
    }
    leastColumns = alphabet.hasTerminator ? lastConstant + 1 : columns;
    plan = new ColumnPlan(columns);
    plan.open(alphabet, 0, columns, mask, row);
    identity = block;
    // What differs between blocks of the same shape.
    int differs = isOfRuns() ? Long.BYTES : bases;
    Arrays.fill(identity, basesAt, basesAt + differs, (byte) 0);
    Arrays.fill(identity, prefixAt + prefixHead.length, constantsAt, (byte) 0);
    if (sharesText == false) {
      Arrays.fill(identity, prefixAt, identity.length, (byte) 0);
    }
  }

  /**
   * The shape of the block at a position, or null if the block has none.
   *
   * @param sharesText whether the prefix but for its tail, and the constants, are part of the shape
   */
  public static BlockShape of(RandomAccessInput in, long start, boolean sharesText)
      throws IOException {
    long head = in.readLong(start);
    Alphabet alphabet = Alphabet.ofNumber(TermBlockLayout.layout(head));
    int kind = TermBlockLayout.kind(head);
    if (alphabet == null
        || kind == TermBlockLayout.NO_ENTRIES
        || TermBlockLayout.prefixBytes(head) > MAX_PREFIX_BYTES
        || TermBlockLayout.terms(head) != TermBlockLayout.TERMS) {
      return null;
    }
    long mask = in.readLong(start + TermBlockLayout.HEAD_BYTES);
    int length =
        TermBlockLayout.HEAD_BYTES
            + TermBlockLayout.MASK_BYTES
            + TermBlockLayout.basesBytes(kind)
            + TermBlockLayout.prefixBytes(head)
            + TermBlockLayout.sectionsBytes(head)
            + TermBlockLayout.columns(head)
            - Long.bitCount(mask);
    byte[] block = new byte[length];
    in.readBytes(start, block, 0, length);
    return new BlockShape(block, head, sharesText);
  }

  /** Whether all entries of the block are runs. */
  private boolean isOfRuns() {
    return TermBlockLayout.kind(head) == TermBlockLayout.RUNS;
  }

  /** The run bases of the block at a position, which {@link #entry} is given; 0 if it has lists. */
  public long runBases(RandomAccessInput in, long start) throws IOException {
    return isOfRuns() ? in.readLong(basesAt(start)) : 0;
  }

  private static long basesAt(long start) {
    return start + TermBlockLayout.HEAD_BYTES + TermBlockLayout.MASK_BYTES;
  }

  /** The end of the prefix of the block at a position, which {@link #isEqual} is given. */
  public long prefixTail(RandomAccessInput in, long start) throws IOException {
    byte[] tail = new byte[prefixBytes - prefixHead.length];
    in.readBytes(prefixAt(start) + prefixHead.length, tail, 0, tail.length);
    return TermWords.load(tail, 0, tail.length);
  }

  /** Where a term of the block at a position is. */
  public long termAt(long start, int index) {
    return start + termsOffset + (long) index * stride;
  }

  /** Whether a term is more than the word that it begins with. */
  public boolean hasMoreWords() {
    return stride > Long.BYTES;
  }

  /** Where the last word of a term is. */
  public long lastWord(long termAt) {
    return termAt + ((stride - 1) & -Long.BYTES);
  }

  /** Where a term's entry is, or what says where it is. */
  public long entryAt(long start, int index) {
    return start + entriesOffset + (follow ? 0 : (index * entryWidth) >>> 3);
  }

  /** Whether prefixes, and constants, are the same but for what is held of each block. */
  public boolean sharesText() {
    return sharesText;
  }

  /** Whether a comparison needs nothing of a block but the term and what is held of the block. */
  public boolean hasAllText() {
    return sharesText && sections == 1;
  }

  /** Where the prefix of the block at a position is. */
  public long prefixAt(long start) {
    return start + prefixOffset;
  }

  /**
   * Whether a term of the block at a position equals a target.
   *
   * @param prefixTail what {@link #prefixTail} returned
   * @param index the place of the term
   */
  public boolean isEqual(
      BytesRef target, long prefixTail, RandomAccessInput in, long start, int index)
      throws IOException {
    if (begins(target, prefixTail, in, start, index) == false) {
      return false;
    }
    int before = prefixBytes + sectionBytes;
    int length = target.length - before;
    long constantsAt = sharesText ? -1 : constantsAt(start);
    return plan.isEqual(
        in, termAt(start, index), target, target.offset + before, length, constantsAt);
  }

  /** Where the constants of the block at a position are, if they are not the shape's. */
  public long constantsAt(long start) {
    return sectionsAt(start) + sections * (sectionBytes + 1L) - 1;
  }

  /**
   * Whether all but the columns of a target are those of a term. The target has no more columns
   * then than the block.
   */
  public boolean begins(
      BytesRef target, long prefixTail, RandomAccessInput in, long start, int index)
      throws IOException {
    int length = target.length - prefixBytes - sectionBytes;
    return length <= columns
        && length >= leastColumns
        && (length == leastColumns || endsWithZero(target) == false)
        && hasPrefix(target, prefixTail, in, start)
        && isInSection(target, in, start, index);
  }

  /** Compares the columns of terms of this shape's blocks with those of their targets. */
  public void compareColumns(RandomAccessInput in, ComparedTerms terms) throws IOException {
    plan.compare(in, terms, prefixBytes + sectionBytes, leastColumns, sharesText == false);
  }

  /** Such a target has a zero where a term has a letter, or nothing. */
  private static boolean endsWithZero(BytesRef target) {
    return target.bytes[target.offset + target.length - 1] == 0;
  }

  private boolean hasPrefix(BytesRef target, long tail, RandomAccessInput in, long start)
      throws IOException {
    int headBytes = prefixHead.length;
    int offset = target.offset;
    if (TermWords.load(target.bytes, offset + headBytes, prefixBytes - headBytes) != tail) {
      return false;
    }
    return headBytes == 0
        || (sharesText
            ? Arrays.equals(target.bytes, offset, offset + headBytes, prefixHead, 0, headBytes)
            : TermEquality.sameBytes(in, target, 0, headBytes, prefixAt(start)));
  }

  private long sectionsAt(long start) {
    return prefixAt(start) + prefixBytes;
  }

  private boolean isInSection(BytesRef target, RandomAccessInput in, long start, int index)
      throws IOException {
    if (sections == 1) {
      return true;
    }
    long placesAt = sectionsAt(start);
    int section = BlockSections.of(in, placesAt, sections, index);
    long ownAt = placesAt + sections - 1 + (long) section * sectionBytes;
    return TermEquality.sameBytes(in, target, prefixBytes, sectionBytes, ownAt);
  }

  /**
   * The entry of a term of the block at a position.
   *
   * @param runBases what {@link #runBases} returned
   * @param entries reads what has lists
   */
  public long entry(RandomAccessInput in, long start, int index, long runBases, EntryReader entries)
      throws IOException {
    if (isOfRuns() == false) {
      entries.open(head, basesAt(start), start + entriesOffset);
      return entries.entry(index);
    }
    if (follow) {
      long entriesAt = start + entriesOffset;
      return EntryReader.following(
          in, entriesAt, entryWidth, index, (int) runBases, lengthBase + 1);
    }
    long value = EntryReader.bits(in, start + entriesOffset, entryWidth, index);
    int first = (int) runBases + index * (int) (runBases >>> 32) + (int) (value >>> lengthWidth);
    int length = lengthBase + (int) (value & (1L << lengthWidth) - 1);
    return TermEntry.ofRun(first, length + 1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockShape shape
        && sharesText == shape.sharesText
        && Arrays.equals(identity, shape.identity);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(identity);
  }
}
