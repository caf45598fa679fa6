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
import java.util.Arrays;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * Packed terms and what each of them is compared with: the columns of {@link ColumnPlan}, a piece
 * of eight of all terms after the other. For one thread.
 */
public final class ComparedTerms {

  /** What is looked for, and which of it the terms are compared with. */
  private BytesRef[] targets;

  private final int[] which;
  private final long[] termsAt;

  /** Where the next constants of a term's block are. */
  private final long[] constantsAt;

  /** The letters of a piece. */
  private final long[] texts;

  /** Zero for a term that equals its target so far. */
  private final long[] differences;

  private int size;

  /** Room for so many terms. */
  public ComparedTerms(int most) {
    which = new int[most];
    termsAt = new long[most];
    constantsAt = new long[most];
    texts = new long[most];
    differences = new long[most];
  }

  /** Begins without terms. */
  public void open(BytesRef[] newTargets) {
    targets = newTargets;
    size = 0;
  }

  /** Adds a term, which is compared with one of the targets. */
  public void add(int target, long termAt, long itsConstantsAt) {
    which[size] = target;
    termsAt[size] = termAt;
    constantsAt[size] = itsConstantsAt;
    differences[size++] = 0;
  }

  public int size() {
    return size;
  }

  /** Which of the targets a term was compared with. */
  public int target(int index) {
    return which[index];
  }

  /** Whether a term equals its target in all that was compared. */
  public boolean isEqual(int index) {
    return differences[index] == 0;
  }

  /** Makes letters of the codes of a piece; see {@link ColumnPlan#read}. */
  void unpack(RandomAccessInput in, Alphabet alphabet, long vary, int word, int shift, int join)
      throws IOException {
    if (vary == 0) {
      Arrays.fill(texts, 0, size, 0);
      return;
    }
    int bits = alphabet.bits;
    boolean areApart = alphabet.wantsCodesApart();
    for (int i = 0; i < size; i++) {
      long codes = ColumnPlan.read(in, termsAt[i] + word, shift, join);
      texts[i] = areApart ? MaskedBits.spread(codes, vary, bits) : codes;
    }
    alphabet.spreadToLetters(texts, size, vary);
  }

  /** Adds the next constants of each block to the letters. */
  void addConstants(RandomAccessInput in, long places) throws IOException {
    int bytes = Long.bitCount(places) >>> 3;
    int shift = Long.SIZE - Byte.SIZE * bytes;
    for (int i = 0; i < size; i++) {
      long few = Long.reverseBytes(in.readLong(constantsAt[i])) >>> shift;
      texts[i] |= MaskedBits.spreadBytes(few, places);
      constantsAt[i] += bytes;
    }
  }

  /**
   * Compares the letters with eight bytes of each target.
   *
   * @param from the first of these bytes; all targets have them
   * @param skipped bits of the first bytes that were compared before
   * @param constants bytes that all terms have
   */
  void compareWords(int from, int skipped, long constants) {
    for (int i = 0; i < size; i++) {
      BytesRef target = targets[which[i]];
      long text = (long) TermWords.BIG_ENDIAN_LONG.get(target.bytes, target.offset + from);
      differences[i] |= (texts[i] | constants) ^ (text << skipped);
    }
  }

  /** As {@link #compareWords}, where some targets end. Zeros stand for what is missing. */
  void compareBytes(int from, long constants) {
    for (int i = 0; i < size; i++) {
      BytesRef target = targets[which[i]];
      int length = Math.max(0, Math.min(Long.BYTES, target.length - from));
      long text = TermWords.load(target.bytes, target.offset + from, length);
      differences[i] |= (texts[i] | constants) ^ text;
    }
  }
}
