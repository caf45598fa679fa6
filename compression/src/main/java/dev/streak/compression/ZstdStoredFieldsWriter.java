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
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * Writes stored fields. Documents gather in a block; full blocks of a segment that may get a
 * dictionary wait until there are enough of them to choose one by, which is also how a small
 * segment is recognized: it ends before that and does without.
 */
final class ZstdStoredFieldsWriter extends StoredFieldsWriter {
  /** While a dictionary is chosen, at most so many times the sample's bytes wait for it. */
  private static final int MAX_WAITING = 12;

  private final ZstdSettings settings;
  private final DictionaryStore store;
  private final BlockWriter blocks;
  private final BlockBuffer current = new BlockBuffer();
  private int currentDocs;
  private int documentStart;
  private int fields;

  /** Blocks that wait for the choice of a dictionary; null once it is made. */
  private List<Waiting> waiting;

  private long waitingBytes;

  /** Under way once enough blocks wait. */
  private DictionaryChoice choice;

  private record Waiting(BytesRef content, int docs, boolean full) {}

  ZstdStoredFieldsWriter(
      Directory directory, SegmentInfo segment, IOContext context, ZstdSettings settings)
      throws IOException {
    this.settings = settings;
    this.store = DictionaryStore.of(segment.dir);
    this.waiting = settings.dictionaryBytes() == 0 ? null : new ArrayList<>();
    this.blocks = new BlockWriter(directory, segment, context, settings);
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
    currentDocs++;
    if (current.length() >= settings.blockBytes() || currentDocs >= settings.maxDocsPerBlock()) {
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
      blocks.write(current.bytes(), current.length(), currentDocs, full);
    } else {
      BytesRef content = new BytesRef(Arrays.copyOf(current.bytes(), current.length()));
      waiting.add(new Waiting(content, currentDocs, full));
      waitingBytes += content.length;
    }
    currentDocs = 0;
    current.clear();
    if (waiting != null) {
      considerDictionary();
    }
  }

  private void considerDictionary() throws IOException {
    int enough = DictionaryTrainer.sampleBytes(settings.dictionaryBytes());
    if (choice == null && waitingBytes >= enough) {
      choice = new DictionaryChoice(store, sample(), settings);
    }
    if (choice != null && (choice.isDone() || waitingBytes >= MAX_WAITING * (long) enough)) {
      takeChoice();
    }
  }

  private List<byte[]> sample() {
    List<byte[]> sample = new ArrayList<>(waiting.size());
    for (Waiting block : waiting) {
      // Of a giant document the beginning will do.
      sample.add(
          block.content.length <= settings.sliceBytes()
              ? block.content.bytes
              : Arrays.copyOf(block.content.bytes, settings.sliceBytes()));
    }
    return sample;
  }

  private void takeChoice() throws IOException {
    Dictionary chosen = choice.take();
    choice = null;
    try {
      decide(chosen);
    } finally {
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  /** Settles the segment's dictionary, null for none, and writes the blocks that waited for it. */
  void decide(Dictionary chosen) throws IOException {
    blocks.useDictionary(chosen);
    List<Waiting> ready = waiting;
    waiting = null;
    waitingBytes = 0;
    if (ready != null) {
      for (Waiting block : ready) {
        blocks.write(block.content.bytes, block.content.length, block.docs, block.full);
      }
    }
  }

  /** Whether the dictionary is settled, so that blocks go to the file as they come. */
  boolean isDecided() {
    return waiting == null;
  }

  BlockWriter blocks() {
    return blocks;
  }

  ZstdSettings settings() {
    return settings;
  }

  DictionaryStore store() {
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
    if (choice != null) {
      takeChoice();
    } else if (waiting != null) {
      decide(null);
    }
    if (blocks.numDocs() != numDocs) {
      throw new IllegalStateException(
          "documents written: " + blocks.numDocs() + ", documents announced: " + numDocs);
    }
    blocks.finish();
  }

  @Override
  public long ramBytesUsed() {
    return current.ramBytesUsed() + waitingBytes + blocks.ramBytesUsed();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(choice, blocks);
    choice = null;
  }
}
