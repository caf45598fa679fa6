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

import static dev.streak.compression.StoredFieldsDescriptor.TYPE_BYTES;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_DOUBLE;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_FLOAT;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_INT;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_LONG;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_STRING;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.StoredFieldDataInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * Writes stored fields. Documents gather in a block; full blocks of a segment that may get a
 * dictionary wait until there are enough of them to choose one by, which is also how a small
 * segment is recognized: it ends before that and does without. Blocks wait in the same way once
 * documents have become different, so that they get a dictionary of their own.
 */
final class ZstdStoredFieldsWriter extends StoredFieldsWriter {
  /** Trying the dictionaries that are known is worth it for so many bytes. */
  private static final int MIN_KNOWN_BYTES = 1 << 16;

  private final ZstdSettings settings;

  /** Its name, for messages. */
  private final String segment;

  private final ZstdDictionaryStore store;
  private final DocBlockWriter blocks;
  private final DocBlockBuffer current = new DocBlockBuffer();
  private int currentDocs;

  /** Where the documents of the block end. */
  private int[] ends = new int[16];

  /** What ends a block with the dictionary that is used. */
  private int blockBytes;

  private int documentStart;
  private int fields;

  /** Notices that the dictionary no longer is the right one. */
  private final DriftWatch drift = new DriftWatch();

  /** Blocks that wait for the choice of a dictionary; null while there is nothing to choose. */
  private WaitingBlocks waiting;

  /** Under way once enough blocks wait. */
  private ZstdDictionaryChoice choice;

  /** Bytes that the choice is made by. */
  private long sampled;

  /** Bytes to come that had a say in the choice of their dictionary; it is not asked about them. */
  private long hadSay;

  ZstdStoredFieldsWriter(
      Directory directory, SegmentInfo segment, IOContext context, ZstdSettings settings)
      throws IOException {
    this.settings = settings;
    this.segment = segment.name;
    this.blockBytes = settings.blockBytes();
    this.store = ZstdDictionaryStore.of(segment.dir);
    this.waiting = settings.dictionaryBytes() == 0 ? null : new WaitingBlocks(settings);
    this.blocks = new DocBlockWriter(directory, segment, context, settings);
  }

  @Override
  public void startDocument() {
    fields = 0;
    documentStart = current.length();
    current.writeByte((byte) 0);
  }

  @Override
  public void finishDocument() throws IOException {
    current.patchCount(documentStart, fields);
    documentAdded();
  }

  private void documentAdded() throws IOException {
    ends = ArrayUtil.grow(ends, currentDocs + 1);
    ends[currentDocs++] = current.length();
    // A document without fields is one byte.
    boolean noFields = current.length() == currentDocs;
    if (current.length() >= blockBytes
        || currentDocs >= settings.mostDocs(noFields)
        || current.isBlockOfNumbers(currentDocs, settings)) {
      endBlock(true);
    }
  }

  /** Takes one document of another segment as it is serialized there, if it lies in one piece. */
  boolean copyDocument(ZstdStoredFieldsReader from, int docID) throws IOException {
    if (!from.copyDocument(docID, current)) {
      return false;
    }
    documentAdded();
    return true;
  }

  /** Ends the block in the making; {@code full} tells whether it has reached its size. */
  void endBlock(boolean full) throws IOException {
    if (currentDocs == 0) {
      return;
    }
    if (waiting == null) {
      writeWatched(current.bytes(), current.length(), currentDocs, full);
      clearCurrent();
    } else {
      waiting.add(takeCurrent(full));
    }
    if (waiting != null) {
      considerDictionary();
    }
  }

  private WaitingBlock takeCurrent(boolean full) {
    byte[] content = Arrays.copyOf(current.bytes(), current.length());
    WaitingBlock block = new WaitingBlock(content, Arrays.copyOf(ends, currentDocs), full);
    clearCurrent();
    return block;
  }

  private void clearCurrent() {
    currentDocs = 0;
    current.clear();
  }

  /** Writes a block; those that follow wait if documents have changed. */
  private void writeWatched(byte[] content, int length, int docs, boolean full) throws IOException {
    long bytes = blocks.write(content, length, docs, full);
    if (hadSay > 0) {
      hadSay -= length;
    } else if (drift.hasDrifted(length, bytes)) {
      reconsider();
    }
  }

  private void considerDictionary() throws IOException {
    if (choice == null && waiting.isEnough()) {
      startChoice();
    }
    if (choice != null && (choice.isDone() || waiting.isMost())) {
      takeChoice();
    }
  }

  private void startChoice() {
    choice = new ZstdDictionaryChoice(store, waiting.sample(), settings);
    sampled = waiting.bytes();
  }

  private void takeChoice() throws IOException {
    ZstdDictionary chosen;
    try {
      chosen = choice.take();
    } catch (IOException | RuntimeException e) {
      chosen = afterFailure(e);
    }
    choice = null;
    try {
      decide(chosen, sampled);
    } finally {
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  /**
   * The dictionary to go on with when none could be chosen, retained: the one that there is, or
   * null. Nothing of the segment is lost by such a failure, and it takes more disk at worst.
   */
  private ZstdDictionary afterFailure(Exception failure) {
    // Whatever else a choice throws is a bug, and tests are to find it.
    assert failure instanceof IOException : failure;
    store.warn(segment, failure);
    ZstdDictionary used = blocks.dictionary();
    return used == null ? null : used.retain();
  }

  /** Settles the dictionary, null for none, and writes the blocks that waited for it. */
  void decide(ZstdDictionary chosen) throws IOException {
    decide(chosen, Long.MAX_VALUE);
    hadSay = 0;
  }

  /** The same where only the first bytes had a say; the others may turn out to be different. */
  private void decide(ZstdDictionary chosen, long bytesWithSay) throws IOException {
    ZstdDictionary before = blocks.dictionary();
    blocks.useDictionary(chosen);
    ZstdDictionary used = blocks.dictionary();
    drift.restart(used != before);
    List<WaitingBlock> ready = waiting == null ? new ArrayList<>() : waiting.blocks();
    if (currentDocs > 0) {
      ready.add(takeCurrent(false));
    }
    waiting = null;
    hadSay = bytesWithSay;
    blockBytes = settings.blockBytes();
    if (used != null) {
      blockBytes = used.blockBytes(blockBytes, settings.level());
    }
    boolean cutAnew = blockBytes < settings.blockBytes();
    for (WaitingBlock block : ready) {
      if (cutAnew) {
        addAgain(block);
      } else if (waiting != null) {
        waiting.add(block);
      } else {
        writeWatched(block.bytes(), block.length(), block.docs(), block.full());
      }
    }
  }

  /** Adds the documents of a block to smaller ones. */
  private void addAgain(WaitingBlock block) throws IOException {
    int start = 0;
    for (int doc = 0; doc < block.docs(); doc++) {
      current.writeBytes(block.bytes(), start, block.end(doc) - start);
      documentAdded();
      start = block.end(doc);
    }
  }

  /** Writes blocks that wait, because others are to follow that wait for nothing. */
  void settle() throws IOException {
    if (choice != null) {
      takeChoice();
    }
    // What is left of a segment that has one dictionary already is a good sample at half the size.
    while (waiting != null
        && (waiting.isEnough() || (blocks.dictionary() != null && waiting.isHalfEnough()))) {
      // Cutting blocks anew may have started one.
      if (choice == null) {
        startChoice();
      }
      takeChoice();
    }
    if (waiting != null) {
      settleWithWhatIsKnown();
    }
    // What is left of blocks that were cut anew.
    endBlock(false);
  }

  /** Too few blocks for a dictionary of their own get one that there is. */
  private void settleWithWhatIsKnown() throws IOException {
    if (blocks.dictionary() == null || waiting.bytes() < MIN_KNOWN_BYTES) {
      decide(blocks.dictionary());
      return;
    }
    ZstdDictionary chosen;
    try {
      chosen = store.chooseKnown(waiting.sample(), settings);
    } catch (IOException | RuntimeException e) {
      chosen = afterFailure(e);
    }
    try {
      decide(chosen == null ? blocks.dictionary() : chosen);
    } finally {
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  /** Has the next documents wait for a choice: they may differ from those before. */
  void reconsider() {
    if (waiting == null && settings.dictionaryBytes() > 0) {
      waiting = new WaitingBlocks(settings);
    }
  }

  DocBlockWriter blocks() {
    return blocks;
  }

  ZstdSettings settings() {
    return settings;
  }

  ZstdDictionaryStore store() {
    return store;
  }

  @Override
  public void writeField(FieldInfo info, int value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_INT);
    current.writeZInt(value);
  }

  @Override
  public void writeField(FieldInfo info, long value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_LONG);
    current.writeZLong(value);
  }

  @Override
  public void writeField(FieldInfo info, float value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_FLOAT);
    current.writeInt(Float.floatToIntBits(value));
  }

  @Override
  public void writeField(FieldInfo info, double value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_DOUBLE);
    current.writeLong(Double.doubleToLongBits(value));
  }

  @Override
  public void writeField(FieldInfo info, BytesRef value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_BYTES);
    current.writeVInt(value.length);
    current.writeBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void writeField(FieldInfo info, StoredFieldDataInput value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_BYTES);
    current.writeVInt(value.length());
    current.copyBytes(value.in(), value.length());
  }

  @Override
  public void writeField(FieldInfo info, String value) throws IOException {
    fields++;
    FieldCoding.writeKey(current, info, TYPE_STRING);
    current.writeString(value);
  }

  @Override
  public int merge(MergeState mergeState) throws IOException {
    return new StoredFieldsMerger(this, mergeState).merge();
  }

  /** A visitor that writes what it sees into the block in the making. */
  MergeVisitor mergeVisitor(MergeState mergeState, int readerIndex) {
    return new MergeVisitor(mergeState, readerIndex);
  }

  @Override
  public void finish(int numDocs) throws IOException {
    endBlock(false);
    settle();
    if (blocks.numDocs() != numDocs) {
      throw new IllegalStateException(
          "documents written: " + blocks.numDocs() + ", documents announced: " + numDocs);
    }
    blocks.finish();
  }

  @Override
  public long ramBytesUsed() {
    long endsBytes = (long) ends.length * Integer.BYTES;
    long waitingBytes = waiting == null ? 0 : waiting.ramBytesUsed();
    return current.ramBytesUsed() + endsBytes + waitingBytes + blocks.ramBytesUsed();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(choice, blocks);
    choice = null;
  }
}
