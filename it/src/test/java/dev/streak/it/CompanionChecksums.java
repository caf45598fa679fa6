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
package dev.streak.it;

import java.util.zip.CRC32C;
import org.apache.lucene.util.BitUtil;

/** The checksums of a file's blocks, which stand in a file of their own beside it. */
final class CompanionChecksums {

  private static final int BLOCK_BYTES = 16_384;

  private CompanionChecksums() {}

  /** The name of the file that has them. */
  static String nameFor(String name) {
    return name + 'k';
  }

  /** A copy of {@code companion} whose checksums are those of the blocks of {@code data}. */
  static byte[] of(byte[] companion, byte[] data) {
    byte[] fixed = companion.clone();
    int place = Damage.headerLength(companion, 0) + Long.BYTES;
    for (int start = 0; start < data.length; start += BLOCK_BYTES) {
      CRC32C crc = new CRC32C();
      crc.update(data, start, Math.min(BLOCK_BYTES, data.length - start));
      BitUtil.VH_LE_INT.set(fixed, place, (int) crc.getValue());
      place += Integer.BYTES;
    }
    Damage.fixChecksum(fixed);
    return fixed;
  }
}
