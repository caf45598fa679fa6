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
package dev.streak.tools.digest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.util.BytesRef;

/** Hashing to 64 bits, the same on every machine. */
final class Mixing {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ODD_1 = 0x9E3779B97F4A7C15L;
  private static final long ODD_2 = 0xC2B2AE3D27D4EB4FL;

  private Mixing() {}

  /** A bijection in which every bit of the result depends on every bit of {@code value}. */
  static long mix(long value) {
    long h = value + ODD_1;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  /** The hash of a sequence that goes on with {@code value}. */
  static long then(long hash, long value) {
    return mix(Long.rotateLeft(hash, 23) * ODD_2 ^ value);
  }

  static long then(long hash, BytesRef value) {
    return then(hash, value.bytes, value.offset, value.length);
  }

  static long then(long hash, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return then(hash, bytes, 0, bytes.length);
  }

  static long then(long hash, byte[] bytes, int offset, int length) {
    long h = hash ^ length * ODD_1;
    int i = offset;
    for (int end = offset + length - 7; i < end; i += 8) {
      h = Long.rotateLeft(h ^ (long) LONG.get(bytes, i) * ODD_2, 29) * ODD_1;
    }
    long tail = 0;
    for (int end = offset + length; i < end; i++) {
      tail = tail << 8 | (bytes[i] & 0xFF);
    }
    return then(h, tail);
  }
}
