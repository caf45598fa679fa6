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

  @Override
  public void prefetch(long offset, long count) {
    // It is in memory.
  }

  @Override
  public String toString() {
    return "BlockReads(" + handle.memory() + ")";
  }
}
