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

import java.util.Arrays;
import java.util.List;

/**
 * Counts what frames consist of that are compressed with a dictionary: literals, and the codes of
 * the lengths and offsets of matches (RFC 8878, section 3.1.1.3.2.1). It compresses as the usual
 * levels do, with one table for long matches and one for short ones, and writes nothing.
 */
final class SequenceStatistics {
  static final int LITERAL_LENGTH_CODES = 36;
  static final int MATCH_LENGTH_CODES = 53;
  static final int OFFSET_CODES = 32;

  /** Frames are cut into blocks of 128 kB, so lengths that are longer here are not in a frame. */
  private static final int MAX_LENGTH = (1 << 17) - 1;

  private static final int HASH_BITS = 16;
  private static final int BLOCK_HASH_BITS = 12;
  private static final int MIN_MATCH = 5;
  private static final long SHORT_GRAM = (1L << (8 * MIN_MATCH)) - 1;

  final int[] literals = new int[256];
  final int[] literalLengths = new int[LITERAL_LENGTH_CODES];
  final int[] matchLengths = new int[MATCH_LENGTH_CODES];
  final int[] offsets = new int[OFFSET_CODES];

  /** The dictionary and behind it the block. */
  private final byte[] bytes;

  private final int dictionaryLength;
  private int end;

  /** Positions in the dictionary by the grams that begin there; 0, a position, too, for none. */
  private final int[] longs = new int[1 << HASH_BITS];

  private final int[] shorts = new int[1 << HASH_BITS];

  /** Positions in the block in the same way. */
  private final int[] longsOfBlock = new int[1 << BLOCK_HASH_BITS];

  private final int[] shortsOfBlock = new int[1 << BLOCK_HASH_BITS];

  private final int[] recent = new int[3];

  private SequenceStatistics(byte[] dictionary, int maxBlock) {
    bytes = new byte[dictionary.length + maxBlock];
    System.arraycopy(dictionary, 0, bytes, 0, dictionary.length);
    dictionaryLength = dictionary.length;
    for (int at = 0; at + ZstdDictionaryContent.GRAM <= dictionaryLength; at++) {
      enter(at);
    }
  }

  /** Statistics of these blocks, each compressed with the dictionary alone. */
  static SequenceStatistics of(byte[] dictionary, List<byte[]> blocks) {
    int maxBlock = blocks.stream().mapToInt(block -> block.length).max().orElse(0);
    SequenceStatistics statistics = new SequenceStatistics(dictionary, maxBlock);
    for (byte[] block : blocks) {
      statistics.add(block);
    }
    return statistics;
  }

  private void enter(int at) {
    long gram = ZstdDictionaryContent.gram(bytes, at);
    longs[ZstdDictionaryContent.hash(gram, HASH_BITS)] = at;
    shorts[ZstdDictionaryContent.hash(gram & SHORT_GRAM, HASH_BITS)] = at;
  }

  private void add(byte[] block) {
    System.arraycopy(block, 0, bytes, dictionaryLength, block.length);
    end = dictionaryLength + block.length;
    Arrays.fill(longsOfBlock, 0);
    Arrays.fill(shortsOfBlock, 0);
    recent[0] = 1;
    recent[1] = 4;
    recent[2] = 8;
    int anchor = dictionaryLength;
    int at = anchor;
    while (at + ZstdDictionaryContent.GRAM < end) {
      // A match at the offset of the last one is cheapest; it is looked for one byte ahead.
      int again = length(at + 1, at + 1 - recent[0]);
      if (again >= MIN_MATCH - 1) {
        sequence(anchor, at + 1, again, recent[0]);
        at += 1 + again;
        anchor = at;
        continue;
      }
      int from = candidate(at);
      if (from < 0) {
        // Faster where nothing matches.
        at += 1 + ((at - anchor) >> 8);
        continue;
      }
      int length = length(at, from);
      while (at > anchor && from > 0 && bytes[at - 1] == bytes[from - 1]) {
        at--;
        from--;
        length++;
      }
      sequence(anchor, at, length, at - from);
      at += length;
      anchor = at;
    }
    for (int i = anchor; i < end; i++) {
      literals[bytes[i] & 0xFF]++;
    }
  }

  /** Where a match for this position begins, or -1; enters the position. */
  private int candidate(int at) {
    long gram = ZstdDictionaryContent.gram(bytes, at);
    long start = gram & SHORT_GRAM;
    int longHash = ZstdDictionaryContent.hash(gram, BLOCK_HASH_BITS);
    int shortHash = ZstdDictionaryContent.hash(start, BLOCK_HASH_BITS);
    int near = longsOfBlock[longHash];
    int nearShort = shortsOfBlock[shortHash];
    longsOfBlock[longHash] = at;
    shortsOfBlock[shortHash] = at;
    if (near > 0 && ZstdDictionaryContent.gram(bytes, near) == gram) {
      return near;
    }
    int far = longs[ZstdDictionaryContent.hash(gram, HASH_BITS)];
    if (ZstdDictionaryContent.gram(bytes, far) == gram) {
      return far;
    }
    if (nearShort > 0
        && ((ZstdDictionaryContent.gram(bytes, nearShort) ^ gram) & SHORT_GRAM) == 0) {
      return nearShort;
    }
    int farShort = shorts[ZstdDictionaryContent.hash(start, HASH_BITS)];
    return ((ZstdDictionaryContent.gram(bytes, farShort) ^ gram) & SHORT_GRAM) == 0 ? farShort : -1;
  }

  private int length(int at, int from) {
    if (from < 0) {
      return 0;
    }
    int length = 0;
    while (at + length < end && bytes[at + length] == bytes[from + length]) {
      length++;
    }
    return length;
  }

  private void sequence(int anchor, int at, int length, int offset) {
    for (int i = anchor; i < at; i++) {
      literals[bytes[i] & 0xFF]++;
    }
    literalLengths[literalLengthCode(Math.min(at - anchor, MAX_LENGTH))]++;
    matchLengths[matchLengthCode(Math.min(length, MAX_LENGTH))]++;
    offsets[31 - Integer.numberOfLeadingZeros(offsetValue(offset, at == anchor))]++;
  }

  /** What stands for an offset, and makes it the most recent one. */
  private int offsetValue(int offset, boolean noLiterals) {
    int place = 0;
    while (place < recent.length && recent[place] != offset) {
      place++;
    }
    int value = place < recent.length ? place + (noLiterals ? 0 : 1) : offset + 3;
    if (value == 0) {
      value = offset + 3;
    }
    System.arraycopy(recent, 0, recent, 1, Math.min(place, recent.length - 1));
    recent[0] = offset;
    return value;
  }

  private static int literalLengthCode(int length) {
    if (length < 16) {
      return length;
    }
    if (length >= 64) {
      return 31 - Integer.numberOfLeadingZeros(length) + 19;
    }
    return length < 24
        ? 16 + (length - 16) / 2
        : length < 32 ? 20 + (length - 24) / 4 : length < 48 ? 22 + (length - 32) / 8 : 24;
  }

  private static int matchLengthCode(int length) {
    int base = length - 3;
    if (base < 32) {
      return base;
    }
    if (base >= 128) {
      return 31 - Integer.numberOfLeadingZeros(base) + 36;
    }
    return base < 40
        ? 32 + (base - 32) / 2
        : base < 48
            ? 36 + (base - 40) / 4
            : base < 64 ? 38 + (base - 48) / 8 : base < 96 ? 40 + (base - 64) / 16 : 42;
  }
}
