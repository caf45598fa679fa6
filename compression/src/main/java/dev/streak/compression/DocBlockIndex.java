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

import java.io.EOFException;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.packed.DirectMonotonicReader;

/**
 * Which block holds a document, and where it lies. Both arrays stay in the index file; the heap
 * holds a line for every 1024 blocks. One for each clone of the reader.
 */
final class DocBlockIndex {
  private final IndexInput input;
  private final SegmentMeta meta;
  private final DirectMonotonicReader docBases;
  private final DirectMonotonicReader pointers;

  DocBlockIndex(IndexInput input, SegmentMeta meta, long start) throws IOException {
    this.input = input;
    this.meta = meta;
    try {
      RandomAccessInput docBaseSlice = input.randomAccessSlice(start, meta.pointersStart() - start);
      RandomAccessInput pointerSlice =
          input.randomAccessSlice(meta.pointersStart(), meta.indexEnd() - meta.pointersStart());
      this.docBases = DirectMonotonicReader.getInstance(meta.docBases(), docBaseSlice);
      this.pointers = DirectMonotonicReader.getInstance(meta.pointers(), pointerSlice);
    } catch (IllegalArgumentException e) {
      // Lucene's arrays believe the widths and the lengths that they are given.
      throw new CorruptIndexException("arrays do not fit the file", input, e);
    }
  }

  /**
   * What a failure of an array means. What its widths and offsets point at may lie outside the file
   * if they are damaged, and each directory has exceptions of its own for that; Lucene's arrays
   * wrap those that are checked. Throws what means something else.
   */
  private IOException meaning(RuntimeException failure) {
    boolean isWrapped = failure.getClass() == RuntimeException.class;
    if (failure instanceof IndexOutOfBoundsException
        || failure instanceof IllegalArgumentException
        || failure instanceof ArithmeticException
        || (isWrapped && failure.getCause() instanceof EOFException)) {
      return new CorruptIndexException(
          "an array is beyond the file, must lie within it", input, failure);
    }
    if (isWrapped && failure.getCause() instanceof IOException cause) {
      return cause;
    }
    throw failure;
  }

  long blockOf(int docID) throws IOException {
    if (docID < 0 || docID >= meta.numDocs()) {
      throw new IllegalArgumentException(
          "docID must be in [0, " + meta.numDocs() + "): docID=" + docID);
    }
    long found;
    try {
      found = docBases.binarySearch(0, meta.numBlocks() + 1, docID);
    } catch (RuntimeException e) {
      throw meaning(e);
    }
    long block = found >= 0 ? found : -2 - found;
    if (block < 0 || block >= meta.numBlocks()) {
      throw new CorruptIndexException(
          "block of document "
              + docID
              + " is "
              + block
              + ", must be 0 to "
              + (meta.numBlocks() - 1),
          input);
    }
    return block;
  }

  private long get(DirectMonotonicReader values, long block) throws IOException {
    try {
      return values.get(block);
    } catch (RuntimeException e) {
      throw meaning(e);
    }
  }

  int docBase(long block) throws IOException {
    long docBase = get(docBases, block);
    if (docBase < 0 || docBase > meta.numDocs()) {
      throw new CorruptIndexException(
          "first document of block "
              + block
              + " is "
              + docBase
              + ", must be 0 to "
              + meta.numDocs(),
          input);
    }
    return (int) docBase;
  }

  long pointer(long block) throws IOException {
    long pointer = get(pointers, block);
    if (pointer < 0 || pointer > meta.dataEnd()) {
      throw new CorruptIndexException(
          "start of block " + block + " is " + pointer + ", must be 0 to " + meta.dataEnd(), input);
    }
    return pointer;
  }

  /** The first document behind a block that begins with one. */
  int docEnd(long block, int docBase) throws IOException {
    int end = docBase(block + 1);
    if (end <= docBase) {
      throw new CorruptIndexException(
          "end of the documents of block " + block + " is " + end + ", must be behind " + docBase,
          input);
    }
    return end;
  }

  /** Where a block ends that begins at a place. */
  long end(long block, long start) throws IOException {
    long end = pointer(block + 1);
    if (end <= start) {
      throw new CorruptIndexException(
          "end of block " + block + " is " + end + ", must be behind " + start, input);
    }
    return end;
  }
}
