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

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The frames of Zstandard in a small file, found by trying, whose checksums can be made right after
 * a change: Zstandard decompresses without looking at it, and says what it should be.
 */
final class ZstdFrames implements Closeable {

  /** In the first byte of a frame: there is a checksum, the last four bytes. */
  private static final int HAS_CHECKSUM = 4;

  /** Two bits of the first byte that are 0 in all our frames: reserved, and a dictionary's id. */
  private static final int NEVER_SET = 8 | 3;

  private record Frame(int start, int end) {}

  private final List<Frame> frames = new ArrayList<>();
  private final ZstdDecompressCtx reader = new ZstdDecompressCtx().setMagicless(true);
  private final ZstdCompressCtx writer =
      new ZstdCompressCtx().setLevel(1).setMagicless(true).setChecksum(true);
  private final byte[] content = new byte[1 << 16];
  private final byte[] again = new byte[2 * content.length];
  private final byte[] healthy;

  ZstdFrames(byte[] healthy) {
    this.healthy = healthy;
    int start = 0;
    while (start < healthy.length) {
      int end = endOf(start);
      if (end > start && content(healthy, start, end) >= 0) {
        frames.add(new Frame(start, end));
        start = end;
      } else {
        start++;
      }
    }
  }

  /** Where the frame ends that begins here; 0 if none can begin here. */
  private int endOf(int start) {
    int descriptor = healthy[start];
    if ((descriptor & HAS_CHECKSUM) == 0 || (descriptor & NEVER_SET) != 0) {
      return 0;
    }
    boolean oneSegment = (descriptor & 32) != 0;
    int ofLength = (descriptor & 0xC0) == 0 ? (oneSegment ? 1 : 0) : 1 << (descriptor >>> 6 & 3);
    int at = start + 1 + (oneSegment ? 0 : 1) + ofLength;
    boolean last = false;
    while (last == false && at + 3 <= healthy.length) {
      int head =
          healthy[at] & 0xFF | (healthy[at + 1] & 0xFF) << 8 | (healthy[at + 2] & 0xFF) << 16;
      last = (head & 1) != 0;
      boolean repeats = (head >>> 1 & 3) == 1;
      at += 3 + (repeats ? 1 : head >>> 3);
    }
    int end = at + Integer.BYTES;
    return last && end <= healthy.length ? end : 0;
  }

  int size() {
    return frames.size();
  }

  /** Of each frame that is changed and can be decompressed nevertheless. */
  void fix(byte[] bytes) {
    for (Frame frame : frames) {
      int start = frame.start;
      int end = frame.end;
      if (Arrays.mismatch(bytes, start, end, healthy, start, end) >= 0) {
        int length = content(bytes, start, end);
        if (length >= 0) {
          int written = writer.compressByteArray(again, 0, again.length, content, 0, length);
          System.arraycopy(
              again, written - Integer.BYTES, bytes, end - Integer.BYTES, Integer.BYTES);
        }
      }
    }
  }

  /** Puts the content of what may be a frame where it belongs; its length, or -1. */
  private int content(byte[] bytes, int start, int end) {
    byte[] unchecked = Arrays.copyOfRange(bytes, start, end - Integer.BYTES);
    unchecked[0] &= ~HAS_CHECKSUM;
    try {
      return reader.decompressByteArray(content, 0, content.length, unchecked, 0, unchecked.length);
    } catch (
        @SuppressWarnings("unused")
        ZstdException noFrame) {
      return -1; // as most of what is tried
    }
  }

  @Override
  public void close() {
    reader.close();
    writer.close();
  }
}
