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
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.fst.FST;
import org.apache.lucene.util.fst.FSTReader;

/** A block of the terms index in the cache, and the FST in it, which is read where it lies. */
final class FstBlock extends BlockHandle implements FSTReader {
  private final int fstStart;
  private final FstBlockMetadata metadata;

  FstBlock(BlockMemory memory, Object where) throws CorruptIndexException {
    super(memory);
    ByteBuffer bytes = memory.bytes();
    int start = memory.start();
    metadata =
        FstBlockMetadata.check(
            bytes.getInt(start + FstBlockDescriptor.FST_BYTES_OFFSET),
            bytes.getInt(start + FstBlockDescriptor.ROOT_NODE_OFFSET),
            bytes.getInt(start + FstBlockDescriptor.FLAGS_OFFSET),
            bytes.getLong(start + FstBlockDescriptor.BASE_POINTER_OFFSET),
            memory.lengthBytes(),
            where);
    fstStart = start + FstBlockDescriptor.FST_OFFSET;
  }

  /**
   * Returns the pointer of the greatest key not above the term, -1 if there is none. The caller
   * keeps this handle reachable.
   */
  long floor(BytesRef term, FstFloor walk) {
    assert memory().isLive() : "read after free: " + memory();
    long distance =
        walk.floor(memory().bytes(), fstStart, metadata.rootNode(), metadata.hasEmptyKey(), term);
    return distance < 0 ? -1 : metadata.basePointer() + distance;
  }

  /** Returns Lucene's view of the FST. */
  FST<Long> fst() {
    return metadata.fst(this);
  }

  long basePointer() {
    return metadata.basePointer();
  }

  @Override
  public FST.BytesReader getReverseBytesReader() {
    return new CachedFstReader(this, memory(), fstStart);
  }

  @Override
  public void writeTo(DataOutput out) {
    throw new UnsupportedOperationException("a block of the terms index is copied as a whole");
  }

  /** Returns 0: the bytes are not on the heap. */
  @Override
  public long ramBytesUsed() {
    return 0;
  }
}
