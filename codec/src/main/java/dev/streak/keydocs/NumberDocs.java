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
package dev.streak.keydocs;

/**
 * The documents of keys that are numbers and lie close together, as identifiers that were counted
 * up do: a bit for each number from the least to the greatest, and the documents of those that are
 * there in the order of numbers. A number that is found is the key: there is nothing to verify.
 *
 * <p>Documents are counted through all segments. A number that several segments have leads to a
 * chain of documents. Immutable.
 */
public final class NumberDocs {

  /** The place of a number that is not there. */
  static final int ABSENT = -1;

  /** Bytes for each word of bits: the word, and the count of the numbers before it. */
  static final int WORD_BYTES = Long.BYTES + Integer.BYTES;

  private final long least;

  /** How many numbers there are from the least to the greatest. */
  private final long span;

  /** A bit for each of them, and one that is not set. */
  private final long[] bits;

  /** How many numbers are there before each word of bits. */
  private final int[] before;

  /** Of each number that is there the document, or {@code ~i}: see {@link #more}. */
  private final int[] docs;

  /** At {@code 2 * i} a document, and behind it what {@link #docs} would hold without it. */
  private final int[] more;

  /** Number of documents of all segments. */
  private final int maxDoc;

  public NumberDocs(
      long least, long span, long[] bits, int[] before, int[] docs, int[] more, int maxDoc) {
    this.least = least;
    this.span = span;
    this.bits = bits;
    this.before = before;
    this.docs = docs;
    this.more = more;
    this.maxDoc = maxDoc;
  }

  /** Words of bits for some numbers and one more. */
  static int words(long span) {
    return Math.toIntExact((span >>> 6) + 1);
  }

  /** The place of a number among those that are there, or {@link #ABSENT}. */
  int place(long number) {
    long offset = number - least;
    long at = offset >= 0 && offset < span ? offset : span;
    int word = (int) (at >>> 6);
    long bit = 1L << at;
    long own = bits[word];
    int place = before[word] + Long.bitCount(own & bit - 1);
    return (own & bit) == 0 ? ABSENT : place;
  }

  /** The document of the number at a place, or, negative, what leads to several. */
  int doc(int place) {
    return docs[place];
  }

  /** One of several documents: of what is negative. */
  int chained(int negative) {
    return more[2 * ~negative];
  }

  /** The other documents: the last one, or again what is negative. */
  int next(int negative) {
    return more[2 * ~negative + 1];
  }

  int maxDoc() {
    return maxDoc;
  }

  long bytes() {
    return (long) bits.length * WORD_BYTES + (long) (docs.length + more.length) * Integer.BYTES;
  }
}
