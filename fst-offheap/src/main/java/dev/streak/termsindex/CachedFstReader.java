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
package dev.streak.termsindex;

import dev.streak.offheap.BlockHandle;
import dev.streak.offheap.BlockMemory;
import java.nio.ByteBuffer;
import org.apache.lucene.util.fst.FST;

/** Reads an FST backwards, as FSTs are read, where it lies in the cache. */
final class CachedFstReader extends FST.BytesReader {
  private final ByteBuffer bytes;
  private final int fstStart;

  /** Position in {@link #bytes}. */
  private int position;

  /** Keeps the block in place while this reader can be reached. */
  private final BlockHandle handle;

  CachedFstReader(BlockHandle handle, BlockMemory memory, int fstStart) {
    this.handle = handle;
    this.bytes = memory.bytes();
    this.fstStart = fstStart;
    this.position = fstStart;
  }

  @Override
  public byte readByte() {
    assert handle.memory().isLive() : "read after free: " + handle.memory();
    return bytes.get(position--);
  }

  @Override
  public void readBytes(byte[] target, int offset, int length) {
    for (int i = 0; i < length; i++) {
      target[offset + i] = readByte();
    }
  }

  @Override
  public void skipBytes(long count) {
    position -= (int) count;
  }

  @Override
  public long getPosition() {
    return (long) position - fstStart;
  }

  @Override
  public void setPosition(long newPosition) {
    position = fstStart + (int) newPosition;
  }
}
