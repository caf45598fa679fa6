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

import dev.streak.coldreads.SingleReads;
import java.io.IOException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;

/**
 * Reads the blocks of one posting list after another. Everything that a damaged file could say
 * wrongly is checked here or in {@link ListBlockLoader}, once for each list or block, so that
 * whoever iterates need not.
 */
public final class ListReader extends ListBlockLoader {

  /** Blocks that it pays to read at once. */
  private static final int MIN_AT_ONCE = 2;

  /** What is announced of a list: most are shorter, and the system reads ahead what follows. */
  public static final int ANNOUNCED_BYTES = 1 << 12;

  private final ListBlockDirectory directory;
  private final SingleReads singles;

  /** Made when a list has blocks for it. */
  private BlocksAtOnce atOnce;

  /** Whether no block of the list was found that {@link #atOnce} leaves out. */
  private boolean mayGoAtOnce;

  private int docFreq;
  private int blockCount;

  /** Where the block after the last one loaded begins. */
  private long nextBlockStart;

  private int loadedBlock;

  /** Set while a block is read, and for good where that fails. */
  private boolean unread;

  /** One of many readers of the file. */
  public ListReader(IndexInput in, int maxDoc, SingleReads.Experience experience) {
    super(in, maxDoc);
    this.directory = new ListBlockDirectory(in, maxDoc);
    this.singles = new SingleReads(in, experience);
  }

  public int docFreq() {
    return docFreq;
  }

  public int blockCount() {
    return blockCount;
  }

  /** Reads the header of the list at {@code pointer}. */
  public void open(long pointer) throws IOException {
    unread = true;
    forgetBlock();
    if (pointer < 0 || pointer >= in.length()) {
      throw corrupt("pointer to a posting list", pointer, "< " + in.length());
    }
    if (in.getFilePointer() != pointer) {
      announce(pointer);
      in.seek(pointer);
    }
    int code = in.readVInt();
    docFreq = code >>> 1;
    boolean longList = (code & ListDescriptor.LONG_LIST) != 0;
    firstDoc = in.readVInt();
    if (docFreq < 1 || docFreq > maxDoc) {
      throw corrupt("number of documents", docFreq, "1 to " + maxDoc);
    }
    if (firstDoc < 0 || firstDoc > maxDoc - docFreq) {
      throw corrupt("first document", firstDoc, "0 to " + (maxDoc - docFreq));
    }
    loadedBlock = -1;
    docsOfList = longList ? 0 : docFreq;
    mayGoAtOnce = longList;
    if (longList) {
      blockCount = directory.open(pointer, docFreq, firstDoc);
      nextBlockStart = directory.startOf(0);
    } else {
      blockCount = 1;
      nextBlockStart = in.getFilePointer();
    }
    unread = false;
  }

  /** Announces to slow storage that the list at {@code pointer} will be read, by itself. */
  public void announce(long pointer) {
    singles.announce(pointer, ANNOUNCED_BYTES);
  }

  private void checkRead() throws IOException {
    if (unread) {
      throw new IOException("documents before these could not be read");
    }
  }

  private void beginBlock() throws IOException {
    checkRead();
    unread = true;
    forgetBlock();
  }

  /** Begins with the block after the last one loaded. Returns the last document before it. */
  private int beginNextBlock(DecodedListBlock block) throws IOException {
    beginBlock();
    loadedBlock++;
    assert loadedBlock < blockCount : "loadedBlock=" + loadedBlock + " of " + blockCount;
    return loadedBlock == 0 ? firstDoc - 1 : block.lastDoc;
  }

  /** Loads the block after the last one loaded, whole. */
  public void loadNext(DecodedListBlock block) throws IOException {
    int previousDoc = beginNextBlock(block);
    load(block, previousDoc, ListBlockDirectory.UNKNOWN);
  }

  /**
   * Loads the block after the last one loaded; of an array or of runs only the bytes, unless the
   * last document is not known before they are unpacked.
   */
  public void loadNextPacked(DecodedListBlock block) throws IOException {
    int previousDoc = beginNextBlock(block);
    int directoryDoc =
        loadedBlock < blockCount - 1
            ? directory.lastDocOf(loadedBlock)
            : ListBlockDirectory.UNKNOWN;
    load(block, previousDoc, directoryDoc);
  }

  /**
   * Loads the block, after the last one loaded, in which {@code target} or the document after it
   * would lie; of an array as much as it takes to get there. Returns the block's number.
   */
  public int loadFor(int target, DecodedListBlock block) throws IOException {
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
  public int setBlocks(DecodedListBlock block, int upTo, FixedBitSet bits, int offset)
      throws IOException {
    checkRead();
    int count = blockCount - 2 - loadedBlock;
    if (count < MIN_AT_ONCE || mayGoAtOnce == false || loadedBlock < 0) {
      return 0;
    }
    int lastDoc = directory.lastDocOf(blockCount - 2);
    if (lastDoc >= upTo || lastDoc - offset >= bits.length()) {
      return 0;
    }
    if (atOnce == null) {
      atOnce = new BlocksAtOnce(in);
    }
    int done;
    try {
      long end = directory.startOf(blockCount - 1);
      done = atOnce.set(nextBlockStart, end, count, block.lastDoc, bits, offset);
    } catch (IndexOutOfBoundsException e) {
      throw behindLast(lastDoc, e);
    }
    mayGoAtOnce = done == count;
    if (done > 0) {
      unread = true;
      loadedBlock += done;
      nextBlockStart = atOnce.position();
      block.lastDoc = directory.lastDocOf(loadedBlock);
      checkLast(block, atOnce.lastDoc());
      unread = false;
    }
    return done;
  }

  /** Whether there are blocks after the last one loaded. */
  public boolean hasNext() {
    return loadedBlock < blockCount - 1;
  }

  /** Loads the block whose number was set. */
  private void load(DecodedListBlock block, int previousDoc, int directoryDoc) throws IOException {
    if (in.getFilePointer() != nextBlockStart) {
      in.seek(nextBlockStart);
    }
    decode(block, loadedBlock == 0, previousDoc, directoryDoc);
    nextBlockStart = in.getFilePointer();
    unread = false;
  }
}
