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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Selects the content of a dictionary: the pieces of a sample whose strings of {@link #GRAM} bytes
 * occur most often in it. What one piece has is worth nothing in the next, so that the dictionary
 * repeats little. One pass over the sample, or a few if it has little that repeats: about ten
 * nanoseconds for each byte.
 */
final class ZstdDictionaryContent {
  /** Matches of Zstandard's usual levels are about this long at least. */
  static final int GRAM = 8;

  /** Length of a piece: long enough that the documents in it match as a whole. */
  private static final int PIECE = 512;

  /** A piece is the best of at least so many times its length. */
  private static final int MIN_CHOICE = 10;

  private static final int MIN_HASH_BITS = 14;
  private static final int MAX_HASH_BITS = 20;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] sample;
  private final int grams;
  private final int hashBits;

  /** How often each gram occurs; 0 once the dictionary has it. Grams of equal hash count as one. */
  private final short[] counts;

  /** How often each gram occurs in the window that is looked at. */
  private final short[] inWindow;

  private ZstdDictionaryContent(byte[] sample) {
    this.sample = sample;
    this.grams = sample.length - GRAM + 1;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(sample.length);
    this.hashBits = Math.max(MIN_HASH_BITS, Math.min(MAX_HASH_BITS, bits));
    this.counts = new short[1 << hashBits];
    this.inWindow = new short[1 << hashBits];
  }

  static long gram(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static int hash(long gram, int bits) {
    return (int) ((gram * 0xCF1BBCDCB7A56463L) >>> (Long.SIZE - bits));
  }

  /** At most this many bytes of these blocks, the best at the end, where they cost least. */
  static byte[] select(List<byte[]> blocks, int dictionaryBytes) {
    int length = blocks.stream().mapToInt(block -> block.length).sum();
    byte[] sample = new byte[length];
    int at = 0;
    for (byte[] block : blocks) {
      System.arraycopy(block, 0, sample, at, block.length);
      at += block.length;
    }
    if (length <= Math.max(dictionaryBytes, PIECE)) {
      return Arrays.copyOfRange(sample, Math.max(0, length - dictionaryBytes), length);
    }
    return new ZstdDictionaryContent(sample).select(dictionaryBytes);
  }

  private byte[] select(int dictionaryBytes) {
    for (int i = 0; i < grams; i++) {
      int hash = hash(gram(sample, i), hashBits);
      if (counts[hash] < Short.MAX_VALUE) {
        counts[hash]++;
      }
    }
    int parts = Math.max(1, dictionaryBytes / PIECE);
    int partLength = Math.max(grams / parts, Math.min(grams, MIN_CHOICE * PIECE));
    parts = grams / partLength;
    byte[] selected = new byte[dictionaryBytes];
    int start = dictionaryBytes;
    int givingNothing = 0;
    for (int part = 0; start > 0 && givingNothing < parts; part = (part + 1) % parts) {
      int from = part * partLength;
      int end = part == parts - 1 ? grams : from + partLength;
      int best = bestWindow(from, end);
      if (best < 0) {
        givingNothing++;
        continue;
      }
      givingNothing = 0;
      start = take(best, Math.min(best + PIECE - GRAM + 1, end), selected, start);
    }
    // Zstandard prepares a dictionary by its length, and a shorter one in a worse way.
    System.arraycopy(sample, sample.length - start, selected, 0, start);
    return selected;
  }

  /** First gram of the window whose different grams occur most often; -1 if none is worth it. */
  private int bestWindow(int from, int end) {
    int width = PIECE - GRAM + 1;
    long score = 0;
    // A gram that occurs nowhere else is no reason to take a piece.
    long bestScore = width / 4;
    int best = -1;
    int low = from;
    for (int i = from; i < end; i++) {
      int entering = hash(gram(sample, i), hashBits);
      if (inWindow[entering]++ == 0) {
        score += counts[entering];
      }
      if (i - low >= width) {
        int leaving = hash(gram(sample, low), hashBits);
        low++;
        if (--inWindow[leaving] == 0) {
          score -= counts[leaving];
        }
      }
      if (score > bestScore) {
        bestScore = score;
        best = low;
      }
    }
    for (int i = low; i < end; i++) {
      inWindow[hash(gram(sample, i), hashBits)] = 0;
    }
    return best;
  }

  /** Puts grams before {@code start} without what is known already at both ends. */
  private int take(int from, int end, byte[] selected, int start) {
    int first = end;
    int last = from;
    for (int i = from; i < end; i++) {
      int hash = hash(gram(sample, i), hashBits);
      if (counts[hash] != 0) {
        counts[hash] = 0;
        first = Math.min(first, i);
        last = i;
      }
    }
    // Zeroing made later grams of the same hash look known: they lie between first and last.
    int length = Math.min(start, last - first + GRAM);
    System.arraycopy(sample, first, selected, start - length, length);
    return start - length;
  }
}
