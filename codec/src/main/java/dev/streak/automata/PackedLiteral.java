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
import dev.streak.columns.ColumnMask;
import dev.streak.termblock.PackedColumns;
import dev.streak.termblock.TermBlockLayout;
import java.util.Arrays;

/**
 * Finds the packed terms of a block that contain some bytes, without unpacking them. A word of
 * packed codes is compared with the first three codes of the literal in all of its columns at once.
 */
final class PackedLiteral {

  /** Of a term with the most columns, with eight bits each. */
  private static final int MAX_WORDS = ColumnMask.MAX_COLUMNS / Byte.SIZE;

  private final byte[] literal;

  /** The bytes of the literal as 256 bits. */
  private final long[] letters = new long[4];

  /** The codes of the literal, by the number of an alphabet; null where they were not needed. */
  private final Pattern[] patterns = new Pattern[Alphabet.values().length];

  private PackedColumns columns;
  private Pattern pattern;

  /** The first words of all terms, the second ones, and so on; where a block has none, zeros. */
  private final long[][] words = new long[MAX_WORDS + 1][TermBlockLayout.TERMS];

  /** Of each term, the columns where the first three codes follow each other. */
  private final long[] begins = new long[TermBlockLayout.TERMS];

  /** The literal in an alphabet. */
  private static final class Pattern {
    private final int[] codes;

    /** Whether a byte of the literal is no letter of the alphabet. */
    private final boolean isImpossible;

    private final int bits;
    private final int perWord;

    /** The lowest bit of each column of a word, and the highest. */
    private final long lows;

    private final long highs;

    /** The first code in each column, and those that follow it. */
    private final long firsts;

    private final long seconds;
    private final long thirds;

    /** The highest bit of each column if there is no third code. */
    private final long noThird;

    Pattern(byte[] literal, long[] letters, Alphabet alphabet) {
      codes = new int[literal.length];
      Arrays.setAll(codes, i -> alphabet.code(literal[i]));
      isImpossible = alphabet.containsAll(letters) == false;
      bits = alphabet.bits;
      perWord = alphabet.columnsPerWord;
      lows = inEachColumn(1);
      highs = lows << (bits - 1);
      firsts = inEachColumn(codes[0]);
      seconds = inEachColumn(codes[1]);
      thirds = codes.length < 3 ? 0 : inEachColumn(codes[2]);
      noThird = codes.length < 3 ? highs : 0;
    }

    private long inEachColumn(int code) {
      long word = 0;
      for (int i = 1; i <= perWord; i++) {
        word |= (long) code << (Long.SIZE - i * bits);
      }
      return word;
    }

    /** The highest bit of each column that has a code, and of some that do not. */
    private long columnsOf(long word, long code) {
      long different = word ^ code;
      return (different - lows) & ~different & highs;
    }
  }

  /** Looks for two bytes or more. */
  PackedLiteral(byte[] literal) {
    this.literal = literal;
    for (byte letter : literal) {
      letters[(letter & 0xFF) >>> 6] |= 1L << letter;
    }
  }

  /**
   * Makes a block the one whose terms are looked through. Returns false if that cannot be, as the
   * literal may be one of columns that do not vary.
   */
  boolean open(PackedColumns block) {
    columns = block;
    byte[] constants = block.constants();
    for (int i = 0; i < block.columns() - block.varying(); i++) {
      if ((letters[(constants[i] & 0xFF) >>> 6] >>> constants[i] & 1) != 0) {
        return false;
      }
    }
    Alphabet alphabet = block.alphabet();
    pattern = patterns[alphabet.number];
    if (pattern == null) {
      pattern = new Pattern(literal, letters, alphabet);
      patterns[alphabet.number] = pattern;
    }
    return true;
  }

  /** A bit for each term that contains the literal behind the prefix. */
  long find(int from, int to) {
    if (pattern.isImpossible || columns.varying() < literal.length) {
      return 0;
    }
    Pattern wanted = pattern;
    int stride = columns.stride();
    int count = readWords(from, to, stride);
    Arrays.fill(begins, 0);
    for (int i = 0; i < count; i++) {
      addBeginnings(wanted, words[i], words[i + 1], begins);
    }
    long found = 0;
    for (int i = from; i < to; i++) {
      // Which term has some is a matter of chance: a branch would be mispredicted.
      found |= ((begins[i] | -begins[i]) >>> (Long.SIZE - 1)) << i;
    }
    long exact = found;
    for (long left = found; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      if (has(wanted, i * stride, stride) == false) {
        exact &= ~(1L << i);
      }
    }
    return exact;
  }

  /** Returns how many words a term has. */
  private int readWords(int from, int to, int stride) {
    int count = 0;
    for (int offset = 0; offset < stride; offset += Long.BYTES) {
      long[] word = words[count++];
      for (int i = from; i < to; i++) {
        word[i] = columns.word(i * stride + offset);
      }
    }
    Arrays.fill(words[count], 0);
    return count;
  }

  /** The compiler makes vectors of this: all arrays are read and written at the same place. */
  private static void addBeginnings(Pattern wanted, long[] words, long[] next, long[] begins) {
    int bits = wanted.bits;
    int toLast = (wanted.perWord - 1) * bits;
    long lows = wanted.lows;
    long highs = wanted.highs;
    long firsts = wanted.firsts;
    long seconds = wanted.seconds;
    long thirds = wanted.thirds;
    long noThird = wanted.noThird;
    for (int i = 0; i < TermBlockLayout.TERMS; i++) {
      long first = words[i] ^ firsts;
      long second = words[i] ^ seconds;
      long third = words[i] ^ thirds;
      long nextSecond = next[i] ^ seconds;
      long nextThird = next[i] ^ thirds;
      first = (first - lows) & ~first & highs;
      second = (second - lows) & ~second & highs;
      third = (third - lows) & ~third & highs;
      nextSecond = (nextSecond - lows) & ~nextSecond & highs;
      nextThird = (nextThird - lows) & ~nextThird & highs;
      // Those of the last columns of a word are followed by those of the first of the next.
      begins[i] |=
          first
              & ((second << bits) | (nextSecond >>> toLast))
              & ((third << (2 * bits)) | (nextThird >>> (toLast - bits)) | noThird);
    }
  }

  /** Whether a term contains the literal, whose bytes no constant is. */
  private boolean has(Pattern wanted, int at, int stride) {
    int last = columns.varying() - literal.length;
    int column = 0;
    for (int offset = 0; offset < stride; offset += Long.BYTES) {
      long word = columns.word(at + offset);
      for (long first = wanted.columnsOf(word, wanted.firsts); first != 0; ) {
        int inWord = columns.shared(first);
        if (column + inWord <= last
            && isAt(wanted, at + offset, inWord)
            && areNeighbors(column + inWord)) {
          return true;
        }
        first &= ~Long.highestOneBit(first);
      }
      column += wanted.perWord;
    }
    return false;
  }

  /** Whether the codes are in a word from a column of it on, and in the words that follow. */
  private boolean isAt(Pattern wanted, int at, int column) {
    int wordAt = at;
    int inWord = column;
    long rest = columns.word(wordAt) << (inWord * wanted.bits);
    for (int code : wanted.codes) {
      if (inWord == wanted.perWord) {
        inWord = 0;
        wordAt += Long.BYTES;
        rest = columns.word(wordAt);
      }
      if (rest >>> (Long.SIZE - wanted.bits) != code) {
        return false;
      }
      rest <<= wanted.bits;
      inWord++;
    }
    return true;
  }

  /** Whether no constant stands between the columns from one on that would be the literal. */
  private boolean areNeighbors(int column) {
    return columns.hasConstants() == false
        || columns.constantsFrom(column + 1) == columns.constantsTo(column + literal.length - 1);
  }
}
