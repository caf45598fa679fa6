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
package dev.streak.postings;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.GroupVIntUtil;

/**
 * Reads the blocks of one posting list after another. Everything that a damaged file could say
 * wrongly is checked here, once for each list or block, so that whoever iterates need not.
 */
final class ListReader {

  /** Blocks that it pays to read at once. */
  private static final int MIN_STRETCH = 2;

  private final IndexInput in;
  private final int maxDoc;
  private final byte[] packed =
      new byte
          [BitPacking.byteLength(ListDescriptor.BLOCK_DOCS, BitPacking.MAX_WIDTH)
              + BitPacking.SLACK];

  private final PackedDocs unpacked = new PackedDocs(packed);
  private final PackedRuns waiting = new PackedRuns(packed);

  private final ListBlockDirectory directory;

  /** Made when a list has blocks for it. */
  private BlockStretch stretch;

  /** Whether no block of the list was found that {@link #stretch} leaves out. */
  private boolean mayStretch;

  private int docFreq;
  private int firstDoc;
  private int blockCount;
  private boolean longList;

  /** Where the block after the last one loaded begins. */
  private long nextBlockStart;

  private int loadedBlock;

  /** Set while a block is read, and for good where that fails. */
  private boolean unread;

  ListReader(IndexInput in, int maxDoc) {
    this.in = in;
    this.maxDoc = maxDoc;
    this.directory = new ListBlockDirectory(in, maxDoc);
  }

  int docFreq() {
    return docFreq;
  }

  int blockCount() {
    return blockCount;
  }

  /** Reads the header of the list at {@code pointer}. */
  void open(long pointer) throws IOException {
    unread = true;
    if (pointer < 0 || pointer >= in.length()) {
      throw corrupt("pointer to a posting list", pointer, "< " + in.length());
    }
    if (in.getFilePointer() != pointer) {
      in.seek(pointer);
    }
    int code = in.readVInt();
    docFreq = code >>> 1;
    longList = (code & ListDescriptor.LONG_LIST) != 0;
    firstDoc = in.readVInt();
    if (docFreq < 1 || docFreq > maxDoc) {
      throw corrupt("number of documents", docFreq, "1 to " + maxDoc);
    }
    if (firstDoc < 0 || firstDoc > maxDoc - docFreq) {
      throw corrupt("first document", firstDoc, "0 to " + (maxDoc - docFreq));
    }
    loadedBlock = -1;
    unpacked.clear();
    waiting.clear();
    mayStretch = longList;
    if (longList) {
      blockCount = directory.open(pointer, docFreq, firstDoc);
      nextBlockStart = directory.startOf(0);
    } else {
      blockCount = 1;
      nextBlockStart = in.getFilePointer();
    }
    unread = false;
  }

  private void beginBlock() throws IOException {
    if (unread) {
      throw new IOException("documents before these could not be read");
    }
    unread = true;
    unpacked.clear();
    waiting.clear();
  }

  /** Loads the block after the last one loaded, whole. */
  void loadNext(DecodedListBlock block) throws IOException {
    beginBlock();
    loadedBlock++;
    assert loadedBlock < blockCount : "loadedBlock=" + loadedBlock + " of " + blockCount;
    load(block, loadedBlock == 0 ? firstDoc - 1 : block.lastDoc, ListBlockDirectory.UNKNOWN);
  }

  /**
   * Loads the block after the last one loaded; of an array or of runs only the bytes, unless the
   * last document is not known before they are unpacked.
   */
  void loadNextPacked(DecodedListBlock block) throws IOException {
    beginBlock();
    loadedBlock++;
    assert loadedBlock < blockCount : "loadedBlock=" + loadedBlock + " of " + blockCount;
    int directoryDoc =
        loadedBlock < blockCount - 1
            ? directory.lastDocOf(loadedBlock)
            : ListBlockDirectory.UNKNOWN;
    load(block, loadedBlock == 0 ? firstDoc - 1 : block.lastDoc, directoryDoc);
  }

  /**
   * Loads the block, after the last one loaded, in which {@code target} or the document after it
   * would lie; of an array as much as it takes to get there. Returns the block's number.
   */
  int loadFor(int target, DecodedListBlock block) throws IOException {
    beginBlock();
    int next = loadedBlock + 1;
    int before = loadedBlock < 0 ? firstDoc - 1 : block.lastDoc;
    loadedBlock = directory.find(target, next, blockCount - 1, before);
    if (loadedBlock != next) {
      nextBlockStart = directory.startOf(loadedBlock);
    }
    load(block, directory.docBeforeFound(), directory.lastDocOfFound());
    unpackRuns(block);
    return loadedBlock;
  }

  /**
   * Sets the bits of the blocks after the last one loaded, all but the list's last, if all of them
   * end below {@code upTo}. Returns how many were set.
   */
  int setBlocks(DecodedListBlock block, int upTo, FixedBitSet bits, int offset) throws IOException {
    int count = blockCount - 2 - loadedBlock;
    if (count < MIN_STRETCH || mayStretch == false || loadedBlock < 0) {
      return 0;
    }
    int lastDoc = directory.lastDocOf(blockCount - 2);
    if (lastDoc >= upTo || lastDoc - offset >= bits.length()) {
      return 0;
    }
    if (stretch == null) {
      stretch = new BlockStretch(in);
    }
    int done;
    try {
      long end = directory.startOf(blockCount - 1);
      done = stretch.set(nextBlockStart, end, count, block.lastDoc, bits, offset);
    } catch (IndexOutOfBoundsException e) {
      throw behindLast(lastDoc, e);
    }
    mayStretch = done == count;
    if (done > 0) {
      unread = true;
      loadedBlock += done;
      nextBlockStart = stretch.position();
      block.lastDoc = directory.lastDocOf(loadedBlock);
      checkLast(block, stretch.lastDoc());
      unread = false;
    }
    return done;
  }

  /** Whether there are blocks after the last one loaded. */
  boolean hasNext() {
    return loadedBlock < blockCount - 1;
  }

  /**
   * Loads the block whose number was set.
   *
   * @param directoryDoc last document of the block as the directory has it, if it was looked up
   */
  private void load(DecodedListBlock block, int previousDoc, int directoryDoc) throws IOException {
    if (in.getFilePointer() != nextBlockStart) {
      in.seek(nextBlockStart);
    }
    int head = in.readByte() & 0xFF;
    int parameter = head & ListDescriptor.PARAMETER_MASK;
    long lastDoc =
        switch (head >>> ListDescriptor.KIND_SHIFT) {
          case ListDescriptor.KIND_PACKED -> {
            startPacked(block, previousDoc, parameter);
            // With a last document known the others can wait until they are asked for.
            yield directoryDoc == ListBlockDirectory.UNKNOWN
                ? unpacked.unpackAll(block)
                : directoryDoc;
          }
          case ListDescriptor.KIND_GROUPS -> loadGroups(block, previousDoc);
          case ListDescriptor.KIND_BITMAP -> loadBitmap(block, previousDoc, parameter + 1);
          default -> {
            startRuns(block, previousDoc, parameter);
            yield directoryDoc == ListBlockDirectory.UNKNOWN
                ? waiting.unpack(block) - 1
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
    nextBlockStart = in.getFilePointer();
    unread = false;
  }

  /**
   * Unpacks more of the array last loaded, until a document is not below {@code target}, which all
   * that were unpacked are and the array's last is not. Returns the number of that document.
   *
   * @param doc where the caller comes from
   */
  int unpackTo(int doc, int target, DecodedListBlock block) throws IOException {
    int from = unpacked.unpackTo(doc, target, block);
    if (unpacked.isDamaged(block.lastDoc)) {
      throw damagedArray(block);
    }
    return from;
  }

  /** Unpacks some more of the array last loaded, or its runs; false if there is no more. */
  boolean unpackMore(DecodedListBlock block) throws IOException {
    if (unpackRuns(block)) {
      return true;
    }
    boolean more = unpacked.unpackMore(block);
    if (more && unpacked.isDamaged(block.lastDoc)) {
      throw damagedArray(block);
    }
    return more;
  }

  /** Unpacks the runs last loaded; false if they are unpacked, or set. */
  boolean unpackRuns(DecodedListBlock block) throws IOException {
    if (waiting.isWaiting() == false) {
      return false;
    }
    checkLast(block, waiting.unpack(block) - 1);
    return true;
  }

  private void checkLast(DecodedListBlock block, long lastDoc) throws IOException {
    if (lastDoc != block.lastDoc) {
      throw corrupt("last document of a block", lastDoc, block.lastDoc + " as in the directory");
    }
  }

  /** Sets the bits of what is left of the block last loaded, or leaves it all to be unpacked. */
  void intoBitSet(DecodedListBlock block, FixedBitSet bits, int offset) throws IOException {
    boolean done;
    try {
      if (waiting.fitsInto(bits, offset, block.lastDoc)) {
        checkLast(block, waiting.intoBitSet(bits, offset) - 1L);
        return;
      }
      done = unpacked.intoBitSet(block.lastDoc, bits, offset);
    } catch (IndexOutOfBoundsException e) {
      // The bits have room for the block's last document.
      throw behindLast(block.lastDoc, e);
    }
    if (done && unpacked.isDamaged(block.lastDoc)) {
      throw damagedArray(block);
    }
  }

  private CorruptIndexException behindLast(int lastDoc, IndexOutOfBoundsException e) {
    return new CorruptIndexException(
        "a document of a block is behind its last, must be at most " + lastDoc, in, e);
  }

  private CorruptIndexException damagedArray(DecodedListBlock block) {
    return corrupt("last document unpacked", unpacked.last(), "<= " + block.lastDoc + ", the last");
  }

  /** Documents of an array; sets the first where the header has it. */
  private int prepareDocs(DecodedListBlock block) throws IOException {
    int count = longList ? (in.readByte() & 0xFF) + 1 : docFreq;
    if (count > ListDescriptor.BLOCK_DOCS) {
      throw corrupt("documents of a block", count, "<= " + ListDescriptor.BLOCK_DOCS);
    }
    block.prepareDocs(count);
    return count;
  }

  private void startPacked(DecodedListBlock block, int previousDoc, int width) throws IOException {
    int count = prepareDocs(block);
    int from = 0;
    long previous = previousDoc;
    if (loadedBlock == 0) {
      block.docs[0] = firstDoc;
      from = 1;
      previous = firstDoc;
    }
    checkWidth(width);
    in.readBytes(packed, 0, BitPacking.byteLength(count - from, width));
    block.setCount(from);
    unpacked.start(width, previous, count - from);
  }

  private long loadGroups(DecodedListBlock block, int previousDoc) throws IOException {
    int count = prepareDocs(block);
    int[] docs = block.docs;
    int from = loadedBlock == 0 ? 1 : 0;
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

  private void startRuns(DecodedListBlock block, int previousDoc, int gapWidth) throws IOException {
    int lengthWidth = in.readByte();
    int count = (in.readByte() & 0xFF) + 1;
    if (count > ListDescriptor.BLOCK_RUNS) {
      throw corrupt("runs of a block", count, "<= " + ListDescriptor.BLOCK_RUNS);
    }
    checkWidth(gapWidth);
    checkWidth(lengthWidth);
    int firstGap = loadedBlock == 0 ? 1 : 0;
    int gapBytes = BitPacking.byteLength(count - firstGap, gapWidth);
    in.readBytes(packed, 0, gapBytes + BitPacking.byteLength(count, lengthWidth));
    block.prepareRuns(0);
    waiting.start(gapWidth, firstGap, gapBytes, lengthWidth, previousDoc + 1, count);
  }

  private void checkWidth(int width) throws IOException {
    if (width < 0 || width > BitPacking.MAX_WIDTH) {
      throw corrupt("bits of a value", width, "0 to " + BitPacking.MAX_WIDTH);
    }
  }

  private CorruptIndexException corrupt(String what, long actual, String allowed) {
    return ListDescriptor.corrupt(in, what, actual, allowed);
  }
}
