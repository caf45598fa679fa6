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
package dev.streak.columns;

import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * Finds the place of a target among the packed terms of a block, word by word: one word of the
 * target is packed and searched for; the next one only if there are terms with the same word.
 */
public final class ColumnSearch {

  /** After so many targets that ascend by little, the next one is looked for from the last one. */
  private static final int ASCENDING = 3;

  private static final int LITTLE = 4;

  private final RandomAccessInput in;
  private BytesRef target;

  /** Where the next column is in the target. */
  private int at;

  /** Where the target ends. */
  private int end;

  private Alphabet alphabet;

  /** The columns from the next one on that vary, the next one lowest. */
  private long mask;

  private int columnsLeft;
  private long termsAt;
  private int stride;
  private long constantsAt;

  /** The word that was packed last. */
  private long word;

  /** Codes that were packed together, the last one lowest. */
  private long eight;

  /** Of terms that were compared on the way, those before this are less. */
  private int reached;

  /** Whether the target is none of the terms, and greater or less than those with the same word. */
  private boolean different;

  private boolean above;

  /** Whether the last search found the target itself. */
  private boolean found;

  /** How many of the last searches ended a little behind the one before, as far as that counts. */
  private int ascending;

  public ColumnSearch(RandomAccessInput in) {
    this.in = in;
  }

  public boolean found() {
    return found;
  }

  /** Begins with a block. */
  public void open(ColumnLayout layout) {
    alphabet = layout.alphabet();
    mask = layout.mask();
    columnsLeft = layout.count();
    constantsAt = layout.constantsAt();
    termsAt = layout.termAt(0);
    stride = layout.stride();
  }

  /**
   * Returns the place of the least term of some that is not less than the target, or behind them.
   *
   * @param text begins with the same bytes as these terms
   * @param prefix how many bytes stand before the columns
   * @param last the place of the target before, if it was in the same block; else -1
   */
  public int locate(BytesRef text, int prefix, int from, int to, int last) throws IOException {
    int place = locate(text, prefix, from, to, last, ascending >= ASCENDING);
    if (last >= 0) {
      boolean little = place >= last && place - last <= LITTLE;
      ascending = little ? Math.min(ASCENDING, ascending + 1) : 0;
    }
    return place;
  }

  private int locate(BytesRef text, int prefix, int from, int to, int last, boolean isNear)
      throws IOException {
    target = text;
    at = text.offset + prefix;
    end = text.offset + text.length;
    different = false;
    found = false;
    int low = from;
    int high = to;
    int near = isNear && last > from && last < to ? last : -1;
    for (int offset = 0; ; offset += Long.BYTES) {
      pack();
      // The last word is written without bytes that it does not need.
      int bytes = Math.min(Long.BYTES, stride - offset);
      long used = bytes <= 0 ? 0 : -1L << (Long.SIZE - bytes * Byte.SIZE);
      long wanted = word & used;
      int limit = high;
      if (near >= 0) {
        high = limitFrom(near, wanted, used, high);
        low = Math.max(low, reached);
        near = -1;
      }
      low = lowerBound(wanted, used, termsAt + offset, stride, low, high);
      high = low;
      if (different && above == false) {
        return low;
      }
      while (high < limit && wordAt(termsAt + offset, stride, high, used) == wanted) {
        high++;
      }
      if (different || low == high) {
        return high;
      }
      if (columnsLeft == 0) {
        found = at == end;
        return found ? low : high;
      }
    }
  }

  private long wordAt(long firstAt, int stride, int index, long used) throws IOException {
    return Long.reverseBytes(in.readLong(firstAt + (long) index * stride)) & used;
  }

  /**
   * Goes from a place on, in steps that double, to a term that is not less than what is wanted, and
   * returns its place, or the end. {@link #reached} becomes a place that all before are less.
   */
  private int limitFrom(int place, long wanted, long used, int end) throws IOException {
    reached = 0;
    int step = 1;
    for (int probe = place - 1; probe < end; probe += step) {
      if (Long.compareUnsigned(wordAt(termsAt, stride, probe, used), wanted) >= 0) {
        return probe;
      }
      reached = probe + 1;
      step = reached == place ? 1 : 2 * step;
    }
    return end;
  }

  private int lowerBound(long wanted, long used, long firstAt, int stride, int from, int to)
      throws IOException {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(wordAt(firstAt, stride, middle, used), wanted) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Packs columns until a word is full, there are no more, or the target differs. */
  private void pack() throws IOException {
    int bits = alphabet.bits;
    int unused = Long.SIZE - alphabet.columnsPerWord * bits;
    int shift = Long.SIZE;
    long packed = 0;
    word = 0;
    while (columnsLeft > 0) {
      int codes = packEight(shift - unused);
      if (codes >= 0) {
        shift -= codes * bits;
        packed |= eight << shift;
        continue;
      }
      if ((mask & 1) == 0) {
        int order = at < end ? (target.bytes[at] & 0xFF) - (in.readByte(constantsAt++) & 0xFF) : -1;
        if (order != 0) {
          differ(packed, shift, order > 0);
          return;
        }
      } else if (shift == unused) {
        break;
      } else if (at < end) {
        byte letter = target.bytes[at];
        int code = alphabet.code(letter);
        shift -= bits;
        if (code < 0) {
          placeBetween(alphabet.codeAbove(letter), packed, shift);
          return;
        }
        packed |= (long) code << shift;
      } else if (alphabet.hasTerminator) {
        shift -= bits;
      } else {
        differ(packed, shift, false);
        return;
      }
      at = Math.min(at + 1, end);
      mask >>>= 1;
      columnsLeft--;
    }
    word = packed;
  }

  /**
   * Packs the next columns, eight or as many as there are, into {@link #eight}, if they are codes
   * and constants like those of the block's terms. Returns how many codes, or -1 if one column
   * after the other has to be looked at.
   *
   * @param room bits that codes may take
   */
  private int packEight(int room) throws IOException {
    int count = Math.min(Long.BYTES, columnsLeft);
    int varying = (int) mask & (1 << count) - 1;
    int codes = Integer.bitCount(varying);
    if (codes * alphabet.bits > room) {
      // Up to the column that there is no room for.
      codes = room / alphabet.bits;
      count = placeOf(codes);
      varying &= (1 << count) - 1;
    }
    if (count == 0 || end - at < count) {
      return -1;
    }
    long letters = TermWords.load(target.bytes, at, count);
    int constants = count - codes;
    if (constants > 0) {
      long places = TermWords.bytesOf(~varying & (1 << count) - 1);
      long expected = Long.reverseBytes(in.readLong(constantsAt));
      if (MaskedBits.gatherBytes(letters, places)
          != expected >>> (Long.SIZE - Byte.SIZE * constants)) {
        return -1;
      }
    }
    long places = TermWords.bytesOf(varying);
    long all = alphabet.codes(letters, count);
    if (alphabet.areCodes(all, places) == false) {
      return -1;
    }
    eight = MaskedBits.gather(all, places, alphabet.bits);
    constantsAt += constants;
    at += count;
    mask >>>= count;
    columnsLeft -= count;
    return codes;
  }

  /** The place of the one of the mask that so many ones are before. */
  private int placeOf(int ones) {
    long rest = mask;
    for (int i = 0; i < ones; i++) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  /** The target has a byte that is no letter of the alphabet, in the column above a shift. */
  private void placeBetween(int codeAbove, long packed, int shift) {
    if (codeAbove < 0) {
      differ(packed, shift + alphabet.bits, true);
    } else {
      differ(packed | (long) codeAbove << shift, shift, false);
    }
  }

  /** Puts the target below or above all terms that are equal down to a bit. */
  private void differ(long packed, int shift, boolean isAbove) {
    different = true;
    above = isAbove;
    long ones = isAbove && shift > 0 ? -1L >>> (Long.SIZE - shift) : 0;
    word = packed | ones;
  }
}
