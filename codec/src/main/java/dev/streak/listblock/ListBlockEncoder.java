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

import dev.streak.packing.BitPacking;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Fills blocks with what a list's decisions hand over, and remembers where each block lies. A block
 * stays open from one decision to the next as long as the kind does not change.
 */
final class ListBlockEncoder {

  private final int[] docs = new int[ListDescriptor.BLOCK_DOCS];
  private final int[] ends = new int[ListDescriptor.BLOCK_RUNS];
  private final int[] scratch = new int[ListDescriptor.BLOCK_DOCS];
  private final long[] words = new long[ListDescriptor.BLOCK_WORDS];
  private final byte[] packed =
      new byte[BitPacking.byteLength(ListDescriptor.BLOCK_DOCS, BitPacking.MAX_WIDTH)];

  private int kind;

  /** Documents, runs or words in the open block, by its kind. */
  private int count;

  private int firstWord;
  private int firstDoc;

  /** Last document of the last block written. */
  private int previousDoc;

  private int lastDoc;

  private int blockCount;
  private long blocksStart;
  private long blocksLength;
  private int[] lastDocs = new int[4];
  private long[] offsets = new long[4];

  void start() {
    count = 0;
    blockCount = 0;
    blocksLength = 0;
    lastDoc = -1;
  }

  void setFirstDoc(int firstDoc) {
    this.firstDoc = firstDoc;
    previousDoc = firstDoc - 1;
    lastDoc = firstDoc - 1;
  }

  /** Blocks written so far, without the open one. */
  int blockCount() {
    return blockCount;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Last document added, or the one before the list's first. */
  int lastDoc() {
    return lastDoc;
  }

  void add(PendingRuns runs, int kind, IndexOutput out) throws IOException {
    if (kind != this.kind && count > 0) {
      writeBlock(out);
    }
    this.kind = kind;
    for (int i = 0; i < runs.count; i++) {
      switch (kind) {
        case ListDescriptor.KIND_RUNS -> addRun(runs.starts[i], runs.ends[i], out);
        case ListDescriptor.KIND_BITMAP -> addBits(runs.starts[i], runs.ends[i], out);
        default -> addDocs(runs.starts[i], runs.ends[i], out);
      }
    }
  }

  private void addRun(int start, int end, IndexOutput out) throws IOException {
    if (count == ListDescriptor.BLOCK_RUNS) {
      writeBlock(out);
    }
    docs[count] = start;
    ends[count] = end;
    count++;
    lastDoc = end - 1;
  }

  private void addDocs(int start, int end, IndexOutput out) throws IOException {
    for (int doc = start; doc < end; doc++) {
      if (count == ListDescriptor.BLOCK_DOCS) {
        writeBlock(out);
      }
      docs[count++] = doc;
      lastDoc = doc;
    }
  }

  private void addBits(int start, int end, IndexOutput out) throws IOException {
    int at = start;
    while (at < end) {
      int word = at >>> 6;
      if (count > 0 && word - firstWord >= ListDescriptor.BLOCK_WORDS) {
        writeBlock(out);
      }
      if (count == 0) {
        firstWord = word;
        Arrays.fill(words, 0);
      }
      int wordEnd = Math.min(end, (word + 1) << 6);
      int bits = wordEnd - at;
      words[word - firstWord] |= (bits == Long.SIZE ? -1L : (1L << bits) - 1) << at;
      count = word - firstWord + 1;
      at = wordEnd;
      lastDoc = wordEnd - 1;
    }
  }

  /** Writes the open block, which holds the whole list. */
  void finishShort(IndexOutput out) throws IOException {
    assert blockCount == 0 && count > 0;
    encode(out, false);
    count = 0;
  }

  /** Writes the open block, the last of several. */
  void finishLong(IndexOutput out) throws IOException {
    if (count > 0) {
      writeBlock(out);
    }
    blocksLength = out.getFilePointer() - blocksStart;
  }

  private void writeBlock(IndexOutput out) throws IOException {
    if (blockCount == 0) {
      blocksStart = out.getFilePointer();
    }
    if (blockCount == lastDocs.length) {
      lastDocs = ArrayUtil.grow(lastDocs, blockCount + 1);
      offsets = ArrayUtil.growExact(offsets, lastDocs.length);
    }
    offsets[blockCount] = out.getFilePointer() - blocksStart;
    encode(out, true);
    previousDoc = openBlockLastDoc();
    lastDocs[blockCount] = previousDoc;
    blockCount++;
    count = 0;
  }

  private int openBlockLastDoc() {
    return switch (kind) {
      case ListDescriptor.KIND_RUNS -> ends[count - 1] - 1;
      case ListDescriptor.KIND_BITMAP ->
          ((firstWord + count) << 6) - 1 - Long.numberOfLeadingZeros(words[count - 1]);
      default -> docs[count - 1];
    };
  }

  private void encode(DataOutput out, boolean withCount) throws IOException {
    switch (kind) {
      case ListDescriptor.KIND_RUNS -> encodeRuns(out);
      case ListDescriptor.KIND_BITMAP -> encodeBitmap(out);
      default -> encodeDocs(out, withCount);
    }
  }

  /** The first gap of a list is in its header. */
  private int firstGap() {
    return blockCount == 0 ? 1 : 0;
  }

  private void encodeRuns(DataOutput out) throws IOException {
    int gapBits = 0;
    int lengthBits = 0;
    int previousEnd = previousDoc + 1;
    for (int i = 0; i < count; i++) {
      scratch[i] = docs[i] - previousEnd;
      scratch[ListDescriptor.BLOCK_RUNS + i] = ends[i] - docs[i] - 1;
      gapBits |= scratch[i];
      lengthBits |= scratch[ListDescriptor.BLOCK_RUNS + i];
      previousEnd = ends[i];
    }
    int gapWidth = BitPacking.widthOf(gapBits);
    int lengthWidth = BitPacking.widthOf(lengthBits);
    writeHead(out, ListDescriptor.KIND_RUNS, gapWidth);
    out.writeByte((byte) lengthWidth);
    out.writeByte((byte) (count - 1));
    int from = firstGap();
    writePacked(out, from, count - from, gapWidth);
    writePacked(out, ListDescriptor.BLOCK_RUNS, count, lengthWidth);
  }

  private void encodeBitmap(DataOutput out) throws IOException {
    int base = (blockCount == 0 ? firstDoc : previousDoc + 1) >>> 6;
    writeHead(out, ListDescriptor.KIND_BITMAP, count - 1);
    out.writeVInt(firstWord - base);
    for (int i = 0; i < count; i++) {
      out.writeLong(words[i]);
    }
  }

  private void encodeDocs(DataOutput out, boolean withCount) throws IOException {
    int gapBits = 0;
    int from = firstGap();
    int groupBytes = (count - from + 3) / 4;
    int previous = previousDoc;
    for (int i = 0; i < count; i++) {
      int gap = docs[i] - previous - 1;
      previous = docs[i];
      scratch[i] = gap;
      gapBits |= gap;
      groupBytes += i < from ? 0 : PendingRuns.groupValueBytes(gap);
    }
    int width = BitPacking.widthOf(gapBits);
    int packedBytes = BitPacking.byteLength(count - from, width);
    int wordCount = (docs[count - 1] >>> 6) - (docs[0] >>> 6) + 1;
    if (wordCount <= ListDescriptor.BLOCK_WORDS && wordCount * Long.BYTES <= packedBytes) {
      encodeDocsAsBitmap(out, wordCount);
      return;
    }
    // Groups are slow to read: for what is left over only, like few documents far apart.
    boolean groups = count < ListDescriptor.BLOCK_DOCS && groupBytes < packedBytes;
    writeHead(
        out, groups ? ListDescriptor.KIND_GROUPS : ListDescriptor.KIND_PACKED, groups ? 0 : width);
    if (withCount) {
      out.writeByte((byte) (count - 1));
    }
    if (groups) {
      System.arraycopy(scratch, from, scratch, 0, count - from);
      out.writeGroupVInts(scratch, count - from);
    } else {
      writePacked(out, from, count - from, width);
    }
  }

  private void encodeDocsAsBitmap(DataOutput out, int wordCount) throws IOException {
    firstWord = docs[0] >>> 6;
    Arrays.fill(words, 0, wordCount, 0);
    for (int i = 0; i < count; i++) {
      words[(docs[i] >>> 6) - firstWord] |= 1L << docs[i];
    }
    int docCount = count;
    count = wordCount;
    encodeBitmap(out);
    count = docCount;
  }

  private static void writeHead(DataOutput out, int kind, int parameter) throws IOException {
    assert parameter <= ListDescriptor.PARAMETER_MASK : "parameter=" + parameter;
    out.writeByte((byte) (kind << ListDescriptor.KIND_SHIFT | parameter));
  }

  private void writePacked(DataOutput out, int from, int valueCount, int width) throws IOException {
    out.writeBytes(packed, BitPacking.pack(scratch, from, valueCount, width, packed));
  }

  /** Writes the rest of a long list's header. */
  void writeDirectory(DataOutput out) throws IOException {
    int docBytes = ListDescriptor.bytesFor(lastDocs[Math.max(0, blockCount - 2)]);
    int offsetBytes = ListDescriptor.bytesFor(offsets[blockCount - 1]);
    out.writeVInt(blockCount);
    out.writeVLong(blocksLength);
    out.writeByte((byte) (docBytes | offsetBytes << ListDescriptor.OFFSET_BYTES_SHIFT));
    for (int i = 0; i < blockCount - 1; i++) {
      writeLittleEndian(out, lastDocs[i], docBytes);
      writeLittleEndian(out, offsets[i + 1], offsetBytes);
    }
  }

  private static void writeLittleEndian(DataOutput out, long value, int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      out.writeByte((byte) (value >>> (i * Byte.SIZE)));
    }
  }
}
