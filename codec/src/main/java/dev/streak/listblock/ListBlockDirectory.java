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
package dev.streak.listblock;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** The directory of a long list's blocks: in which of them a document would lie, and where. */
final class ListBlockDirectory {

  /** In place of a document that nobody has looked up. */
  static final int UNKNOWN = -1;

  private final IndexInput in;
  private final int maxDoc;

  /** Entries are read here and there without moving the input. */
  private RandomAccessInput entries;

  private int firstDoc;
  private long entriesStart;
  private int docBytes;
  private int offsetBytes;
  private long blocksStart;
  private long blocksLength;

  private int docBeforeFound;
  private int lastDocOfFound;

  ListBlockDirectory(IndexInput in, int maxDoc) {
    this.in = in;
    this.maxDoc = maxDoc;
  }

  /**
   * Reads what of the header at {@code pointer} is about blocks, where the input stands. Returns
   * the number of blocks.
   */
  int open(long pointer, int docFreq, int firstDoc) throws IOException {
    this.firstDoc = firstDoc;
    int blockCount = in.readVInt();
    blocksLength = in.readVLong();
    int widths = in.readByte() & 0xFF;
    docBytes = widths & ((1 << ListDescriptor.OFFSET_BYTES_SHIFT) - 1);
    offsetBytes = widths >>> ListDescriptor.OFFSET_BYTES_SHIFT;
    entriesStart = in.getFilePointer();
    if (docBytes < 1 || docBytes > Integer.BYTES) {
      throw corrupt("bytes of a document", docBytes, "1 to " + Integer.BYTES);
    }
    if (offsetBytes < 1 || offsetBytes > ListDescriptor.MAX_OFFSET_BYTES) {
      throw corrupt("bytes of an offset", offsetBytes, "1 to " + ListDescriptor.MAX_OFFSET_BYTES);
    }
    if (blockCount < 2 || blockCount > docFreq) {
      throw corrupt("number of blocks", blockCount, "2 to " + docFreq);
    }
    long room = in.length() - CodecUtil.footerLength() - entriesStart;
    if ((blockCount - 1L) * (docBytes + offsetBytes) > room) {
      throw corrupt("number of blocks", blockCount, "what the file has room for");
    }
    if (blocksLength < blockCount || blocksLength > pointer) {
      throw corrupt("length of blocks", blocksLength, blockCount + " to " + pointer);
    }
    blocksStart = pointer - blocksLength;
    return blockCount;
  }

  /**
   * Finds the first of the blocks {@code from} to {@code last} that does not end before {@code
   * target}, or {@code last}, which is then not looked at. Whoever calls goes on with {@link
   * #docBeforeFound} and {@link #lastDocOfFound}.
   *
   * @param docBefore last document of the block before {@code from}
   */
  int find(int target, int from, int last, int docBefore) throws IOException {
    int low = from;
    int high = last;
    docBeforeFound = docBefore;
    lastDocOfFound = UNKNOWN;
    // Doubling steps first: targets are near more often than far.
    int probe = low;
    for (int step = 1; probe < last; step <<= 1) {
      int doc = lastDocOf(probe);
      if (doc >= target) {
        high = probe;
        lastDocOfFound = doc;
        break;
      }
      low = probe + 1;
      docBeforeFound = doc;
      probe = Math.min(last, low + step);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int doc = lastDocOf(middle);
      if (doc < target) {
        low = middle + 1;
        docBeforeFound = doc;
      } else {
        high = middle;
        lastDocOfFound = doc;
      }
    }
    return low;
  }

  /** Last document of the block before the one found. */
  int docBeforeFound() {
    return docBeforeFound;
  }

  /** Last document of the block found, or {@link #UNKNOWN}. */
  int lastDocOfFound() {
    return lastDocOfFound;
  }

  /** Last document of {@code block}, which is not the last of the list. */
  int lastDocOf(int block) throws IOException {
    long position = entriesStart + (long) block * (docBytes + offsetBytes);
    // Never beyond the file: a footer longer than this load follows.
    int value = entries().readInt(position);
    int doc = docBytes == Integer.BYTES ? value : value & ((1 << (docBytes * Byte.SIZE)) - 1);
    if (doc < firstDoc || doc >= maxDoc) {
      throw corrupt("last document of block " + block, doc, firstDoc + " to " + (maxDoc - 1));
    }
    return doc;
  }

  /** Where {@code block} begins in the file. */
  long startOf(int block) throws IOException {
    if (block == 0) {
      return blocksStart;
    }
    long position = entriesStart + (block - 1L) * (docBytes + offsetBytes) + docBytes;
    long offset = entries().readLong(position) & ((1L << (offsetBytes * Byte.SIZE)) - 1);
    if (offset >= blocksLength) {
      throw corrupt("offset of block " + block, offset, "< " + blocksLength);
    }
    return blocksStart + offset;
  }

  private RandomAccessInput entries() throws IOException {
    if (entries == null) {
      entries = in.randomAccessSlice(0, in.length());
    }
    return entries;
  }

  private CorruptIndexException corrupt(String what, long actual, String allowed) {
    return ListDescriptor.corrupt(in, what, actual, allowed);
  }
}
