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
package dev.streak.termblock;

import java.io.IOException;
import org.apache.lucene.store.DataOutput;

/** Packs numbers of few bits, lowest bit first. */
final class BitOutput {

  private final DataOutput out;
  private long pending;
  private int bits;

  BitOutput(DataOutput out) {
    this.out = out;
  }

  /** Writes the lowest {@code width} bits of a value that has no others, at most 57. */
  void write(long value, int width) throws IOException {
    assert width <= 57 && value >>> width == 0 : "value=" + value + " width=" + width;
    pending |= value << bits;
    bits += width;
    while (bits >= Byte.SIZE) {
      out.writeByte((byte) pending);
      pending >>>= Byte.SIZE;
      bits -= Byte.SIZE;
    }
  }

  /** Fills the last byte with zeros. */
  void finish() throws IOException {
    if (bits > 0) {
      out.writeByte((byte) pending);
      pending = 0;
      bits = 0;
    }
  }
}
