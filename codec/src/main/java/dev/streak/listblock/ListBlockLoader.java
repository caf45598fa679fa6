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
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.GroupVIntUtil;

/**
 * Loads one block of a list, and unpacks it as far as somebody needs. What damage could say wrongly
 * of a block is checked here; which block it is, {@link ListReader} knows. These are two classes
 * and one object: where a list is opened for one document, a second object took a tenth of the
 * time.
 */
abstract sealed class ListBlockLoader permits ListReader {

  final IndexInput in;
  final int maxDoc;

  /** The list's first document, which no block has. */
  int firstDoc;

  /** Documents of a list that is one block, else zero: then blocks have their count. */
  int docsOfList;

  private final byte[] packed =
      new byte
          [BitPacking.byteLength(ListDescriptor.BLOCK_DOCS, BitPacking.MAX_WIDTH)
              + BitPacking.SLACK];

  private final PackedDocs array = new PackedDocs(packed);
  private final PackedRuns runs = new PackedRuns(packed);

  ListBlockLoader(IndexInput in, int maxDoc) {
    this.in = in;
    this.maxDoc = maxDoc;
  }

  /** Forgets the block. */
  final void forgetBlock() {
    array.clear();
    runs.clear();
  }

  /**
   * Decodes the block at the input's place.
   *
   * @param isFirst whether it is the list's first block
   * @param previousDoc last document of the block before, or the one before the list's first
   * @param directoryDoc last document of the block as the directory has it, if it was looked up
   */
  final void decode(DecodedListBlock block, boolean isFirst, int previousDoc, int directoryDoc)
      throws IOException {
    int head = in.readByte() & 0xFF;
    int parameter = head & ListDescriptor.PARAMETER_MASK;
    long lastDoc =
        switch (head >>> ListDescriptor.KIND_SHIFT) {
          case ListDescriptor.KIND_PACKED -> {
            startPacked(block, isFirst, previousDoc, parameter);
            // With a last document known the others can wait until they are asked for.
            yield directoryDoc == ListBlockDirectory.UNKNOWN
                ? array.unpackAll(block)
                : directoryDoc;
          }
          case ListDescriptor.KIND_GROUPS -> loadGroups(block, isFirst, previousDoc);
          case ListDescriptor.KIND_BITMAP -> loadBitmap(block, previousDoc, parameter + 1);
          default -> {
            startRuns(block, isFirst, previousDoc, parameter);
            yield directoryDoc == ListBlockDirectory.UNKNOWN
                ? runs.unpack(block) - 1
                : directoryDoc;
          }
        };
    if (lastDoc <= previousDoc || lastDoc >= maxDoc) {
      throw corrupt("last document of a block", lastDoc, previousDoc + " to " + maxDoc);
    }
    if (directoryDoc != ListBlockDirectory.UNKNOWN && lastDoc != directoryDoc) {
      throw corrupt("last document of a block", lastDoc, directoryDoc + " as in the directory");
    }
    block.lastDoc = (int) lastDoc;
  }

  /**
   * Unpacks more of the array last loaded, until a document is not below {@code target}, which all
   * that were unpacked are and the array's last is not. Returns the number of that document.
   *
   * @param doc where the caller comes from
   */
  public final int unpackTo(int doc, int target, DecodedListBlock block) throws IOException {
    int from = array.unpackTo(doc, target, block);
    if (array.isDamaged(block.lastDoc)) {
      throw damagedArray(block);
    }
    return from;
  }

  /** Unpacks some more of the array last loaded, or its runs; false if there is no more. */
  public final boolean unpackMore(DecodedListBlock block) throws IOException {
    if (unpackRuns(block)) {
      return true;
    }
    boolean more = array.unpackMore(block);
    if (more && array.isDamaged(block.lastDoc)) {
      throw damagedArray(block);
    }
    return more;
  }

  /** Unpacks the runs last loaded; false if they are unpacked, or set. */
  public final boolean unpackRuns(DecodedListBlock block) throws IOException {
    if (runs.isWaiting() == false) {
      return false;
    }
    checkLast(block, runs.unpack(block) - 1);
    return true;
  }

  final void checkLast(DecodedListBlock block, long lastDoc) throws IOException {
    if (lastDoc != block.lastDoc) {
      throw corrupt("last document of a block", lastDoc, block.lastDoc + " as in the directory");
    }
  }

  /** Sets the bits of what is left of the block last loaded, or leaves it all to be unpacked. */
  public final void intoBitSet(DecodedListBlock block, FixedBitSet bits, int offset)
      throws IOException {
    boolean done;
    try {
      if (runs.fitsInto(bits, offset, block.lastDoc)) {
        checkLast(block, runs.intoBitSet(bits, offset) - 1L);
        return;
      }
      done = array.intoBitSet(block.lastDoc, bits, offset);
    } catch (IndexOutOfBoundsException e) {
      // The bits have room for the block's last document.
      throw behindLast(block.lastDoc, e);
    }
    if (done && array.isDamaged(block.lastDoc)) {
      throw damagedArray(block);
    }
  }

  final CorruptIndexException behindLast(int lastDoc, IndexOutOfBoundsException e) {
    return new CorruptIndexException(
        "a document of a block is behind its last, must be at most " + lastDoc, in, e);
  }

  private CorruptIndexException damagedArray(DecodedListBlock block) {
    return corrupt("last document unpacked", array.last(), "<= " + block.lastDoc + ", the last");
  }

  /** Makes room for an array; returns how many documents it has. */
  private int prepareDocs(DecodedListBlock block) throws IOException {
    int count = docsOfList == 0 ? (in.readByte() & 0xFF) + 1 : docsOfList;
    if (count > ListDescriptor.BLOCK_DOCS) {
      throw corrupt("documents of a block", count, "<= " + ListDescriptor.BLOCK_DOCS);
    }
    block.prepareDocs(count);
    return count;
  }

  private void startPacked(DecodedListBlock block, boolean isFirst, int previousDoc, int width)
      throws IOException {
    int count = prepareDocs(block);
    int from = 0;
    long previous = previousDoc;
    if (isFirst) {
      block.docs[0] = firstDoc;
      from = 1;
      previous = firstDoc;
    }
    checkWidth(width);
    in.readBytes(packed, 0, BitPacking.byteLength(count - from, width));
    block.setCount(from);
    array.start(width, previous, count - from);
  }

  private long loadGroups(DecodedListBlock block, boolean isFirst, int previousDoc)
      throws IOException {
    int count = prepareDocs(block);
    int[] docs = block.docs;
    int from = isFirst ? 1 : 0;
    try {
      GroupVIntUtil.readGroupVInts(in, docs, count - from);
    } catch (IndexOutOfBoundsException e) {
      // Some inputs say so when a number lies across the end of the file.
      throw new CorruptIndexException("end of the gaps is behind the file, must be in it", in, e);
    }
    long doc = from == 1 ? firstDoc : previousDoc;
    if (from == 1) {
      System.arraycopy(docs, 0, docs, 1, count - 1);
      docs[0] = firstDoc;
    }
    for (int i = from; i < count; i++) {
      doc += 1 + Integer.toUnsignedLong(docs[i]);
      docs[i] = (int) doc;
    }
    block.setCount(count);
    return doc;
  }

  private long loadBitmap(DecodedListBlock block, int previousDoc, int wordCount)
      throws IOException {
    int wordGap = in.readVInt();
    long firstWord = ((previousDoc + 1) >>> 6) + (long) wordGap;
    if (wordGap < 0 || firstWord + wordCount > (maxDoc + 63L) >>> 6) {
      throw corrupt("end of a bitmap in words", firstWord + wordCount, "<= maxDoc=" + maxDoc);
    }
    int base = (int) firstWord << 6;
    long[] words = block.prepareBits(wordCount, base);
    in.readLongs(words, 0, wordCount);
    long lastWord = words[wordCount - 1];
    if (words[0] == 0 || lastWord == 0) {
      throw corrupt("outer words of a bitmap", 0, "not zero");
    }
    if (base + Long.numberOfTrailingZeros(words[0]) <= previousDoc) {
      throw corrupt("first bit of a bitmap", base, "> " + previousDoc);
    }
    return ((firstWord + wordCount) << 6) - 1 - Long.numberOfLeadingZeros(lastWord);
  }

  private void startRuns(DecodedListBlock block, boolean isFirst, int previousDoc, int gapWidth)
      throws IOException {
    int lengthWidth = in.readByte();
    int count = (in.readByte() & 0xFF) + 1;
    if (count > ListDescriptor.BLOCK_RUNS) {
      throw corrupt("runs of a block", count, "<= " + ListDescriptor.BLOCK_RUNS);
    }
    checkWidth(gapWidth);
    checkWidth(lengthWidth);
    int firstGap = isFirst ? 1 : 0;
    int gapBytes = BitPacking.byteLength(count - firstGap, gapWidth);
    in.readBytes(packed, 0, gapBytes + BitPacking.byteLength(count, lengthWidth));
    block.prepareRuns(0);
    runs.start(gapWidth, firstGap, gapBytes, lengthWidth, previousDoc + 1, count);
  }

  private void checkWidth(int width) throws IOException {
    if (width < 0 || width > BitPacking.MAX_WIDTH) {
      throw corrupt("bits of a value", width, "0 to " + BitPacking.MAX_WIDTH);
    }
  }

  final CorruptIndexException corrupt(String what, long actual, String allowed) {
    return ListDescriptor.corrupt(in, what, actual, allowed);
  }
}
