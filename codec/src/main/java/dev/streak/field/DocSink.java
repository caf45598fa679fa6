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
package dev.streak.field;

import org.apache.lucene.util.FixedBitSet;

/** Takes the documents of a posting list in the shape in which they are stored. */
public interface DocSink {

  /** Says that a list is to be handed over as documents. */
  long UNPACK = -1;

  /** Documents {@code start} (inclusive) to {@code end} (exclusive). */
  void run(int start, int end);

  /**
   * The first {@code count} runs, each from its start (inclusive) to its end (exclusive); the
   * arrays are the caller's.
   */
  default void runs(int[] starts, int[] ends, int count) {
    for (int i = 0; i < count; i++) {
      run(starts[i], ends[i]);
    }
  }

  /**
   * The first {@code count} values of {@code docs}, ascending unless several lists were asked for
   * at once; the array is the caller's.
   */
  void docs(int[] docs, int count);

  /**
   * A bitmap: bit {@code i} of {@code words[w]} is document {@code base + 64 * w + i}; {@code base}
   * is a multiple of 64. The array is the caller's.
   */
  void bitmap(int base, long[] words, int wordCount);

  /**
   * Takes a list in the form in which it is packed, if that saves work: {@code first}, and so many
   * documents behind it, each of which is its predecessor, plus one, plus a gap. Returns the last
   * one, which the caller compares with the end of the segment, or {@link #UNPACK}.
   *
   * @param bytes the caller's; there are at least eight behind the last gap
   * @param firstBit where in {@code bytes} the gaps begin
   * @param width bits of a gap, up to 24
   */
  default long gaps(byte[] bytes, int firstBit, int width, int first, int gaps) {
    return UNPACK;
  }

  /**
   * Bits that documents may be set in without being handed over, or null. Asked for each block:
   * there may be bits only from some block on.
   */
  default FixedBitSet bits() {
    return null;
  }
}
