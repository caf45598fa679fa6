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
package dev.streak.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

/**
 * Writes what stands before a dictionary's content: the tables that frames begin with (RFC 8878,
 * section 5). With them a small frame needs none of its own.
 */
final class ZstdDictionaryHeader {
  /** More than a header ever takes. */
  static final int MAX_BYTES = 512;

  private static final int MAGIC = 0xEC30A437;

  /** Frames leave the dictionary's number out, so any will do. */
  private static final int ID = 0x53_54_52_4B;

  private static final int OFFSET_LOG = 8;
  private static final int LENGTH_LOG = 9;

  /** Matches reach back over the content and the largest block that Zstandard makes. */
  private static final int MAX_BLOCK = 1 << 17;

  private static final int[] RECENT_OFFSETS = {1, 4, 8};

  /** In a frame's descriptor: no window, and two bytes for the content's length. */
  private static final int SINGLE_SEGMENT_AND_SHORT = 0x60;

  /** Literals that the code for literals is made from. */
  private static final int LITERALS = 1 << 15;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(MAX_BYTES);
  private long bits;
  private int bitCount;

  private ZstdDictionaryHeader() {}

  /** The header for a content; a dictionary is both joined. Null if a table cannot be made. */
  static byte[] write(SequenceStatistics statistics, int contentLength) throws IOException {
    ZstdDictionaryHeader header = new ZstdDictionaryHeader();
    header.writeInt(MAGIC);
    header.writeInt(ID);
    byte[] huffman = huffmanTree(statistics.literals);
    if (huffman == null) {
      return null;
    }
    header.out.writeBytes(huffman);
    int maxOffsetCode = 31 - Integer.numberOfLeadingZeros(contentLength + MAX_BLOCK);
    header.writeTable(statistics.offsets, maxOffsetCode + 1, OFFSET_LOG);
    header.writeTable(statistics.matchLengths, SequenceStatistics.MATCH_LENGTH_CODES, LENGTH_LOG);
    header.writeTable(
        statistics.literalLengths, SequenceStatistics.LITERAL_LENGTH_CODES, LENGTH_LOG);
    for (int offset : RECENT_OFFSETS) {
      header.writeInt(offset);
    }
    return header.out.toByteArray();
  }

  private void writeInt(int value) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write(value >>> shift);
    }
  }

  /**
   * The code for literals as Zstandard describes it. It is taken from a frame of bytes that occur
   * as often as the literals do, and in no order, so that they stay literals.
   */
  private static byte[] huffmanTree(int[] counts) throws IOException {
    byte[] text = shuffled(counts);
    try (FrameCompressor compressor = new FrameCompressor(1, null)) {
      compressor.findOnlyLongMatches();
      int length = compressor.compress(text, 0, text.length);
      return treeOf(compressor.frame(), length);
    }
  }

  private static byte[] shuffled(int[] counts) {
    long total = 0;
    for (int count : counts) {
      total += count;
    }
    byte[] text = new byte[LITERALS + counts.length];
    int length = 0;
    for (int b = 0; b < counts.length; b++) {
      // Every byte once at least: a code that lacks one cannot be used for it.
      int copies = 1 + (total == 0 ? 0 : (int) ((long) counts[b] * LITERALS / total));
      for (int i = 0; i < copies; i++) {
        text[length++] = (byte) b;
      }
    }
    Random random = new Random(length);
    for (int i = length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      byte swapped = text[i];
      text[i] = text[other];
      text[other] = swapped;
    }
    return Arrays.copyOf(text, length);
  }

  /** The tree in a frame's first block: RFC 8878, sections 3.1.1.1 to 3.1.1.3.1. */
  private static byte[] treeOf(byte[] frame, int length) {
    // A descriptor that says so, the content's length in two bytes, three bytes of block header.
    int at = 3;
    boolean expected = (frame[0] & SINGLE_SEGMENT_AND_SHORT) == SINGLE_SEGMENT_AND_SHORT;
    int blockType = frame[at] >> 1 & 3;
    at += 3;
    int literalsType = frame[at] & 3;
    if (!expected || blockType != 2 || literalsType != 2) {
      return null;
    }
    int sizeFormat = frame[at] >> 2 & 3;
    at += sizeFormat < 2 ? 3 : sizeFormat == 2 ? 4 : 5;
    int first = frame[at] & 0xFF;
    int treeLength = 1 + (first < 128 ? first : (first - 127 + 1) / 2);
    return at + treeLength > length ? null : Arrays.copyOfRange(frame, at, at + treeLength);
  }

  /** A table of {@code 1 << log} shares for the first {@code symbols} codes, each has one. */
  private void writeTable(int[] counts, int symbols, int log) {
    int[] shares = shares(counts, symbols, log);
    bits = log - 5L;
    bitCount = 4;
    int left = (1 << log) + 1;
    int threshold = 1 << log;
    int width = log + 1;
    for (int symbol = 0; symbol < symbols && left > 1; symbol++) {
      int spare = 2 * threshold - 1 - left;
      int value = shares[symbol] + 1;
      left -= Math.abs(shares[symbol]);
      if (value < spare) {
        put(value, width - 1);
      } else {
        put(value < threshold ? value : value + spare, width);
      }
      while (left < threshold && threshold > 1) {
        width--;
        threshold >>= 1;
      }
    }
    if (bitCount > 0) {
      out.write((int) bits);
    }
    bits = 0;
    bitCount = 0;
  }

  private void put(int value, int width) {
    bits |= (long) value << bitCount;
    bitCount += width;
    while (bitCount >= Byte.SIZE) {
      out.write((int) bits);
      bits >>>= Byte.SIZE;
      bitCount -= Byte.SIZE;
    }
  }

  /** Shares of a table in proportion; -1 is less than one share. */
  private static int[] shares(int[] counts, int symbols, int log) {
    long total = 0;
    for (int i = 0; i < symbols; i++) {
      total += counts[i] + 1L;
    }
    int left = 1 << log;
    int largest = 0;
    int[] shares = new int[symbols];
    for (int i = 0; i < symbols; i++) {
      long share = ((counts[i] + 1L) << log) / total;
      shares[i] = share == 0 ? -1 : (int) share;
      left -= Math.abs(shares[i]);
      if (counts[i] > counts[largest]) {
        largest = i;
      }
    }
    while (left < 0) {
      // Codes that got one for nothing are paid for by those that have most.
      int most = 0;
      for (int i = 1; i < symbols; i++) {
        if (shares[i] > shares[most]) {
          most = i;
        }
      }
      shares[most]--;
      left++;
    }
    shares[largest] += left;
    return shares;
  }
}
