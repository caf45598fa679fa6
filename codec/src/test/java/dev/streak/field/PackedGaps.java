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

import java.util.BitSet;

/** Documents of a packed list, read bit by bit: what a {@link DocSink} must make of its gaps. */
public final class PackedGaps {

  private PackedGaps() {}

  /** The first document and all that the gaps lead to; what is beyond an int wraps around. */
  public static int[] docs(byte[] bytes, int firstBit, int width, int first, int gaps) {
    BitSet bits = BitSet.valueOf(bytes);
    int[] docs = new int[gaps + 1];
    docs[0] = first;
    for (int i = 0; i < gaps; i++) {
      int from = firstBit + i * width;
      int gap = bits.get(from, from + width).stream().map(bit -> 1 << bit).sum();
      docs[i + 1] = docs[i] + 1 + gap;
    }
    return docs;
  }
}
