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
package dev.streak.fieldblocks;

import java.io.IOException;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The bytes of a file that is not in memory, with one block of it held: that is read as a whole,
 * where the small buffer of the file would be filled again for each of the block's parts. For one
 * thread.
 */
final class HeldBlock implements RandomAccessInput {

  /** Bytes behind a block that are read with its last ones. */
  private static final int BEHIND = 2 * Long.BYTES;

  /** What is outside of the block. */
  private final RandomAccessInput file;

  /** Blocks are read with a buffer of their own: they often follow each other. */
  private final IndexInput blocks;

  private byte[] bytes = BytesRef.EMPTY_BYTES;
  private long start;

  /** Bytes that are held from {@link #start} on. */
  private int length;

  private HeldBlock(RandomAccessInput file, IndexInput blocks) {
    this.file = file;
    this.blocks = blocks;
  }

  /** The bytes of a file, for one thread: as they are if they are in memory. */
  static RandomAccessInput bytes(IndexInput file) throws IOException {
    // A clone may tell who scans from who looks something up.
    RandomAccessInput bytes =
        file.clone() instanceof RandomAccessInput clone
            ? clone
            : file.randomAccessSlice(0, file.length());
    // What is no file itself was put around one that has no access of this kind.
    boolean isBuffered =
        bytes instanceof BufferedIndexInput || bytes instanceof IndexInput == false;
    return isBuffered ? new HeldBlock(bytes, file.clone()) : bytes;
  }

  /** Holds a block from now on. */
  void hold(long from, long to) throws IOException {
    if (from == start && to - from <= length) {
      return;
    }
    // Should reading fail, nothing is held.
    length = 0;
    int wanted = (int) (Math.min(to + BEHIND, blocks.length()) - from);
    bytes = ArrayUtil.growNoCopy(bytes, wanted);
    blocks.seek(from);
    blocks.readBytes(bytes, 0, wanted);
    start = from;
    length = wanted;
  }

  private boolean isHeld(long at, int count) {
    return at >= start && at - start <= length - count;
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public byte readByte(long at) throws IOException {
    return isHeld(at, Byte.BYTES) ? bytes[(int) (at - start)] : file.readByte(at);
  }

  @Override
  public void readBytes(long at, byte[] target, int offset, int count) throws IOException {
    if (isHeld(at, count)) {
      System.arraycopy(bytes, (int) (at - start), target, offset, count);
    } else {
      file.readBytes(at, target, offset, count);
    }
  }

  @Override
  public short readShort(long at) throws IOException {
    return isHeld(at, Short.BYTES)
        ? (short) BitUtil.VH_LE_SHORT.get(bytes, (int) (at - start))
        : file.readShort(at);
  }

  @Override
  public int readInt(long at) throws IOException {
    return isHeld(at, Integer.BYTES)
        ? (int) BitUtil.VH_LE_INT.get(bytes, (int) (at - start))
        : file.readInt(at);
  }

  @Override
  public long readLong(long at) throws IOException {
    return isHeld(at, Long.BYTES)
        ? (long) BitUtil.VH_LE_LONG.get(bytes, (int) (at - start))
        : file.readLong(at);
  }
}
