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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.util.StringHelper;

/** Ways to damage the bytes of a file. */
final class Damage {

  private Damage() {}

  static byte[] flip(byte[] bytes, int position, int bit) {
    byte[] damaged = bytes.clone();
    damaged[position] ^= (byte) (1 << bit);
    return damaged;
  }

  static byte[] truncate(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, length);
  }

  /** Codec name, version, segment id and suffix of the file that begins at {@code start}. */
  static int headerLength(byte[] bytes, int start) {
    int nameLength = bytes[start + 4];
    int suffixLengthAt = CodecUtil.headerLength("x".repeat(nameLength)) + StringHelper.ID_LENGTH;
    boolean whole = start + suffixLengthAt < bytes.length;
    return whole ? suffixLengthAt + 1 + bytes[start + suffixLengthAt] : 0;
  }

  /**
   * Damage that the footer's checksum does not give away: one to three places between header and
   * footer get values that tend to break decoders, and the checksum is made to fit.
   */
  static byte[] behindTheChecksum(byte[] bytes, int headerLength, Random random) {
    byte[] damaged = bytes.clone();
    int bodyLength = bytes.length - headerLength - CodecUtil.footerLength();
    for (int places = 1 + random.nextInt(3); places > 0 && bodyLength > 0; places--) {
      int position = headerLength + random.nextInt(bodyLength);
      int room = headerLength + bodyLength - position;
      switch (random.nextInt(6)) {
        case 0 -> damaged[position] ^= (byte) (1 << random.nextInt(8));
        case 1 -> damaged[position] = (byte) random.nextInt(256);
        case 2 -> damaged[position] = (byte) (random.nextBoolean() ? 0xFF : 0x7F);
        case 3 -> Arrays.fill(damaged, position, position + Math.min(room, 5), (byte) 0xFF);
        case 4 -> Arrays.fill(damaged, position, position + Math.min(room, 8), (byte) 0);
        default -> {
          int from = headerLength + random.nextInt(bodyLength);
          int length = Math.min(Math.min(room, headerLength + bodyLength - from), 16);
          System.arraycopy(bytes, from, damaged, position, length);
        }
      }
    }
    fixChecksum(damaged);
    return damaged;
  }

  static void fixChecksum(byte[] bytes) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, bytes.length - Long.BYTES);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(bytes.length - Long.BYTES, checksum.getValue());
  }
}
