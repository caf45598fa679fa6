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
package dev.streak.compression;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;

/** The documents of a block in the making, in one array because that is what gets compressed. */
final class DocBlockBuffer extends DataOutput {
  /** Kept between blocks; what one giant document needed is given back. */
  private static final int KEEP_BYTES = 1 << 20;

  private byte[] bytes = new byte[1 << 13];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Whether so many documents have only numbers, which are enough for a block. */
  boolean isBlockOfNumbers(int docs, ZstdSettings settings) throws IOException {
    return docs % settings.mostDocsOfNumbers() == 0
        && length >= settings.leastBytesOfNumbers()
        && FieldCoding.areNumbers(bytes, length);
  }

  void clear() {
    length = 0;
    if (bytes.length > KEEP_BYTES) {
      bytes = new byte[1 << 13];
    }
  }

  /** Puts a count where one byte was left for it. */
  void patchCount(int at, int count) {
    if (count < 0x80) {
      bytes[at] = (byte) count;
      return;
    }
    int extra = (31 - Integer.numberOfLeadingZeros(count)) / 7;
    reserve(extra);
    System.arraycopy(bytes, at + 1, bytes, at + 1 + extra, length - at - 1);
    length += extra;
    int rest = count;
    int to = at;
    for (; rest >= 0x80; rest >>>= 7) {
      bytes[to++] = (byte) ((rest & 0x7F) | 0x80);
    }
    bytes[to] = (byte) rest;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      if (more > ArrayUtil.MAX_ARRAY_LENGTH - length) {
        throw new IllegalArgumentException(
            "stored fields of a document must take at most "
                + ArrayUtil.MAX_ARRAY_LENGTH
                + " bytes: bytes="
                + ((long) length + more));
      }
      bytes = ArrayUtil.grow(bytes, length + more);
    }
  }

  @Override
  public void writeByte(byte b) {
    reserve(1);
    bytes[length++] = b;
  }

  @Override
  public void writeBytes(byte[] b, int offset, int count) {
    reserve(count);
    System.arraycopy(b, offset, bytes, length, count);
    length += count;
  }

  @Override
  public void writeString(String value) throws IOException {
    // The JDK's conversion is several times faster than Lucene's, but half a surrogate pair becomes
    // a question mark in it where Lucene has U+FFFD. Such a string does not survive the way back.
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    if (!new String(utf8, StandardCharsets.UTF_8).equals(value)) {
      super.writeString(value);
      return;
    }
    writeVInt(utf8.length);
    writeBytes(utf8, 0, utf8.length);
  }

  long ramBytesUsed() {
    return bytes.length;
  }
}
