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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IntsRefBuilder;
import org.apache.lucene.util.fst.FST;
import org.apache.lucene.util.fst.FSTCompiler;
import org.apache.lucene.util.fst.PositiveIntOutputs;
import org.apache.lucene.util.fst.Util;

/** Builds one FST block. */
final class FstBlockBuilder {
  private final FSTCompiler<Long> compiler;
  private final IntsRefBuilder labels = new IntsRefBuilder();
  private final BytesRef firstKey;
  private final long basePointer;

  FstBlockBuilder(BytesRef firstKey, long basePointer) throws IOException {
    this.firstKey = BytesRef.deepCopyOf(firstKey);
    this.basePointer = basePointer;
    this.compiler =
        new FSTCompiler.Builder<>(FST.INPUT_TYPE.BYTE1, PositiveIntOutputs.getSingleton())
            .setVersion(FstBlockDescriptor.FST_VERSION)
            .build();
  }

  BytesRef firstKey() {
    return firstKey;
  }

  void add(BytesRef key, long pointer) throws IOException {
    compiler.add(Util.toIntsRef(key, labels), Long.valueOf(pointer - basePointer));
  }

  /** Returns the bytes so far, without the nodes of the last key's path. */
  long sizeBytes() {
    return FstBlockDescriptor.FST_OFFSET + compiler.fstSizeInBytes();
  }

  byte[] finish() throws IOException {
    FST<Long> fst = FST.fromFSTReader(compiler.compile(), compiler.getFSTReader());
    ByteBuffersDataOutput fstBytes = new ByteBuffersDataOutput();
    fst.save(new ByteBuffersDataOutput(), fstBytes);
    int length = Math.toIntExact(FstBlockDescriptor.FST_OFFSET + fstBytes.size());
    if (length > FstBlockDescriptor.MAX_BLOCK_BYTES) {
      throw new IllegalStateException("FST block is too long: length=" + length);
    }
    ByteBuffer block = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(FstBlockDescriptor.FST_BYTES_OFFSET, (int) fstBytes.size());
    block.putInt(
        FstBlockDescriptor.ROOT_NODE_OFFSET,
        Math.toIntExact(fst.getFirstArc(new FST.Arc<>()).target()));
    block.putInt(
        FstBlockDescriptor.FLAGS_OFFSET,
        fst.getEmptyOutput() == null ? 0 : FstBlockDescriptor.FLAG_EMPTY_KEY);
    block.putLong(FstBlockDescriptor.BASE_POINTER_OFFSET, basePointer);
    block.put(FstBlockDescriptor.FST_OFFSET, fstBytes.toArrayCopy());
    CRC32C checksum = new CRC32C();
    checksum.update(block.array(), FstBlockDescriptor.FST_BYTES_OFFSET, length - 4);
    block.putInt(FstBlockDescriptor.CRC_OFFSET, (int) checksum.getValue());
    return block.array();
  }
}
