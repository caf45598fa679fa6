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

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.lang.ref.Cleaner;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexInput;
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
 * <p>Lucene cannot close a decompressor, and its term vectors writer forgets to close its
 * compressor. So neither owns native state; they borrow contexts for one piece at a time from pools
 * that few contexts suffice for. A compressor keeps its pool until it is closed or garbage, a
 * decompressor and its clones until they are garbage. The readers and writers of this package keep
 * the pools while they are open, and a writer that Lucene drops until it is garbage.
 */
public final class ZstdCompressionMode extends CompressionMode {
  private static final ZstdCompressionMode[] BY_LEVEL = byLevel(true);
  private static final ZstdCompressionMode[] BORROWING_BY_LEVEL = byLevel(false);

  private final int level;

  /** Whether what this makes keeps the pools; if not, somebody else does. */
  private final boolean keepsPools;

  private ZstdCompressionMode(int level, boolean keepsPools) {
    this.level = level;
    this.keepsPools = keepsPools;
  }

  private static ZstdCompressionMode[] byLevel(boolean keepsPools) {
    ZstdCompressionMode[] modes = new ZstdCompressionMode[ZstdSettings.MAX_LEVEL + 1];
    for (int level = ZstdSettings.MIN_LEVEL; level <= ZstdSettings.MAX_LEVEL; level++) {
      modes[level] = new ZstdCompressionMode(level, keepsPools);
    }
    return modes;
  }

  /** The mode of a level, 1 to 22; always the same object. */
  public static ZstdCompressionMode of(int level) {
    ZstdSettings.checkLevel(level);
    return BY_LEVEL[level];
  }

  /** The same for a format whose readers and writers keep the pools while they are open. */
  static ZstdCompressionMode borrowing(int level) {
    ZstdSettings.checkLevel(level);
    return BORROWING_BY_LEVEL[level];
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
    return new ZstdCompressor(level, keepsPools);
  }

  @Override
  public Decompressor newDecompressor() {
    return new ZstdDecompressor(keepsPools ? new PoolKeeper() : null);
  }

  @Override
  public String toString() {
    return "ZSTD(" + level + ")";
  }

  private static final class ZstdCompressor extends Compressor {
    private final int level;
    private byte[] content = new byte[0];

    /** Null if somebody else keeps the pool. */
    private final Cleaner.Cleanable pool;

    ZstdCompressor(int level, boolean keepsPool) {
      this.level = level;
      this.pool = keepsPool ? CompressionContexts.retain(this) : null;
    }

    @Override
    public void compress(ByteBuffersDataInput in, DataOutput out) throws IOException {
      int length = Math.toIntExact(in.length());
      if (content.length < length) {
        content = new byte[ArrayUtil.oversize(length, 1)];
      }
      in.readBytes(content, 0, length);
      FrameCompressor frames = CompressionContexts.take(level);
      boolean success = false;
      try {
        int frameLength = frames.compress(content, 0, length);
        out.writeVInt(frameLength);
        out.writeBytes(frames.frame(), 0, frameLength);
        success = true;
      } finally {
        if (success) {
          CompressionContexts.giveBack(frames);
        } else {
          frames.close();
        }
      }
    }

    @Override
    public void close() {
      if (pool != null) {
        pool.clean();
      }
    }
  }

  /** Keeps the pool of decompression contexts as long as it can be reached. */
  private static final class PoolKeeper {
    PoolKeeper() {
      DecompressionContexts.retain();
      DroppedOwners.register(this, DecompressionContexts::release);
    }
  }

  private static final class ZstdDecompressor extends Decompressor {
    /** Null if somebody else keeps the pool. */
    private final PoolKeeper keeper;

    private byte[] frame = new byte[0];

    ZstdDecompressor(PoolKeeper keeper) {
      this.keeper = keeper;
    }

    @Override
    public void decompress(DataInput in, int originalLength, int offset, int length, BytesRef bytes)
        throws IOException {
      // Lucene's reader of term vectors takes these from the file as they are. Zstandard takes a
      // length below zero for one without an end, and writes behind the array.
      if (offset < 0 || length < 0 || offset > (long) originalLength - length) {
        throw new CorruptIndexException(
            "part is "
                + length
                + " bytes from "
                + offset
                + ", must lie in the content of "
                + originalLength,
            in);
      }
      int frameLength = readFrame(in, originalLength);
      if (bytes.bytes.length < originalLength) {
        checkContentLength(in, frameLength, originalLength);
        bytes.bytes = ArrayUtil.growNoCopy(bytes.bytes, originalLength);
      }
      int got;
      try {
        got =
            DecompressionContexts.decompress(null, frame, frameLength, bytes.bytes, originalLength);
      } catch (ZstdException e) {
        throw new CorruptIndexException(
            "frame of " + frameLength + " bytes is damaged: " + e.getMessage(), in, e);
      }
      if (got != originalLength) {
        throw new CorruptIndexException(
            "content of a frame is " + got + " bytes, must be " + originalLength, in);
      }
      bytes.offset = offset;
      bytes.length = length;
    }

    /** Reads a frame and returns its length. */
    private int readFrame(DataInput in, int originalLength) throws IOException {
      int frameLength = in.readVInt();
      if (frameLength <= 0
          || frameLength > FrameCompressor.frameBound(originalLength)
          || (in instanceof IndexInput file
              && frameLength > file.length() - file.getFilePointer())) {
        throw new CorruptIndexException(
            "length of a frame is "
                + frameLength
                + ", must be that of a frame of "
                + originalLength
                + " bytes, in the file",
            in);
      }
      if (frame.length < frameLength) {
        frame = new byte[ArrayUtil.oversize(frameLength, 1)];
      }
      in.readBytes(frame, 0, frameLength);
      return frameLength;
    }

    /** A damaged length must not be what is allocated: the frame knows the right one. */
    private void checkContentLength(DataInput in, int frameLength, int originalLength)
        throws IOException {
      ZstdLibrary.ensureAvailable();
      long length = Zstd.getFrameContentSize(frame, 0, frameLength, true);
      if (length != originalLength) {
        throw new CorruptIndexException(
            "content of a frame is " + length + " bytes by the frame, must be " + originalLength,
            in);
      }
    }

    @Override
    public Decompressor clone() {
      return new ZstdDecompressor(keeper);
    }
  }
}
