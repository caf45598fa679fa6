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
package dev.streak.postings;

import dev.streak.listblock.DecodedListBlock;
import org.apache.lucene.util.FixedBitSet;

/** A place in a bitmap: behind the document last returned, or behind a run that was followed. */
final class BitmapCursor {

  private FixedBitSet bits;
  private long[] words;

  /** Document of the bitmap's first bit. */
  private int base;

  /** What is left of the current word, and the document of the word's first bit. */
  private long word;

  private int wordBase;
  private int wordIndex;
  private int wordCount;

  /** Goes before the first document of the bitmap in {@code block}. */
  void enter(DecodedListBlock block) {
    bits = block.bits;
    words = bits.getBits();
    base = block.base;
    wordCount = block.count;
    enterWord(0);
  }

  /** Goes behind the last document, or has none. */
  void leave() {
    word = 0;
    wordIndex = 0;
    wordCount = 0;
  }

  private void enterWord(int index) {
    wordIndex = index;
    wordBase = base + (index << 6);
    word = words[index];
  }

  /** Whether there are documents behind the place. The last word is never empty. */
  boolean hasNext() {
    return word != 0 || wordIndex + 1 < wordCount;
  }

  /** Returns the next document if it is in the current word, otherwise -1. */
  int nextInWord() {
    long bits = word;
    if (bits == 0) {
      return -1;
    }
    word = bits & (bits - 1);
    return wordBase + Long.numberOfTrailingZeros(bits);
  }

  /** Returns the next document, which there is. */
  int next() {
    if (word == 0) {
      nextWord();
    }
    return nextInWord();
  }

  private void nextWord() {
    int index = wordIndex + 1;
    while (words[index] == 0) {
      index++;
    }
    enterWord(index);
  }

  /** Returns the first document not below {@code target}, which the last is not. */
  int advance(int target) {
    int bit = Math.max(target - base, 0);
    int index = bit >>> 6;
    // Bits up to the current document lie before the target: no need to look at what is left.
    long rest = words[index] & (-1L << bit);
    while (rest == 0) {
      rest = words[++index];
    }
    wordIndex = index;
    wordBase = base + (index << 6);
    word = rest & (rest - 1);
    return wordBase + Long.numberOfTrailingZeros(rest);
  }

  /** Goes behind the documents that follow without a gap from {@code end} on, where it ends. */
  int extend(int end) {
    int newEnd = end;
    do {
      int bit = newEnd - wordBase;
      if (bit < 0) {
        return newEnd;
      }
      if (bit < Long.SIZE) {
        int ones = Math.min(Long.numberOfTrailingZeros(~(word >>> bit)), Long.SIZE - bit);
        newEnd += ones;
        if (bit + ones < Long.SIZE) {
          word &= -1L << (bit + ones);
          return newEnd;
        }
      }
      word = 0;
    } while (enterNextWord());
    return newEnd;
  }

  /** Enters the word behind the current one, unless it is empty or there is none. */
  private boolean enterNextWord() {
    if (wordIndex + 1 >= wordCount || words[wordIndex + 1] == 0) {
      return false;
    }
    enterWord(wordIndex + 1);
    return true;
  }

  /** Sets what lies behind the place and before {@code to}; the place stays. */
  void orInto(FixedBitSet target, int offset, int to) {
    if (word == 0) {
      nextWord();
    }
    int from = wordBase + Long.numberOfTrailingZeros(word);
    if (from < to) {
      FixedBitSet.orRange(bits, from - base, target, from - offset, to - from);
    }
  }
}
