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
package dev.streak.automata;

import dev.streak.columns.Alphabet;
import dev.streak.field.AcceptedLiteral;
import dev.streak.termblock.PackedColumns;
import dev.streak.termblock.TermRows;
import java.util.Arrays;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Finds the terms of a block that contain some bytes. All bytes of unpacked terms are looked
 * through together, eight places at a time; which term a place is in matters only where the bytes
 * were found.
 */
public final class LiteralSearch {

  /** So many blocks are not looked through where too many terms of one have the literal. */
  private static final int BLOCKS_WITHOUT_SEARCH = 8;

  /** So many of a block's terms are too many: one of so many if each has to be run by itself. */
  private static final int MANY = 2;

  private static final int MANY_TO_RUN = 16;

  private final byte[] literal;
  private final boolean suffices;
  private final PackedLiteral packed;

  /** The first byte, and the last, eight times each. */
  private final long firsts;

  private final long lasts;

  /** So many blocks are not looked through from here on. */
  private int blocksWithoutSearch;

  /** Whether terms that do not contain the literal are likely to be many, and found faster. */
  public static boolean isWorthwhile(AcceptedLiteral wanted) {
    return wanted != null && wanted.bytes().length >= (wanted.suffices() ? 2 : 3);
  }

  /** Looks for what {@linkplain #isWorthwhile is worthwhile}. */
  public LiteralSearch(AcceptedLiteral wanted) {
    BytesRef bytes = wanted.bytes();
    this.literal = Arrays.copyOfRange(bytes.bytes, bytes.offset, bytes.offset + bytes.length);
    this.suffices = wanted.suffices();
    this.packed = new PackedLiteral(literal);
    this.firsts = (literal[0] & 0xFF) * Alphabet.EACH_BYTE;
    this.lasts = (literal[literal.length - 1] & 0xFF) * Alphabet.EACH_BYTE;
  }

  /** Whether what contains the literal is accepted as long as it is UTF-8. */
  public boolean suffices() {
    return suffices;
  }

  /** Number of its bytes. */
  public int length() {
    return literal.length;
  }

  /** Asked once for each block: whether to look through it, as not too many had the literal. */
  public boolean isNext() {
    if (blocksWithoutSearch > 0) {
      blocksWithoutSearch--;
      return false;
    }
    return true;
  }

  /** Opens a block of packed terms; returns false if they cannot be looked through. */
  public boolean open(PackedColumns columns) {
    return packed.open(columns);
  }

  /** A bit for each packed term that contains the literal behind the prefix. */
  public long findPacked(int from, int to) {
    return noted(packed.find(from, to), to - from);
  }

  private long noted(long found, int terms) {
    if (Long.bitCount(found) * (suffices ? MANY : MANY_TO_RUN) > terms) {
      blocksWithoutSearch = BLOCKS_WITHOUT_SEARCH;
    }
    return found;
  }

  /** Whether a term that begins with a prefix contains the literal only if what follows does. */
  public boolean isBehind(BytesRef prefix) {
    int end = prefix.offset + prefix.length;
    for (int at = prefix.offset; at < end; at++) {
      int length = Math.min(literal.length, end - at);
      if (prefix.bytes[at] == literal[0]
          && Arrays.equals(prefix.bytes, at, at + length, literal, 0, length)) {
        return false;
      }
    }
    return true;
  }

  /** A bit for each term that is ready in whose bytes behind the prefix the literal is. */
  public long find(TermRows rows, int from, int to) {
    byte[] bytes = rows.joinRests();
    int length = literal.length;
    int last = rows.end(to - 1) - length;
    int term = from;
    long found = 0;
    for (int place = rows.start(from); place <= last; place += Long.BYTES) {
      long first = (long) BitUtil.VH_LE_LONG.get(bytes, place) ^ firsts;
      long different = first | ((long) BitUtil.VH_LE_LONG.get(bytes, place + length - 1) ^ lasts);
      // The highest bit of each byte that is 0, and of some that are not.
      long hits = (different - Alphabet.EACH_BYTE) & ~different & Alphabet.HIGH_BITS;
      for (; hits != 0; hits &= hits - 1) {
        int at = place + (Long.numberOfTrailingZeros(hits) >>> 3);
        if (at > last || Arrays.equals(bytes, at, at + length, literal, 0, length) == false) {
          continue;
        }
        while (rows.end(term) <= at) {
          term++;
        }
        if (at >= rows.start(term) && at + length <= rows.end(term)) {
          found |= 1L << term;
        }
      }
    }
    return noted(found, to - from);
  }
}
