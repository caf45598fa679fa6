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

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import org.apache.lucene.util.ArrayUtil;

/**
 * Compresses byte ranges into frames, with one context for its whole life. Frames carry a checksum
 * of their content and its length; they leave out the magic number and the dictionary's id, which
 * the segment knows. Owned by one writer and used by one thread at a time.
 */
final class FrameCompressor implements Closeable {
  private static final String WORKSPACE = "the tables of a compression context";

  /** In the first byte of a frame: its content's length follows at once, no window (RFC 8878). */
  private static final int ONE_SEGMENT = 0x20;

  /** In the header of a block: it is the frame's last, and has its content as it is. */
  private static final int LAST_RAW = 1;

  /** No block of a frame may have more. */
  private static final int MAX_RAW_BYTES = 1 << 17;

  private static final int RAW_HEADER_BYTES = 3;
  private static final int CHECKSUM_BYTES = 4;

  private final int level;
  private final Held held;
  private final Cleaner.Cleanable cleanable;
  private byte[] frame = new byte[1024];

  /** Length of the longest frame so far; Zstandard allocates most of a context for it. */
  private int longest = -1;

  /** For frames without a dictionary when {@code dictionary} is null, else it takes a reference. */
  FrameCompressor(int level, ZstdDictionary dictionary) throws IOException {
    this.level = level;
    this.held = new Held(level, dictionary);
    boolean success = false;
    try {
      held.context.setLevel(level).setMagicless(true).setChecksum(true).setDictID(false);
      if (dictionary != null) {
        held.context.loadDict(dictionary.forWriting(level));
      }
      // Last: once it is registered, this must not fail and give back by itself.
      cleanable = DroppedOwners.register(this, held);
      success = true;
    } finally {
      if (!success) {
        held.run();
      }
    }
  }

  /** What is held outside the heap, and how it is given back; refers to no compressor. */
  private static final class Held implements Runnable {
    final ZstdDictionary dictionary;
    final ZstdCompressCtx context;

    /** What the context is counted with. */
    long contextBytes;

    Held(int level, ZstdDictionary dictionary) throws IOException {
      this.contextBytes = NativeMemory.compressionContextBytes(level, 0, 0);
      this.context =
          NativeObjects.make(
              NativeMemory.Kind.COMPRESSION_CONTEXT, contextBytes, ZstdCompressCtx::new);
      this.dictionary = dictionary == null ? null : dictionary.retain();
    }

    @Override
    public void run() {
      NativeObjects.free(NativeMemory.Kind.COMPRESSION_CONTEXT, contextBytes, context::close);
      if (dictionary != null) {
        dictionary.release();
      }
    }
  }

  /** Leaves short matches as literals. */
  void findOnlyLongMatches() {
    try {
      held.context.setMinMatch(7);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  int level() {
    return level;
  }

  /** The most that a frame of this much content can take; needs no native library. */
  static long frameBound(int contentLength) {
    return 512L + contentLength + (contentLength >>> 8);
  }

  /** Compresses into {@link #frame()} and returns the frame's length. */
  int compress(byte[] bytes, int offset, int length) throws IOException {
    int bound = Math.toIntExact(frameBound(length));
    if (frame.length < bound) {
      frame = new byte[ArrayUtil.oversize(bound, 1)];
    }
    try {
      if (length > longest) {
        askForWorkspace(length);
      }
      return held.context.compressByteArray(frame, 0, frame.length, bytes, offset, length);
    } catch (ZstdException e) {
      NativeObjects.throwIfRefused(e, WORKSPACE, held.contextBytes);
      throw e;
    } finally {
      // The context is not to be freed while native code uses it.
      Reference.reachabilityFence(this);
    }
  }

  /**
   * As {@link #compress}, but content that gains less than an eighth is stored: Zstandard takes
   * several times as long to decompress it as to copy it.
   */
  int compressOrStore(byte[] bytes, int offset, int length) throws IOException {
    int compressed = compress(bytes, offset, length);
    int header = 1 + (1 << ((frame[0] & 0xFF) >>> 6));
    int stored = header + RAW_HEADER_BYTES + length + CHECKSUM_BYTES;
    boolean isOneSegment = (frame[0] & ONE_SEGMENT) != 0;
    if (isOneSegment == false || length > MAX_RAW_BYTES || compressed <= stored - stored / 8) {
      return compressed;
    }
    // Header and checksum are those of the compressed frame.
    System.arraycopy(
        frame, compressed - CHECKSUM_BYTES, frame, stored - CHECKSUM_BYTES, CHECKSUM_BYTES);
    System.arraycopy(bytes, offset, frame, header + RAW_HEADER_BYTES, length);
    int rawHeader = length << 3 | LAST_RAW;
    frame[header] = (byte) rawHeader;
    frame[header + 1] = (byte) (rawHeader >>> 8);
    frame[header + 2] = (byte) (rawHeader >>> 16);
    return stored;
  }

  private void askForWorkspace(int length) throws IOException {
    int dictionaryBytes = held.dictionary == null ? 0 : held.dictionary.length();
    long needed = NativeMemory.compressionContextBytes(level, length, dictionaryBytes);
    NativeObjects.ask(WORKSPACE, needed);
    NativeMemory.grew(needed - held.contextBytes);
    held.contextBytes = needed;
    longest = length;
  }

  byte[] frame() {
    return frame;
  }

  long ramBytesUsed() {
    return frame.length;
  }

  @Override
  public void close() {
    cleanable.clean();
  }
}
