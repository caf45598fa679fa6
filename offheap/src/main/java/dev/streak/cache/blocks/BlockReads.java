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
package dev.streak.cache.blocks;

import java.io.EOFException;
import java.nio.ByteBuffer;
import org.apache.lucene.store.RandomAccessInput;

/**
 * A block in the cache as Lucene reads a file. It holds the block's handle: whoever reads keeps
 * this reachable until the last byte is read.
 */
public final class BlockReads implements RandomAccessInput {
  private static final long INT_MASK = 0xFFFFFFFFL;

  private final BlockHandle handle;
  private final ByteBuffer bytes;
  private final int start;
  private final int length;

  /** Reads the block of a handle. */
  public BlockReads(BlockHandle handle) {
    this.handle = handle;
    this.bytes = handle.memory().bytes();
    this.start = handle.memory().start();
    this.length = handle.memory().lengthBytes();
  }

  private int positionOf(long at, int count) throws EOFException {
    assert handle.memory().isLive() : "read after free: " + handle.memory();
    if (at < 0 || at > length - count) {
      throw pastEnd(at, count);
    }
    return start + (int) at;
  }

  private EOFException pastEnd(long at, int count) {
    return new EOFException(
        "read past EOF: position=" + at + " count=" + count + " length=" + length);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public byte readByte(long at) throws EOFException {
    return bytes.get(positionOf(at, Byte.BYTES));
  }

  @Override
  public short readShort(long at) throws EOFException {
    return bytes.getShort(positionOf(at, Short.BYTES));
  }

  @Override
  public int readInt(long at) throws EOFException {
    return bytes.getInt(positionOf(at, Integer.BYTES));
  }

  @Override
  public long readLong(long at) throws EOFException {
    return bytes.getLong(positionOf(at, Long.BYTES));
  }

  @Override
  public void readBytes(long at, byte[] target, int offset, int count) throws EOFException {
    bytes.get(positionOf(at, count), target, offset, count);
  }

  /** {@code values[i]} becomes the byte at {@code at[i]}, from 0 to 255. */
  public void loadBytes(long[] at, int count, long[] values) throws EOFException {
    checkAll(at, count, Byte.BYTES);
    for (int i = 0; i < count; i++) {
      values[i] = bytes.get(start + (int) at[i]) & 0xFFL;
    }
  }

  /** {@code values[i]} becomes the int at {@code at[i]}, not negative. */
  public void loadInts(long[] at, int count, long[] values) throws EOFException {
    checkAll(at, count, Integer.BYTES);
    for (int i = 0; i < count; i++) {
      values[i] = bytes.getInt(start + (int) at[i]) & INT_MASK;
    }
  }

  /** {@code values[i]} becomes what {@code mask} leaves of the long at {@code at[i]}. */
  public void loadLongs(long[] at, int count, long mask, long[] values) throws EOFException {
    checkAll(at, count, Long.BYTES);
    for (int i = 0; i < count; i++) {
      values[i] = bytes.getLong(start + (int) at[i]) & mask;
    }
  }

  /** {@code firsts[i]} becomes the long at {@code at[i]}, {@code seconds[i]} the one behind it. */
  public void loadPairs(long[] at, int count, long[] firsts, long[] seconds) throws EOFException {
    checkAll(at, count, 2 * Long.BYTES);
    for (int i = 0; i < count; i++) {
      int position = start + (int) at[i];
      firsts[i] = bytes.getLong(position);
      seconds[i] = bytes.getLong(position + Long.BYTES);
    }
  }

  /** All places are checked before any is read, so that the loop that reads does nothing else. */
  private void checkAll(long[] at, int count, int size) throws EOFException {
    assert handle.memory().isLive() : "read after free: " + handle.memory();
    long last = (long) length - size;
    long outside = 0;
    for (int i = 0; i < count; i++) {
      outside |= at[i] | (last - at[i]);
    }
    if (outside < 0) {
      for (int i = 0; i < count; i++) {
        positionOf(at[i], size);
      }
    }
  }

  @Override
  public void prefetch(long offset, long count) {
    // It is in memory.
  }

  @Override
  public String toString() {
    return "BlockReads(" + handle.memory() + ")";
  }
}
