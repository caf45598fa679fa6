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

import static dev.streak.compression.StoredFieldsDescriptor.INDEX_BLOCK_SHIFT;
import static dev.streak.compression.StoredFieldsDescriptor.META_CODEC;
import static dev.streak.compression.StoredFieldsDescriptor.VERSION_CURRENT;
import static dev.streak.compression.StoredFieldsDescriptor.VERSION_START;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.packed.DirectMonotonicReader;

/**
 * What the meta file says about a segment. Behind it in the file are the dictionaries and which
 * blocks they are of, which {@link SegmentDictionaries} reads.
 *
 * @param settings what the segment was written with
 * @param numDocs documents
 * @param numBlocks blocks
 * @param shortBlocks blocks that ended before they were full
 * @param shortDocs documents in those
 * @param rawBytes content of all blocks; like the two before an estimate after parts were copied
 * @param dataEnd where the last block ends in the data file
 * @param indexEnd where the block index ends in the index file
 * @param pointersStart where the second array of the index file begins
 * @param docBases how to read the first array
 * @param pointers how to read the second array
 */
record SegmentMeta(
    ZstdSettings settings,
    int numDocs,
    long numBlocks,
    long shortBlocks,
    int shortDocs,
    long rawBytes,
    long dataEnd,
    long indexEnd,
    long pointersStart,
    DirectMonotonicReader.Meta docBases,
    DirectMonotonicReader.Meta pointers) {

  static void writeSettings(IndexOutput out, ZstdSettings settings) throws IOException {
    out.writeVInt(settings.level());
    out.writeVInt(settings.blockBytes());
    out.writeVInt(settings.maxDocsPerBlock());
    out.writeVInt(settings.dictionaryBytes());
  }

  /**
   * Reads a meta file up to the dictionaries. The checksum of all comes first: after that its
   * numbers may be believed.
   */
  static SegmentMeta read(IndexInput in, byte[] segmentId, int maxDoc) throws IOException {
    CodecUtil.checksumEntireFile(in);
    in.seek(0);
    CodecUtil.checkIndexHeader(in, META_CODEC, VERSION_START, VERSION_CURRENT, segmentId, "");
    ZstdSettings settings = readSettings(in);
    int numDocs = in.readVInt();
    if (numDocs != maxDoc) {
      throw new CorruptIndexException(
          "number of documents is " + numDocs + ", must be the segment's " + maxDoc, in);
    }
    long numBlocks = in.readVLong();
    long shortBlocks = in.readVLong();
    int shortDocs = in.readVInt();
    checkCount("number of blocks", numBlocks, numDocs, in);
    checkCount("number of short blocks", shortBlocks, numBlocks, in);
    checkCount("number of documents in short blocks", shortDocs, numDocs, in);
    long rawBytes = in.readVLong();
    long dataEnd = in.readVLong();
    long pointersStart = in.readVLong();
    long indexEnd = in.readVLong();
    long mostBytes = Long.MAX_VALUE - CodecUtil.footerLength();
    checkCount("end of the blocks", dataEnd, mostBytes, in);
    checkCount("end of the block index", indexEnd, mostBytes, in);
    var docBases = DirectMonotonicReader.loadMeta(in, numBlocks + 1, INDEX_BLOCK_SHIFT);
    var pointers = DirectMonotonicReader.loadMeta(in, numBlocks + 1, INDEX_BLOCK_SHIFT);
    return new SegmentMeta(
        settings,
        numDocs,
        numBlocks,
        shortBlocks,
        shortDocs,
        rawBytes,
        dataEnd,
        indexEnd,
        pointersStart,
        docBases,
        pointers);
  }

  private static void checkCount(String what, long count, long most, IndexInput in)
      throws CorruptIndexException {
    if (count < 0 || count > most) {
      throw new CorruptIndexException(what + " is " + count + ", must be 0 to " + most, in);
    }
  }

  /** Fails unless all of a meta file was read. */
  static void checkEnd(IndexInput in) throws IOException {
    if (in.getFilePointer() != in.length() - CodecUtil.footerLength()) {
      throw new CorruptIndexException(
          "end of the content is "
              + in.getFilePointer()
              + ", must be "
              + (in.length() - CodecUtil.footerLength()),
          in);
    }
  }

  private static ZstdSettings readSettings(IndexInput in) throws IOException {
    try {
      return new ZstdSettings(in.readVInt(), in.readVInt(), in.readVInt(), in.readVInt());
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException(e.getMessage(), in, e);
    }
  }
}
