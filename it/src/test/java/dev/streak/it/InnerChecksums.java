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

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.lucene.util.BitUtil;

/**
 * The CRC-32C checksums inside a small file, found by trying: wherever four bytes are the checksum
 * of bytes that end there, wherever those begin. So nothing has to be known of the format.
 */
final class InnerChecksums {

  /** The four bytes at {@code place} are the checksum of the bytes from {@code start} up to it. */
  private record Checksum(int start, int place) {
    void fix(byte[] bytes) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, start, place - start);
      BitUtil.VH_LE_INT.set(bytes, place, (int) crc.getValue());
    }
  }

  /** Ascending by place, so that what is inside another comes first. */
  private final List<Checksum> checksums = new ArrayList<>();

  InnerChecksums(byte[] bytes) {
    for (int place = 1; place <= bytes.length - Integer.BYTES; place++) {
      int wanted = (int) BitUtil.VH_LE_INT.get(bytes, place);
      int start = startOf(bytes, place, wanted);
      if (start >= 0) {
        checksums.add(new Checksum(start, place));
      }
    }
  }

  /**
   * Where the bytes begin that end at {@code place} and have this checksum, or -1. Runs backwards:
   * a CRC can be undone byte by byte, so all beginnings cost one walk.
   */
  private static int startOf(byte[] bytes, int place, int wanted) {
    int state = ~wanted;
    for (int start = place - 1; start >= 0; start--) {
      state = UNDO[state >>> 24] ^ (state << 8) ^ (bytes[start] & 0xFF);
      if (state == -1) {
        return start;
      }
    }
    return -1;
  }

  private static final int POLYNOMIAL = 0x82F63B78;

  /** By the highest byte of a state after a byte: what undoes that step. */
  private static final int[] UNDO = undo();

  private static int[] undo() {
    int[] undo = new int[256];
    for (int value = 0; value < 256; value++) {
      int after = value;
      for (int bit = 0; bit < 8; bit++) {
        after = (after >>> 1) ^ (POLYNOMIAL & -(after & 1));
      }
      undo[after >>> 24] = (after << 8) ^ value;
    }
    return undo;
  }

  int size() {
    return checksums.size();
  }

  void fix(byte[] bytes) {
    for (Checksum checksum : checksums) {
      checksum.fix(bytes);
    }
  }
}
