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

import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Zstandard for formats that are composed from Lucene's compressing ones. Each piece becomes a
 * vInt, the frame's length, and a frame without dictionary.
 *
 * <p>Lucene copies compressed data while merging only where reader and writer have the identical
 * mode, so there is one object for each level: record the level in the segment and ask {@link #of}
 * when opening it.
 *
 * <p>Lucene cannot close a decompressor and forgets to close some compressors. Neither owns native
 * state here: they borrow a context from pools that this package's formats keep while readers and
 * writers are open. Where none is, every piece costs the making of a context.
 */
public final class ZstdCompressionMode extends CompressionMode {
  private static final ZstdCompressionMode[] BY_LEVEL =
      new ZstdCompressionMode[ZstdSettings.MAX_LEVEL + 1];

  static {
    for (int level = ZstdSettings.MIN_LEVEL; level <= ZstdSettings.MAX_LEVEL; level++) {
      BY_LEVEL[level] = new ZstdCompressionMode(level);
    }
  }

  private final int level;

  private ZstdCompressionMode(int level) {
    this.level = level;
  }

  /** The mode of a level, 1 to 22; always the same object. */
  public static ZstdCompressionMode of(int level) {
    ZstdSettings.checkLevel(level);
    return BY_LEVEL[level];
  }

  /** Zstandard's level. */
  public int level() {
    return level;
  }

  /**
   * Makes a compressor.
   *
   * @throws ZstdUnavailableException if the native library cannot be used
   */
  @Override
  public Compressor newCompressor() {
    ZstdLibrary.ensureAvailable();
    return new ZstdCompressor(level);
  }

  @Override
  public Decompressor newDecompressor() {
    return new ZstdDecompressor();
  }

  @Override
  public String toString() {
    return "ZSTD(" + level + ")";
  }

  private static final class ZstdCompressor extends Compressor {
    private final int level;
    private byte[] content = new byte[0];

    ZstdCompressor(int level) {
      this.level = level;
    }

    @Override
    public void compress(ByteBuffersDataInput in, DataOutput out) throws IOException {
      int length = Math.toIntExact(in.length());
      if (content.length < length) {
        content = new byte[ArrayUtil.oversize(length, 1)];
      }
      in.readBytes(content, 0, length);
      FrameCompressor frames = CompressionContexts.take(level);
      try {
        int frameLength = frames.compress(content, 0, length);
        out.writeVInt(frameLength);
        out.writeBytes(frames.frame(), 0, frameLength);
      } finally {
        CompressionContexts.giveBack(frames);
      }
    }

    @Override
    public void close() {}
  }

  private static final class ZstdDecompressor extends Decompressor {
    private byte[] frame = new byte[0];

    @Override
    public void decompress(DataInput in, int originalLength, int offset, int length, BytesRef bytes)
        throws IOException {
      // Lucene's reader of term vectors takes these from the file as they are.
      if (offset < 0 || length < 0 || offset > originalLength - length) {
        throw new CorruptIndexException(
            "offset=" + offset + ", length=" + length + ", of content: " + originalLength, in);
      }
      int frameLength = in.readVInt();
      if (frameLength <= 0 || frameLength > FrameCompressor.frameBound(originalLength)) {
        throw new CorruptIndexException(
            "length of a frame: " + frameLength + ", of its content: " + originalLength, in);
      }
      if (frame.length < frameLength) {
        frame = new byte[ArrayUtil.oversize(frameLength, 1)];
      }
      in.readBytes(frame, 0, frameLength);
      bytes.bytes = ArrayUtil.growNoCopy(bytes.bytes, originalLength);
      int got;
      try {
        got =
            DecompressionContexts.decompress(
                null, frame, 0, frameLength, bytes.bytes, originalLength);
      } catch (ZstdException e) {
        throw new CorruptIndexException("frame of " + frameLength + ": " + e.getMessage(), in, e);
      }
      if (got != originalLength) {
        throw new CorruptIndexException("content=" + got + ", expected=" + originalLength, in);
      }
      bytes.offset = offset;
      bytes.length = length;
    }

    @Override
    public Decompressor clone() {
      return new ZstdDecompressor();
    }
  }
}
