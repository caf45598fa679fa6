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
package dev.streak.symbols;

import dev.streak.cache.blocks.BlockVerification;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Up to 255 symbols of one to eight bytes that occur often in a field's terms. A code is the number
 * of a symbol; {@link #ESCAPE} says that the next byte stands for itself. So each text is read
 * without those before it. Immutable.
 *
 * <pre>
 * table := number of symbols (byte) | length (byte){symbols} | bytes{symbols} | CRC-32C (int)
 * </pre>
 */
public final class SymbolTable {

  /** Most symbols. */
  public static final int MAX_SYMBOLS = 255;

  /** Longest symbol. A code stands for no more bytes. */
  public static final int MAX_SYMBOL_BYTES = Long.BYTES;

  /** The code before a byte that stands for itself. */
  public static final int ESCAPE = 255;

  /** More than a table takes. */
  private static final int MAX_TABLE_BYTES =
      1 + MAX_SYMBOLS * (1 + MAX_SYMBOL_BYTES) + Integer.BYTES;

  private final int count;

  /** The bytes of a symbol, the first one lowest, and zeros. */
  private final long[] symbols = new long[MAX_SYMBOLS];

  private final byte[] lengths = new byte[MAX_SYMBOLS];

  /** A table of symbols, each as a word with the first byte lowest, and their lengths. */
  SymbolTable(long[] symbols, byte[] lengths, int count) {
    this.count = count;
    System.arraycopy(symbols, 0, this.symbols, 0, count);
    System.arraycopy(lengths, 0, this.lengths, 0, count);
  }

  /** Reads a table at a position before {@code end}. */
  public static SymbolTable read(RandomAccessInput in, long position, long end, String file)
      throws IOException {
    byte[] bytes = new byte[(int) Math.min(MAX_TABLE_BYTES, end - position)];
    in.readBytes(position, bytes, 0, bytes.length);
    int count = bytes.length == 0 ? 0 : bytes[0] & 0xFF;
    int at = 1 + count;
    for (int i = 0; i < count && at <= bytes.length; i++) {
      int length = 1 + i < bytes.length ? bytes[1 + i] : 0;
      if (length < 1 || length > MAX_SYMBOL_BYTES) {
        throw new CorruptIndexException(
            "length of symbol " + i + " is " + length + ", must be 1 to " + MAX_SYMBOL_BYTES, file);
      }
      at += length;
    }
    if (count == 0 || at + Integer.BYTES > bytes.length) {
      throw new CorruptIndexException(
          "table of "
              + count
              + " symbols at "
              + position
              + " is "
              + (at + Integer.BYTES)
              + " bytes long, must end by "
              + end,
          file);
    }
    int expected = (int) BitUtil.VH_LE_INT.get(bytes, at);
    int actual = BlockVerification.checksum(bytes, at);
    if (actual != expected) {
      throw new CorruptIndexException(
          "checksum of the symbols at "
              + position
              + " is "
              + Integer.toHexString(actual)
              + ", must be "
              + Integer.toHexString(expected),
          file);
    }
    return new SymbolTable(bytes, count);
  }

  private SymbolTable(byte[] written, int count) {
    this.count = count;
    int at = 1 + count;
    for (int i = 0; i < count; i++) {
      lengths[i] = written[1 + i];
      for (int b = 0; b < lengths[i]; b++) {
        symbols[i] |= (written[at++] & 0xFFL) << (b * Byte.SIZE);
      }
    }
  }

  /** Writes the table. */
  public void write(DataOutput out) throws IOException {
    byte[] bytes = new byte[MAX_TABLE_BYTES];
    bytes[0] = (byte) count;
    int at = 1 + count;
    for (int i = 0; i < count; i++) {
      bytes[1 + i] = lengths[i];
      for (int b = 0; b < lengths[i]; b++) {
        bytes[at++] = (byte) (symbols[i] >>> (b * Byte.SIZE));
      }
    }
    out.writeBytes(bytes, at);
    out.writeInt(BlockVerification.checksum(bytes, at));
  }

  /** Bytes of the table where it is written. */
  public int writtenBytes() {
    int bytes = 1 + count + Integer.BYTES;
    for (int i = 0; i < count; i++) {
      bytes += lengths[i];
    }
    return bytes;
  }

  /** Number of symbols. */
  int count() {
    return count;
  }

  /** A symbol's bytes, the first one lowest, and zeros. */
  public long symbol(int code) {
    return symbols[code];
  }

  /** Number of a symbol's bytes. */
  public int length(int code) {
    return lengths[code];
  }

  /** How many bytes a text has, or -1 if it is not made of this table's codes. */
  public int decodedLength(byte[] coded, int from, int to) {
    int length = 0;
    for (int at = from; at < to; at++) {
      int code = coded[at] & 0xFF;
      if (code < count) {
        length += lengths[code];
      } else if (code == ESCAPE && at + 1 < to) {
        length++;
        at++;
      } else {
        return -1;
      }
    }
    return length;
  }

  /** Room that {@link #decode} needs for so many bytes of codes. */
  public int mostBytes(int codes) {
    return (codes + 1) * MAX_SYMBOL_BYTES;
  }

  /**
   * Writes a text's bytes, and up to seven behind them that mean nothing. Returns where the text
   * ends.
   *
   * @param coded codes of which {@link #decodedLength} knew the length
   */
  public int decode(byte[] coded, int from, int to, byte[] text, int start) {
    int end = start;
    for (int at = from; at < to; at++) {
      int code = coded[at] & 0xFF;
      if (code == ESCAPE) {
        text[end++] = coded[++at];
      } else {
        BitUtil.VH_LE_LONG.set(text, end, symbols[code]);
        end += lengths[code];
      }
    }
    return end;
  }

  /**
   * Compares the bytes of a target from an index on with a text.
   *
   * @param in the codes of the text, of which {@link #decodedLength} knew the length; it goes on
   *     for eight bytes behind them
   */
  public int compare(BytesRef target, int index, RandomAccessInput in, long from, long to)
      throws IOException {
    byte[] bytes = target.bytes;
    int next = target.offset + index;
    int end = target.offset + target.length;
    long at = from;
    while (at < to) {
      long codes = in.readLong(at);
      long last = Math.min(at + Long.BYTES, to);
      for (; at < last; at++) {
        int code = (int) codes & 0xFF;
        codes >>>= Byte.SIZE;
        int order;
        if (code == ESCAPE) {
          int text = in.readByte(++at) & 0xFF;
          codes >>>= Byte.SIZE;
          order = next == end ? -1 : (bytes[next] & 0xFF) - text;
          next++;
        } else {
          int length = lengths[code];
          order = compare(bytes, next, end, symbols[code], length);
          next += length;
        }
        if (order != 0) {
          return order;
        }
      }
    }
    return end - next;
  }

  private static int compare(byte[] bytes, int from, int end, long symbol, int length) {
    if (end - from >= Long.BYTES) {
      long unused = Long.SIZE - (long) length * Byte.SIZE;
      long different = ((long) BitUtil.VH_LE_LONG.get(bytes, from) ^ symbol) << unused;
      if (different == 0) {
        return 0;
      }
      int shift = Long.numberOfTrailingZeros(different >>> unused) & -Byte.SIZE;
      return (bytes[from + (shift >>> 3)] & 0xFF) - ((int) (symbol >>> shift) & 0xFF);
    }
    for (int i = 0; i < length; i++) {
      if (from + i == end) {
        return -1;
      }
      int order = (bytes[from + i] & 0xFF) - ((int) (symbol >>> (i * Byte.SIZE)) & 0xFF);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
