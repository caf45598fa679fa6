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
package dev.streak.numbering;

/**
 * Some neighbouring bytes of keys of sixteen bytes.
 *
 * @param from the first of them
 * @param bytes how many there are, at most eight
 */
public record FewBytes(int from, int bytes) {

  boolean isPossible() {
    return from >= 0
        && bytes >= 1
        && bytes <= Long.BYTES
        && from + bytes <= KeyNumbering.LENGTH_BYTE;
  }

  /** Whether a byte of a key is one of these. */
  boolean has(int index) {
    return index >= from && index < from + bytes;
  }

  /** Whether all these come behind all others. */
  boolean isBehind(FewBytes others) {
    return from >= others.from + others.bytes;
  }

  /** Whether a byte is one of these and of the others. */
  public boolean overlap(FewBytes others) {
    return isBehind(others) == false && others.isBehind(this) == false;
  }

  /** The bytes of a key as a number. */
  public long valueOf(long high, long low) {
    int shift = Byte.SIZE * (KeyNumbering.KEY_BYTES - from - bytes);
    // Shifts are by less than 64 bits each: by 64 bits would be by none.
    long value =
        shift < Long.SIZE
            ? (low >>> shift) | (high << 1 << (Long.SIZE - 1 - shift))
            : high >>> shift;
    return value & mask();
  }

  /** The bits of a value. */
  long mask() {
    return -1L >>> (Long.SIZE - Byte.SIZE * bytes);
  }
}
