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
package dev.streak.cachedfile;

import dev.streak.cache.blocks.BlockHandle;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** A part of a cached file. For one thread; it keeps the block it read last in use. */
final class CachedFileSlice extends IndexInput implements RandomAccessInput {
  /** End of a part in which nothing lies, not even nothing at position 0. */
  private static final long NO_WINDOW = -1;

  /** No number of variable length has more bytes. */
  private static final int MAX_VARIABLE_BYTES = 10;

  private final CachedFileInput file;
  private final long start;
  private final long length;
  private long position;

  /** The block read last. */
  private BlockHandle block;

  /**
   * Its buffer, the part of this slice that lies in it, and where position 0 of the slice would be.
   * This is all that most reads look at.
   */
  private ByteBuffer bytes;

  private long windowStart;
  private long windowEnd = NO_WINDOW;
  private long windowShift;

  /** The part of the file that the block holds, or was to hold when it was not admitted. */
  private long blockStart;

  private long blockEnd;

  /** Finds out whether this reads on and on; null where that does not matter. */
  private ScanDetector scans;

  /** Reads what is not admitted; null until there is such a thing. */
  private IndexInput uncached;

  CachedFileSlice(CachedFileInput file, String description, long start, long length) {
    super(description + " of " + file);
    this.file = file;
    this.start = start;
    this.length = length;
  }

  /** Makes the block with the given bytes the current one; returns false if it must be bypassed. */
  private boolean moveTo(long at, int count) throws IOException {
    if (at < start || count > start + length - at) {
      throw new EOFException("read past EOF: position=" + (at - start) + " length=" + length);
    }
    int index = (int) (at >>> BlockChecksums.BLOCK_SHIFT);
    block =
        scans != null && scans.isScan(index, at == 0) ? file.blockIfHeld(index) : file.block(index);
    blockStart = (long) index << BlockChecksums.BLOCK_SHIFT;
    blockEnd = Math.min(blockStart + BlockChecksums.BLOCK_BYTES, start + length);
    if (block == null) {
      windowEnd = NO_WINDOW;
      return false;
    }
    bytes = block.memory().bytes();
    windowStart = Math.max(blockStart, start) - start;
    windowEnd = blockEnd - start;
    windowShift = block.memory().start() - blockStart + start;
    return at + count <= blockEnd;
  }

  /** Has this find out whether it is used for scans, as clones of a whole file may be. */
  void detectScans() {
    scans = new ScanDetector();
  }

  private boolean isInWindow(long at, int count) {
    boolean in = at >= windowStart && at <= windowEnd - count;
    assert in == false || block.memory().isLive() : "read after free: " + block.memory();
    return in;
  }

  private boolean has(long at, int count) throws IOException {
    if (at >= blockStart && at >= start && count <= blockEnd - at) {
      assert block == null || block.memory().isLive() : "read after free: " + block.memory();
      return block != null;
    }
    return moveTo(at, count);
  }

  /** Returns whether numbers of any length can be read here where the block is not admitted. */
  private boolean isUncachedHere() throws IOException {
    long at = start + position;
    return has(at, 1) == false && block == null && at <= blockEnd - MAX_VARIABLE_BYTES;
  }

  /** Returns whether all of a number lies in the block that was verified and not admitted. */
  private boolean isUncached(long at, int count) {
    return block == null && start + at + count <= blockEnd;
  }

  private IndexInput uncachedAt(long at) throws IOException {
    if (uncached == null) {
      uncached = file.uncached();
    }
    if (uncached.getFilePointer() != at) {
      uncached.seek(at);
    }
    return uncached;
  }

  @Override
  public byte readByte(long at) throws IOException {
    if (isInWindow(at, Byte.BYTES) || has(start + at, Byte.BYTES)) {
      try {
        return bytes.get((int) (at + windowShift));
      } finally {
        Reference.reachabilityFence(block);
      }
    }
    return uncachedAt(start + at).readByte();
  }

  @Override
  public short readShort(long at) throws IOException {
    if (isInWindow(at, Short.BYTES) || has(start + at, Short.BYTES)) {
      try {
        return bytes.getShort((int) (at + windowShift));
      } finally {
        Reference.reachabilityFence(block);
      }
    }
    return isUncached(at, Short.BYTES)
        ? uncachedAt(start + at).readShort()
        : (short) assemble(at, Short.BYTES);
  }

  @Override
  public int readInt(long at) throws IOException {
    if (isInWindow(at, Integer.BYTES) || has(start + at, Integer.BYTES)) {
      try {
        return bytes.getInt((int) (at + windowShift));
      } finally {
        Reference.reachabilityFence(block);
      }
    }
    return isUncached(at, Integer.BYTES)
        ? uncachedAt(start + at).readInt()
        : (int) assemble(at, Integer.BYTES);
  }

  @Override
  public long readLong(long at) throws IOException {
    if (isInWindow(at, Long.BYTES) || has(start + at, Long.BYTES)) {
      try {
        return bytes.getLong((int) (at + windowShift));
      } finally {
        Reference.reachabilityFence(block);
      }
    }
    return isUncached(at, Long.BYTES)
        ? uncachedAt(start + at).readLong()
        : assemble(at, Long.BYTES);
  }

  /** Reads a number that lies in two blocks. */
  private long assemble(long at, int count) throws IOException {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (readByte(at + i) & 0xFFL) << (Byte.SIZE * i);
    }
    return value;
  }

  @Override
  public void readBytes(long at, byte[] target, int offset, int count) throws IOException {
    if (isInWindow(at, count)) {
      try {
        bytes.get((int) (at + windowShift), target, offset, count);
      } finally {
        Reference.reachabilityFence(block);
      }
      return;
    }
    int done = 0;
    while (done < count) {
      long from = start + at + done;
      if (has(from, 1) == false) {
        if (count - done > start + length - from) {
          throw new EOFException("read past EOF: position=" + at + " count=" + count);
        }
        long end = ((from >>> BlockChecksums.BLOCK_SHIFT) + 1) << BlockChecksums.BLOCK_SHIFT;
        int part = (int) Math.min(count - done, end - from);
        uncachedAt(from).readBytes(target, offset + done, part);
        done += part;
      } else {
        int part = (int) Math.min(count - done, blockEnd - from);
        try {
          bytes.get((int) (at + done + windowShift), target, offset + done, part);
        } finally {
          Reference.reachabilityFence(block);
        }
        done += part;
      }
    }
  }

  @Override
  public byte readByte() throws IOException {
    return readByte(position++);
  }

  @Override
  public int readVInt() throws IOException {
    return (int) readVariable();
  }

  @Override
  public long readVLong() throws IOException {
    return readVariable();
  }

  /**
   * Reads a number of variable length. Never with what {@link IndexInput} inherits for it: that
   * loop is compiled once for all inputs, and one more kind of them makes all slower.
   */
  private long readVariable() throws IOException {
    if (isInWindow(position, MAX_VARIABLE_BYTES)) {
      return readVariableInWindow();
    }
    if (isUncachedHere()) {
      long value = uncachedAt(start + position).readVLong();
      position = uncached.getFilePointer() - start;
      return value;
    }
    byte next = readByte();
    long value = next & 0x7F;
    for (int shift = 7; next < 0 && shift < Long.SIZE; shift += 7) {
      next = readByte();
      value |= (next & 0x7FL) << shift;
    }
    return value;
  }

  private long readVariableInWindow() {
    int at = (int) (position + windowShift);
    try {
      byte next = bytes.get(at);
      if (next >= 0) {
        position++;
        return next;
      }
      int first = at;
      long value = next & 0x7F;
      for (int shift = 7; next < 0 && shift < Long.SIZE; shift += 7) {
        next = bytes.get(++at);
        value |= (next & 0x7FL) << shift;
      }
      position += at - first + 1;
      return value;
    } finally {
      Reference.reachabilityFence(block);
    }
  }

  @Override
  public void readBytes(byte[] target, int offset, int count) throws IOException {
    readBytes(position, target, offset, count);
    position += count;
  }

  @Override
  public short readShort() throws IOException {
    short value = readShort(position);
    position += Short.BYTES;
    return value;
  }

  @Override
  public int readInt() throws IOException {
    int value = readInt(position);
    position += Integer.BYTES;
    return value;
  }

  @Override
  public long readLong() throws IOException {
    long value = readLong(position);
    position += Long.BYTES;
    return value;
  }

  /** Moves a clone of the file to where the file was. */
  void moveTo(long at) {
    position = at;
  }

  @Override
  public long getFilePointer() {
    return position;
  }

  @Override
  public void seek(long at) throws IOException {
    if (at < 0 || at > length) {
      throw new EOFException("seek past EOF: position=" + at + " length=" + length);
    }
    position = at;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public IndexInput slice(String sliceDescription, long offset, long sliceLength) {
    if (offset < 0 || sliceLength < 0 || offset > length - sliceLength) {
      throw new IllegalArgumentException(
          "slice out of bounds: "
              + sliceDescription
              + " offset="
              + offset
              + " length="
              + sliceLength
              + " of "
              + length);
    }
    return new CachedFileSlice(file, sliceDescription, start + offset, sliceLength);
  }

  @Override
  public RandomAccessInput randomAccessSlice(long offset, long sliceLength) {
    return (RandomAccessInput) slice("random access", offset, sliceLength);
  }

  /** The clone begins with this one's block, and with a reader of its own for what has none. */
  @Override
  public CachedFileSlice clone() {
    CachedFileSlice clone = (CachedFileSlice) super.clone();
    clone.uncached = null;
    clone.scans = scans == null ? null : new ScanDetector(scans);
    return clone;
  }

  @Override
  public void prefetch(long offset, long count) throws IOException {
    if (offset < 0 || count < 0 || offset > length - count) {
      throw new EOFException(
          "prefetch past EOF: position=" + offset + " count=" + count + " length=" + length);
    }
    if (count > 0) {
      file.prefetchBlocks(start + offset, count);
    }
  }

  @Override
  public void close() {
    block = null;
    windowEnd = NO_WINDOW;
  }
}
