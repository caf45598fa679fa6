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
import dev.streak.columns.ColumnReader;
import dev.streak.columns.TermEquality;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** The sections of a block where they lie in its file: what {@link TermSections} wrote. */
public final class BlockSections {

  private final RandomAccessInput in;
  private int count;
  private int bytes;
  private int terms;
  private long textAt;
  private long placesAt;

  BlockSections(RandomAccessInput in) {
    this.in = in;
  }

  /** Moves to a block whose sections are at a position. */
  void open(long head, long at) {
    count = TermBlockLayout.sections(head);
    bytes = TermBlockLayout.sectionBytes(head);
    terms = TermBlockLayout.terms(head);
    placesAt = at;
    textAt = at + count - 1;
  }

  /** Number of sections: 1 if the block is not divided. */
  public int count() {
    return count;
  }

  /** Bytes that each section has of its own. */
  public int bytes() {
    return bytes;
  }

  /** The section that a term is in. */
  public int of(int index) throws IOException {
    return count == 1 ? 0 : of(in, placesAt, count, index);
  }

  /**
   * The section that a term is in, of a block of more than one.
   *
   * @param placesAt where the places of their first terms are
   */
  public static int of(RandomAccessInput in, long placesAt, int count, int index)
      throws IOException {
    // A byte is a place, at most 63. One with 128 added keeps that bit if the index is not less.
    long places = in.readLong(placesAt);
    long reached = (128 + index) * Alphabet.EACH_BYTE - (places & ~Alphabet.HIGH_BITS);
    long counted = Alphabet.HIGH_BITS >>> (Long.SIZE - Byte.SIZE * (count - 1));
    return Long.bitCount(reached & counted);
  }

  /** The first term of a section. */
  public int from(int section) throws IOException {
    return section == 0 ? 0 : in.readByte(placesAt + section - 1);
  }

  /** The term behind the last one of a section. */
  public int to(int section) throws IOException {
    return section + 1 == count ? terms : in.readByte(placesAt + section);
  }

  /** Compares what follows the prefix in a target with a section's own bytes. */
  int compare(TermEquality equality, BytesRef target, int prefix, int section) throws IOException {
    if (bytes == 0) {
      return 0;
    }
    int length = Math.min(bytes, target.length - prefix);
    int order = equality.compareBytes(target, prefix, length, textAt + (long) section * bytes);
    return order == 0 && length < bytes ? -1 : order;
  }

  /** Copies the places where sections but the first begin, and the own bytes of all. */
  void readAll(byte[] target) throws IOException {
    in.readBytes(placesAt, target, 0, count - 1 + count * bytes);
  }

  /** Copies a section's own bytes. */
  public void read(int section, byte[] target, int to) throws IOException {
    in.readBytes(textAt + (long) section * bytes, target, to, bytes);
  }

  /** As above, with room for seven bytes more in the target. */
  public void read(int section, ColumnReader reader, byte[] target, int to) throws IOException {
    reader.copy(textAt + (long) section * bytes, target, to, bytes);
  }
}
