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

import static dev.streak.compression.StoredFieldsDescriptor.DATA_CODEC;
import static dev.streak.compression.StoredFieldsDescriptor.DATA_EXTENSION;
import static dev.streak.compression.StoredFieldsDescriptor.INDEX_BLOCK_SHIFT;
import static dev.streak.compression.StoredFieldsDescriptor.INDEX_CODEC;
import static dev.streak.compression.StoredFieldsDescriptor.INDEX_EXTENSION;
import static dev.streak.compression.StoredFieldsDescriptor.META_CODEC;
import static dev.streak.compression.StoredFieldsDescriptor.META_EXTENSION;
import static dev.streak.compression.StoredFieldsDescriptor.TOKEN_DOCS_SHIFT;
import static dev.streak.compression.StoredFieldsDescriptor.TOKEN_SLICED;
import static dev.streak.compression.StoredFieldsDescriptor.VERSION_CURRENT;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.ByteBuffersIndexOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.packed.DirectMonotonicWriter;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;

/** Writes a segment's three files from whole blocks. */
final class DocBlockWriter implements Closeable {
  private final ZstdSettings settings;
  private final IndexOutput data;
  private final IndexOutput index;
  private final IndexOutput meta;
  private final PackedLongValues.Builder docBases =
      PackedLongValues.monotonicBuilder(PackedInts.COMPACT);
  private final PackedLongValues.Builder pointers =
      PackedLongValues.monotonicBuilder(PackedInts.COMPACT);

  /** Made with the first block that is compressed. */
  private FrameCompressor compressor;

  private final NumberedDictionaries dictionaries = new NumberedDictionaries();

  private final ZstdDictionaryStretches stretches = new ZstdDictionaryStretches();

  /** What the next block is compressed with, or null for none; one of the segment's. */
  private ZstdDictionary dictionary;

  private int numDocs;
  private long shortBlocks;
  private int shortDocs;
  private long rawBytes;
  private long ramBytesUsed;

  DocBlockWriter(Directory directory, SegmentInfo segment, IOContext context, ZstdSettings settings)
      throws IOException {
    this.settings = settings;
    IndexOutput[] outputs = new IndexOutput[3];
    boolean success = false;
    try {
      outputs[0] = create(directory, segment, context, DATA_EXTENSION, DATA_CODEC);
      outputs[1] = create(directory, segment, context, INDEX_EXTENSION, INDEX_CODEC);
      outputs[2] = create(directory, segment, context, META_EXTENSION, META_CODEC);
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(outputs);
      }
    }
    data = outputs[0];
    index = outputs[1];
    meta = outputs[2];
  }

  private static IndexOutput create(
      Directory directory, SegmentInfo segment, IOContext context, String extension, String codec)
      throws IOException {
    IndexOutput out =
        directory.createOutput(
            IndexFileNames.segmentFileName(segment.name, "", extension), context);
    boolean success = false;
    try {
      CodecUtil.writeIndexHeader(out, codec, VERSION_CURRENT, segment.getId(), "");
      success = true;
      return out;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(out);
      }
    }
  }

  /**
   * Sets the dictionary of the next blocks, null for none, and takes a reference. A segment that
   * has as many as it may goes on with the one it has.
   */
  void useDictionary(ZstdDictionary next) throws IOException {
    if (next == dictionary || !mayHave(next)) {
      return;
    }
    dictionaries.number(next);
    dictionary = next;
    if (compressor != null) {
      compressor.close();
      compressor = null;
    }
  }

  /** Gives dictionaries a place, so that their blocks can be copied whatever comes between. */
  void reserve(Collection<ZstdDictionary> reserved) {
    reserved.forEach(dictionaries::number);
  }

  /** Whether the segment has a dictionary or has room for it. */
  boolean mayHave(ZstdDictionary other) {
    return other == null
        || dictionaries.contains(other)
        || dictionaries.size() < settings.maxDictionaries();
  }

  ZstdDictionary dictionary() {
    return dictionary;
  }

  /** Documents in the blocks written so far. */
  int numDocs() {
    return numDocs;
  }

  /** Writes a block and returns its bytes; {@code full} tells whether its size ended it. */
  long write(byte[] content, int length, int docs, boolean full) throws IOException {
    if (compressor == null) {
      int level = settings.level();
      compressor =
          new FrameCompressor(dictionary == null ? level : dictionary.level(level), dictionary);
    }
    long start = data.getFilePointer();
    addIndexEntry(docs, start);
    stretches.add(1, dictionaries.number(dictionary));
    if (!full) {
      shortBlocks++;
      shortDocs += docs;
    }
    boolean sliced = length > settings.sliceBytes();
    data.writeVInt(docs << TOKEN_DOCS_SHIFT | (sliced ? TOKEN_SLICED : 0));
    data.writeVInt(length);
    int step = sliced ? settings.sliceBytes() : length;
    int part;
    for (int at = 0; at < length; at += part) {
      part = Math.min(step, length - at);
      int frameLength =
          settings.isForSpeed()
              ? compressor.compressOrStore(content, at, part)
              : compressor.compress(content, at, part);
      if (sliced) {
        data.writeVInt(frameLength);
      }
      data.writeBytes(compressor.frame(), 0, frameLength);
    }
    rawBytes += length;
    // Asked for after every document, and not cheap to find out.
    ramBytesUsed =
        docBases.ramBytesUsed()
            + pointers.ramBytesUsed()
            + stretches.ramBytesUsed()
            + compressor.ramBytesUsed();
    return data.getFilePointer() - start;
  }

  private void addIndexEntry(int docs, long pointer) {
    docBases.add(numDocs);
    pointers.add(pointer);
    numDocs += docs;
  }

  /**
   * Copies whole blocks as they are, with the dictionaries that they were compressed with. Nothing
   * in a block depends on its place, so that only the index is written anew.
   */
  void copy(ZstdStoredFieldsReader from, long firstBlock, long endBlock) throws IOException {
    DocBlockIndex blocks = from.blockIndex();
    long start = blocks.pointer(firstBlock);
    long shift = data.getFilePointer() - start;
    long end = start;
    int docBase = blocks.docBase(firstBlock);
    int docsBefore = numDocs;
    for (long block = firstBlock; block < endBlock; block++) {
      int nextBase = blocks.docEnd(block, docBase);
      addIndexEntry(nextBase - docBase, end + shift);
      docBase = nextBase;
      end = blocks.end(block, end);
    }
    for (long block = firstBlock; block < endBlock; ) {
      SegmentDictionaries theirs = from.dictionaries();
      long next = Math.min(endBlock, theirs.endOfStretch(block));
      stretches.add(next - block, dictionaries.number(theirs.of(block)));
      block = next;
    }
    IndexInput source = from.data();
    source.seek(start);
    data.copyBytes(source, end - start);
    // Exact where a segment is copied whole, which is the usual case; else its share, which never
    // is more than was copied.
    double share = (double) (endBlock - firstBlock) / from.meta().numBlocks();
    shortBlocks += Math.min(Math.round(share * from.meta().shortBlocks()), endBlock - firstBlock);
    shortDocs += (int) Math.min(Math.round(share * from.meta().shortDocs()), numDocs - docsBefore);
    rawBytes += Math.round(share * from.meta().rawBytes());
  }

  /** Writes index and meta and the footers. */
  void finish() throws IOException {
    docBases.add(numDocs);
    pointers.add(data.getFilePointer());
    SegmentMeta.writeSettings(meta, settings);
    meta.writeVInt(numDocs);
    meta.writeVLong(docBases.size() - 1);
    meta.writeVLong(shortBlocks);
    meta.writeVInt(shortDocs);
    meta.writeVLong(rawBytes);
    meta.writeVLong(data.getFilePointer());
    // The arrays' lengths stand before their descriptions, so both are put together first.
    ByteBuffersDataOutput description = new ByteBuffersDataOutput();
    try (IndexOutput lines = new ByteBuffersIndexOutput(description, "lines", "lines")) {
      writeArray(lines, docBases.build());
      meta.writeVLong(index.getFilePointer());
      writeArray(lines, pointers.build());
      meta.writeVLong(index.getFilePointer());
    }
    description.copyTo(meta);
    meta.writeVInt(dictionaries.size());
    for (ZstdDictionary each : dictionaries.all()) {
      each.content().write(meta);
    }
    stretches.write(meta);
    CodecUtil.writeFooter(meta);
    CodecUtil.writeFooter(index);
    CodecUtil.writeFooter(data);
  }

  private void writeArray(IndexOutput lines, PackedLongValues values) throws IOException {
    DirectMonotonicWriter writer =
        DirectMonotonicWriter.getInstance(lines, index, values.size(), INDEX_BLOCK_SHIFT);
    PackedLongValues.Iterator iterator = values.iterator();
    while (iterator.hasNext()) {
      writer.add(iterator.next());
    }
    writer.finish();
  }

  long ramBytesUsed() {
    return ramBytesUsed;
  }

  @Override
  public void close() throws IOException {
    try {
      IOUtils.close(data, index, meta);
    } finally {
      if (compressor != null) {
        compressor.close();
        compressor = null;
      }
      dictionaries.close();
      dictionary = null;
    }
  }
}
