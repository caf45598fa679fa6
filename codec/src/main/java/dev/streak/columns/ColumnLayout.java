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

/**
 * Where columns are and how they are packed, for what reads them. Of one thread, and moved from
 * block to block.
 */
public final class ColumnLayout {

  private Alphabet alphabet;
  private int count;
  private long mask;
  private long constantsAt;
  private long termsAt;
  private int stride;

  /**
   * Moves to the columns of a block.
   *
   * @param columns how many there are
   * @param varying which of them vary
   * @param constants where the others' bytes are; the packed terms follow
   */
  public void open(Alphabet blockAlphabet, int columns, long varying, long constants) {
    alphabet = blockAlphabet;
    count = columns;
    mask = varying;
    constantsAt = constants;
    termsAt = constants + columns - Long.bitCount(varying);
    stride = alphabet.packedBytes(Long.bitCount(varying));
  }

  public Alphabet alphabet() {
    return alphabet;
  }

  /** Number of columns. */
  public int count() {
    return count;
  }

  /** Which of them vary. */
  public long mask() {
    return mask;
  }

  /** The columns that do not vary. */
  public long constantMask() {
    return ~mask & ColumnMask.allOf(count);
  }

  /** Where their bytes are. */
  public long constantsAt() {
    return constantsAt;
  }

  /** Where a packed term is; one more than there are ends where the terms do. */
  public long termAt(int index) {
    return termsAt + (long) index * stride;
  }

  /** Bytes of a packed term. */
  public int stride() {
    return stride;
  }
}
