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

import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.util.fst.FST;
import org.apache.lucene.util.fst.FSTReader;
import org.apache.lucene.util.fst.PositiveIntOutputs;

/** The fixed fields of an FST block, checked. */
record FstBlockMetadata(int fstBytes, int rootNode, boolean hasEmptyKey, long basePointer) {

  /** Returns the fields of a block, or fails if they cannot belong together. */
  static FstBlockMetadata check(
      int fstBytes, int rootNode, int flags, long basePointer, int blockBytes, Object where)
      throws CorruptIndexException {
    if (fstBytes != blockBytes - FstBlockDescriptor.FST_OFFSET) {
      throw new CorruptIndexException(
          "FST block has length " + blockBytes + " but says fstBytes=" + fstBytes,
          where.toString());
    }
    if (rootNode < 0 || rootNode > fstBytes) {
      throw new CorruptIndexException(
          "FST block has rootNode=" + rootNode + " outside [0, " + fstBytes + "]",
          where.toString());
    }
    if ((flags & ~FstBlockDescriptor.FLAG_EMPTY_KEY) != 0 || basePointer < 0) {
      throw new CorruptIndexException(
          "FST block has flags=" + flags + " basePointer=" + basePointer, where.toString());
    }
    return new FstBlockMetadata(
        fstBytes, rootNode, (flags & FstBlockDescriptor.FLAG_EMPTY_KEY) != 0, basePointer);
  }

  FST<Long> fst(FSTReader reader) {
    FST.FSTMetadata<Long> metadata =
        new FST.FSTMetadata<>(
            FST.INPUT_TYPE.BYTE1,
            PositiveIntOutputs.getSingleton(),
            hasEmptyKey ? PositiveIntOutputs.getSingleton().getNoOutput() : null,
            rootNode,
            FstBlockDescriptor.FST_VERSION,
            fstBytes);
    return FST.fromFSTReader(metadata, reader);
  }
}
