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

import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;

/**
 * How a posting list lies in the postings file. A list is a sequence of <em>blocks</em>. One that
 * fits a single block is <em>short</em>; a <em>long</em> list keeps a directory of its blocks, in
 * which a document is found by binary search.
 *
 * <pre>
 * short list  := docFreq*2 (vint) | firstDoc (vint) | block without its count
 * long list   := block{blockCount} | header
 * header      := docFreq*2+1 (vint) | firstDoc (vint) | blockCount (vint) | blocksLength (vlong)
 *              | docBytes + 16*offsetBytes (byte) | directory
 * directory   := (last document of block i (docBytes) | offset of block i+1 (offsetBytes))
 *                for i = 0 .. blockCount-2; little-endian
 *
 *               7 6 5         0
 *              +---+-----------+
 * block       :|kind| parameter | then, by kind:
 *              +---+-----------+
 * 0 packed    : parameter = width; count-1 (byte) | gaps, bit-packed
 * 1 groups    : parameter = 0;     count-1 (byte) | gaps, group-varint
 * 2 bitmap    : parameter = words-1; word gap (vint) | words (64 bits each)
 * 3 runs      : parameter = width of gaps; width of lengths (byte) | count-1 (byte)
 *              | gaps, bit-packed | lengths-1, bit-packed
 * </pre>
 *
 * A pointer to a long list points at its header, which follows the blocks, so that a list can be
 * written in one pass. A gap is the number of documents left out since the last document before it;
 * the first gap of a list is not written, for the header knows the first document. The word gap of
 * a bitmap counts from the word (of 64 documents) in which the next document could lie.
 */
public final class ListDescriptor {

  public static final int KIND_PACKED = 0;
  public static final int KIND_GROUPS = 1;
  public static final int KIND_BITMAP = 2;
  public static final int KIND_RUNS = 3;

  /** The kind's place in the first byte of a block. */
  public static final int KIND_SHIFT = 6;

  public static final int PARAMETER_MASK = (1 << KIND_SHIFT) - 1;

  /** Documents in a block of kind packed or groups. */
  public static final int BLOCK_DOCS = 256;

  /** Runs in a block of kind runs: fewer, because each takes as long to read as two documents. */
  static final int BLOCK_RUNS = 64;

  /** Words in a block of kind bitmap. */
  static final int BLOCK_WORDS = 64;

  /** Documents of a chunk: what a list is made of is decided for whole chunks. */
  static final int CHUNK_DOCS_LOG2 = 16;

  /** Chunks with fewer runs than this share one decision with those that follow. */
  static final int MIN_RUNS_PER_DECISION = 512;

  /** Documents of the average run below which runs are not used, however small they would be. */
  static final int MIN_MEAN_RUN = 4;

  /** Documents are dense if there is one in so many or more. */
  static final int DENSE_DOCS = 2;

  /** The same for runs, which take less than an array and are slower to read than bits. */
  static final int DENSE_RUNS = 8;

  /** With a run in so many documents, bits take no more than a start and an end for each run. */
  static final int SPAN_OF_SHORT_RUN = 32;

  /** Bits may take more than an array by a part of it. */
  static final int BITS_MAY_COST = 8;

  /** In the first number of a list: a header with a directory. */
  public static final int LONG_LIST = 1;

  /** In the width byte of a header: shift of the bytes per offset. */
  static final int OFFSET_BYTES_SHIFT = 4;

  /** Offsets are read with one eight-byte load. */
  static final int MAX_OFFSET_BYTES = 7;

  private ListDescriptor() {}

  /** Bytes that hold {@code value}, at least one. */
  static int bytesFor(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) >>> 3);
  }

  /** For a number in a list that cannot be, found about where {@code in} stands. */
  static CorruptIndexException corrupt(IndexInput in, String what, long actual, String allowed) {
    return new CorruptIndexException(
        what + " is " + actual + ", must be " + allowed + ", near position " + in.getFilePointer(),
        in);
  }
}
