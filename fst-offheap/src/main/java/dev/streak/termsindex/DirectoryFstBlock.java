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

import java.io.IOException;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.fst.BytesRefFSTEnum;
import org.apache.lucene.util.fst.FST;
import org.apache.lucene.util.fst.FSTReader;

/** A block of the terms index that is read from the directory. For one thread. */
final class DirectoryFstBlock implements FSTReader {
  private final RandomAccessInput input;
  private final BytesRefFSTEnum<Long> keys;
  private final long basePointer;

  DirectoryFstBlock(RandomAccessInput input, int lengthBytes, Object where) throws IOException {
    this.input = input;
    FstBlockMetadata metadata =
        FstBlockMetadata.check(
            input.readInt(FstBlockDescriptor.FST_BYTES_OFFSET),
            input.readInt(FstBlockDescriptor.ROOT_NODE_OFFSET),
            input.readInt(FstBlockDescriptor.FLAGS_OFFSET),
            input.readLong(FstBlockDescriptor.BASE_POINTER_OFFSET),
            lengthBytes,
            where);
    basePointer = metadata.basePointer();
    keys = new BytesRefFSTEnum<>(metadata.fst(this));
  }

  /** Returns the pointer of the greatest key not above the term, -1 if there is none. */
  long floor(BytesRef term) throws IOException {
    BytesRefFSTEnum.InputOutput<Long> floor = keys.seekFloor(term);
    return floor == null ? -1 : basePointer + floor.output;
  }

  @Override
  public FST.BytesReader getReverseBytesReader() {
    return new Reader();
  }

  @Override
  public void writeTo(DataOutput out) {
    throw new UnsupportedOperationException("a block of the terms index is copied as a whole");
  }

  @Override
  public long ramBytesUsed() {
    return 0;
  }

  private final class Reader extends FST.BytesReader {
    private long position = FstBlockDescriptor.FST_OFFSET;

    @Override
    public byte readByte() throws IOException {
      return input.readByte(position--);
    }

    @Override
    public void readBytes(byte[] target, int offset, int length) throws IOException {
      for (int i = 0; i < length; i++) {
        target[offset + i] = readByte();
      }
    }

    @Override
    public void skipBytes(long count) {
      position -= count;
    }

    @Override
    public long getPosition() {
      return position - FstBlockDescriptor.FST_OFFSET;
    }

    @Override
    public void setPosition(long newPosition) {
      position = newPosition + FstBlockDescriptor.FST_OFFSET;
    }
  }
}
