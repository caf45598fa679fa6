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

import dev.streak.columns.TermEquality;
import dev.streak.columns.TermWords;
import dev.streak.symbols.SymbolTable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * What follows the prefix in the terms of a block that has no columns: found by offsets, as it is
 * or in codes. Where there are stretches, their beginnings are further rests behind those of the
 * terms. For one thread.
 */
public final class BlockRests {

  private final RandomAccessInput in;
  private final TermEquality equality;

  private long restsAt;
  private int terms;

  /** Rests of terms, and beginnings of stretches behind them. */
  private int count;

  private int offsetBytes;

  /** A bit for each term that begins a stretch; 0 if there are none. */
  private long stretches;

  /** What codes stand for; null if rests are as they are. */
  private SymbolTable symbols;

  /** The beginning of a stretch, and of which; -1 if none was read. */
  private final BytesRef beginning = new BytesRef();

  private int read = -1;

  /** Codes, or offsets, of some rests. */
  private byte[] codes = BytesRef.EMPTY_BYTES;

  BlockRests(RandomAccessInput in, TermEquality equality) {
    this.in = in;
    this.equality = equality;
  }

  /** Moves to the rests behind their offsets at a position. */
  void open(long offsetsAt, int terms, long stretches, int offsetBytes, SymbolTable symbols) {
    this.terms = terms;
    this.stretches = stretches;
    this.count = terms + Long.bitCount(stretches);
    this.restsAt = offsetsAt + (long) count * offsetBytes;
    this.offsetBytes = offsetBytes;
    this.symbols = symbols;
    read = -1;
    beginning.length = 0;
  }

  /** Where the first rest begins. */
  long restsAt() {
    return restsAt;
  }

  /** Where the last one ends, counted from there. */
  int end() throws IOException {
    return end(count - 1);
  }

  /** A bit for each term that begins a stretch; 0 if there are none. */
  public long stretches() {
    return stretches;
  }

  /**
   * The place among the rests of the beginning that a term goes on with, if there are stretches.
   */
  private int beginningOf(int index) {
    return terms + TermBlockLayout.stretch(stretches, index);
  }

  /** What a term goes on with before its rest, if anything; valid until another is read. */
  public BytesRef beginning(int index) throws IOException {
    readBeginning(index);
    return beginning;
  }

  /** Reads what a term goes on with before its rest; returns how many bytes. */
  private int readBeginning(int index) throws IOException {
    if (stretches == 0) {
      return 0;
    }
    int wanted = beginningOf(index);
    if (read != wanted) {
      // Should reading fail, none is there.
      read = -1;
      readRest(wanted, beginning, 0);
      read = wanted;
    }
    return beginning.length;
  }

  /** Where a rest ends, counted from where the first begins. */
  int end(int index) throws IOException {
    long at = restsAt - (long) (count - index) * offsetBytes;
    return switch (offsetBytes) {
      case 1 -> in.readByte(at) & 0xFF;
      case 2 -> in.readShort(at) & 0xFFFF;
      default -> in.readInt(at) & 0xFFFFFF;
    };
  }

  int start(int index) throws IOException {
    return index == 0 ? 0 : end(index - 1);
  }

  /**
   * Of what follows the prefix in a target, the first eight bytes, and zeros if there are fewer.
   */
  long begin(BytesRef target, int prefix) {
    int length = Math.min(Long.BYTES, target.length - prefix);
    return TermWords.load(target.bytes, target.offset + prefix, length);
  }

  /**
   * Compares what follows the prefix in a target with what follows it in a term.
   *
   * @param begin {@link #begin}
   */
  int compare(BytesRef target, int prefix, long begin, int index) throws IOException {
    if (stretches == 0) {
      return compareRest(target, prefix, begin, index);
    }
    int length = readBeginning(index);
    int from = target.offset + prefix;
    int to = Math.min(target.offset + target.length, from + length);
    int order = Arrays.compareUnsigned(target.bytes, from, to, beginning.bytes, 0, length);
    int behind = prefix + length;
    return order != 0 ? order : compareRest(target, behind, begin(target, behind), index);
  }

  private int compareRest(BytesRef target, int prefix, long begin, int index) throws IOException {
    // Both ends in one read. Before the first offset there is something else.
    long at = restsAt - (count - index + 1L) * offsetBytes;
    int bits = offsetBytes * Byte.SIZE;
    long ends =
        switch (offsetBytes) {
          case 1 -> in.readShort(at) & 0xFFFF;
          case 2 -> in.readInt(at);
          default -> in.readLong(at);
        };
    int mask = -1 >>> (Integer.SIZE - bits);
    int start = index == 0 ? 0 : (int) ends & mask;
    int length = ((int) (ends >>> bits) & mask) - start;
    if (symbols != null) {
      return symbols.compare(target, prefix, in, restsAt + start, restsAt + start + length);
    }
    int targetLength = target.length - prefix;
    int common = Math.min(length, targetLength);
    long used = TermWords.firstBytes(Math.min(Long.BYTES, common));
    long actual = Long.reverseBytes(in.readLong(restsAt + start)) & used;
    if (actual != (begin & used)) {
      return Long.compareUnsigned(begin & used, actual);
    }
    int from = Long.BYTES;
    int order =
        common <= from
            ? 0
            : equality.compareBytes(target, prefix + from, common - from, restsAt + start + from);
    return order != 0 ? order : targetLength - length;
  }

  /** Whether what follows the prefix in a target is what follows it in a term. */
  boolean isEqual(BytesRef target, int prefix, int index) throws IOException {
    if (stretches == 0) {
      return isRest(target, prefix, index);
    }
    int length = readBeginning(index);
    int from = target.offset + prefix;
    int to = from + length;
    return to <= target.offset + target.length
        && Arrays.equals(target.bytes, from, to, beginning.bytes, 0, length)
        && isRest(target, prefix + length, index);
  }

  private boolean isRest(BytesRef target, int prefix, int index) throws IOException {
    int start = start(index);
    int length = end(index) - start;
    long at = restsAt + start;
    if (symbols != null) {
      return symbols.compare(target, prefix, in, at, at + length) == 0;
    }
    return target.length == prefix + length && equality.sameBytes(target, prefix, length, at);
  }

  /**
   * Copies what follows the prefix in a term to a place in {@code term}, which ends with it; what
   * stood before is lost.
   */
  void read(int index, BytesRef term, int to) throws IOException {
    int length = readBeginning(index);
    readRest(index, term, to + length);
    System.arraycopy(beginning.bytes, 0, term.bytes, to, length);
  }

  private void readRest(int index, BytesRef term, int to) throws IOException {
    int start = start(index);
    readTexts(start, end(index) - start, term, to);
  }

  private void readTexts(int start, int length, BytesRef texts, int to) throws IOException {
    if (symbols == null) {
      texts.bytes = ArrayUtil.growNoCopy(texts.bytes, to + length);
      in.readBytes(restsAt + start, texts.bytes, to, length);
      texts.length = to + length;
      return;
    }
    readCodes(start, length);
    texts.bytes = ArrayUtil.growNoCopy(texts.bytes, to + symbols.mostBytes(length));
    texts.length = symbols.decode(codes, 0, length, texts.bytes, to);
  }

  /**
   * Copies the rests from one place to another, without the beginnings of their stretches.
   *
   * @param starts where each begins in what is returned, by its place in the block
   * @param ends where each ends there
   * @param spare is returned if it is large enough
   * @return the rests, with room for seven bytes more
   */
  byte[] read(int from, int to, int[] starts, int[] ends, byte[] spare) throws IOException {
    int begin = readEnds(from, to, starts, ends);
    int length = ends[to - 1];
    if (symbols == null) {
      byte[] rests = ArrayUtil.growNoCopy(spare, length + Long.BYTES);
      in.readBytes(restsAt + begin, rests, 0, length);
      return rests;
    }
    readCodes(begin, length);
    byte[] rests = ArrayUtil.growNoCopy(spare, symbols.mostBytes(length));
    int end = 0;
    for (int i = from; i < to; i++) {
      int start = end;
      end = symbols.decode(codes, starts[i], ends[i], rests, start);
      starts[i] = start;
      ends[i] = end;
    }
    return rests;
  }

  /** Returns where the first of them begins, from which the others are counted. */
  private int readEnds(int from, int to, int[] starts, int[] ends) throws IOException {
    int first = from == 0 ? 0 : from - 1;
    int length = (to - first) * offsetBytes;
    codes = ArrayUtil.growNoCopy(codes, length + Integer.BYTES);
    in.readBytes(restsAt - (long) (count - first) * offsetBytes, codes, 0, length);
    int mask = -1 >>> (Integer.SIZE - offsetBytes * Byte.SIZE);
    int at = 0;
    int begin = 0;
    if (from > 0) {
      begin = (int) BitUtil.VH_LE_INT.get(codes, 0) & mask;
      at = offsetBytes;
    }
    int end = 0;
    for (int i = from; i < to; i++) {
      starts[i] = end;
      end = ((int) BitUtil.VH_LE_INT.get(codes, at) & mask) - begin;
      ends[i] = end;
      at += offsetBytes;
    }
    return begin;
  }

  /** What the codes of rests stand for; null if rests are as they are. */
  public SymbolTable symbols() {
    return symbols;
  }

  /**
   * Copies the offsets and the rests behind them, then the beginnings of stretches, as they are or
   * in codes, with room for eight bytes more.
   */
  public void readAll(BytesRef rests) throws IOException {
    int offsets = count * offsetBytes;
    rests.length = offsets + end();
    rests.bytes = ArrayUtil.growNoCopy(rests.bytes, rests.length + Long.BYTES);
    in.readBytes(restsAt - offsets, rests.bytes, 0, rests.length);
  }

  /** Copies the rests as they are, one behind the other. */
  public void readTexts(BytesRef rests) throws IOException {
    readTexts(0, end(), rests, 0);
  }

  private void readCodes(int start, int length) throws IOException {
    codes = ArrayUtil.growNoCopy(codes, length);
    in.readBytes(restsAt + start, codes, 0, length);
  }

  /** Bytes of an offset that {@link #readAll} copies. */
  public int offsetBytes() {
    return offsetBytes;
  }

  /** Number of the offsets that {@link #readAll} copies. */
  public int count() {
    return count;
  }
}
