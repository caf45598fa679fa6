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
import static dev.streak.compression.StoredFieldsDescriptor.INDEX_CODEC;
import static dev.streak.compression.StoredFieldsDescriptor.INDEX_EXTENSION;
import static dev.streak.compression.StoredFieldsDescriptor.META_EXTENSION;
import static dev.streak.compression.StoredFieldsDescriptor.VERSION_CURRENT;
import static dev.streak.compression.StoredFieldsDescriptor.VERSION_START;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/**
 * Reads stored fields. The reader that opened the segment owns its native state: a share in the
 * pool of contexts and references to the dictionaries. Clones own heap memory only, so nothing is
 * lost when they are dropped without being closed, as Lucene does.
 */
final class ZstdStoredFieldsReader extends StoredFieldsReader {
  /** Blocks that were prefetched lately and need not be again; scanned whole, so kept short. */
  private static final int PREFETCHED = 16;

  private final FieldInfos fieldInfos;
  private final SegmentMeta meta;
  private final IndexInput data;
  private final FrameReads.Experience experience;
  private final IndexInput index;
  private final long indexStart;
  private final SegmentDictionaries dictionaries;
  private final boolean isClone;
  private final DocBlockIndex blocks;
  private final DocBlockInput block;
  private final long[] prefetched = new long[PREFETCHED];
  private int nextPrefetched;

  /** The document that begins where {@link #block} stands; -1 if that is in a document's midst. */
  private int docAtPosition = -1;

  private boolean closed;

  ZstdStoredFieldsReader(
      Directory directory, SegmentInfo segment, FieldInfos infos, IOContext context)
      throws IOException {
    fieldInfos = infos;
    isClone = false;
    Arrays.fill(prefetched, -1);
    IndexInput openedData = null;
    IndexInput openedIndex = null;
    SegmentDictionaries shared = null;
    boolean success = false;
    try {
      try (IndexInput in = directory.openInput(fileName(segment, META_EXTENSION), context)) {
        meta = SegmentMeta.read(in, segment.getId(), segment.maxDoc());
        shared = SegmentDictionaries.read(in, meta.numBlocks());
        SegmentMeta.checkEnd(in);
      }
      openedData =
          directory.openInput(
              fileName(segment, DATA_EXTENSION),
              context.withHints(FileTypeHint.DATA, DataAccessHint.RANDOM));
      checkHeader(openedData, DATA_CODEC, segment);
      CodecUtil.retrieveChecksum(openedData, meta.dataEnd() + CodecUtil.footerLength());
      openedIndex =
          directory.openInput(
              fileName(segment, INDEX_EXTENSION),
              context.withHints(FileTypeHint.INDEX, DataAccessHint.RANDOM));
      indexStart = checkHeader(openedIndex, INDEX_CODEC, segment);
      CodecUtil.retrieveChecksum(openedIndex, meta.indexEnd() + CodecUtil.footerLength());
      // Small, and the one place where a flipped bit could lead to another document unnoticed.
      CodecUtil.checksumEntireFile(openedIndex);
      for (ZstdDictionary dictionary : shared.all()) {
        ZstdDictionaryStore.of(segment.dir).found(dictionary, meta.settings().dictionaryBytes());
      }
      data = openedData;
      experience = new FrameReads.Experience();
      index = openedIndex;
      dictionaries = shared;
      blocks = new DocBlockIndex(index, meta, indexStart);
      block =
          new DocBlockInput(data, experience, blocks, meta.settings().sliceBytes(), dictionaries);
      DecompressionContexts.retain();
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(openedData, openedIndex);
        if (shared != null) {
          shared.release();
        }
      }
    }
  }

  private ZstdStoredFieldsReader(ZstdStoredFieldsReader original) throws IOException {
    fieldInfos = original.fieldInfos;
    meta = original.meta;
    data = original.data.clone();
    experience = original.experience;
    index = original.index.clone();
    indexStart = original.indexStart;
    dictionaries = original.dictionaries;
    isClone = true;
    blocks = new DocBlockIndex(index, meta, indexStart);
    block = new DocBlockInput(data, experience, blocks, meta.settings().sliceBytes(), dictionaries);
    Arrays.fill(prefetched, -1);
  }

  private static String fileName(SegmentInfo segment, String extension) {
    return IndexFileNames.segmentFileName(segment.name, "", extension);
  }

  private static long checkHeader(IndexInput in, String codec, SegmentInfo segment)
      throws IOException {
    try {
      CodecUtil.checkIndexHeader(in, codec, VERSION_START, VERSION_CURRENT, segment.getId(), "");
    } catch (EOFException e) {
      throw new CorruptIndexException("the file ends within its header", in, e);
    }
    return in.getFilePointer();
  }

  @Override
  public void document(int docID, StoredFieldVisitor visitor) throws IOException {
    boolean success = false;
    try {
      seek(docID);
      int start = block.position();
      docAtPosition = -1;
      if (FieldCoding.visit(block, fieldInfos, visitor)) {
        docAtPosition = docID + 1;
      } else if (block.goBack(start)) {
        docAtPosition = docID;
      }
      success = true;
    } finally {
      if (!success) {
        block.invalidate();
      }
    }
  }

  private void seek(int docID) throws IOException {
    if (!block.contains(docID)) {
      block.load(docID);
      docAtPosition = block.docBase();
    } else if (docAtPosition < 0 || docAtPosition > docID) {
      block.rewind();
      docAtPosition = block.docBase();
    }
    while (docAtPosition < docID) {
      FieldCoding.skip(block);
      docAtPosition++;
    }
  }

  /**
   * Appends a document as it is serialized, without looking at its values. Returns false if that is
   * not possible because it lies in several slices.
   */
  boolean copyDocument(int docID, DocBlockBuffer out) throws IOException {
    boolean success = false;
    try {
      seek(docID);
      if (block.isSliced()) {
        success = true;
        return false;
      }
      int start = block.position();
      FieldCoding.skip(block);
      docAtPosition = docID + 1;
      block.copyTo(out, start, block.position());
      success = true;
      return true;
    } finally {
      if (!success) {
        block.invalidate();
      }
    }
  }

  @Override
  public void prefetch(int docID) throws IOException {
    long number = blocks.blockOf(docID);
    for (long recent : prefetched) {
      if (recent == number) {
        return;
      }
    }
    long start = blocks.pointer(number);
    block.announce(start, blocks.end(number, start));
    prefetched[nextPrefetched] = number;
    nextPrefetched = (nextPrefetched + 1) % PREFETCHED;
  }

  SegmentMeta meta() {
    return meta;
  }

  SegmentDictionaries dictionaries() {
    return dictionaries;
  }

  DocBlockIndex blockIndex() {
    return blocks;
  }

  IndexInput data() {
    return data;
  }

  @Override
  public void checkIntegrity() throws IOException {
    CodecUtil.checksumEntireFile(index);
    CodecUtil.checksumEntireFile(data);
  }

  @Override
  public StoredFieldsReader clone() {
    if (closed) {
      throw new AlreadyClosedException("the stored fields reader is closed");
    }
    try {
      return new ZstdStoredFieldsReader(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public StoredFieldsReader getMergeInstance() {
    return clone();
  }

  @Override
  public void close() throws IOException {
    if (closed || isClone) {
      closed = true;
      return;
    }
    closed = true;
    try {
      IOUtils.close(data, index);
    } finally {
      DecompressionContexts.release();
      dictionaries.release();
    }
  }

  @Override
  public String toString() {
    return "ZstdStoredFieldsReader(" + meta.settings() + ")";
  }
}
