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
package dev.streak.termsindex;

import dev.streak.offheap.BlockCache;
import dev.streak.offheap.BlockHandles;
import dev.streak.offheap.BlockLoader;
import dev.streak.offheap.BlockMemory;
import dev.streak.offheap.BlockVerification;
import dev.streak.offheap.CachePolicy;
import dev.streak.offheap.SegmentFileKey;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.StringHelper;

/**
 * The terms index of a segment, see {@link TermsIndexWriter}. On the heap it keeps a few dozen
 * bytes for each block; the blocks themselves are in the cache.
 */
public final class TermsIndexReader implements Closeable {
  private static final int READ_CHUNK_BYTES = 8 << 10;

  private final IndexInput input;
  private final TermsIndexDirectory directory;
  private final BlockHandles<FstBlock> handles;

  /** Of what is not in the cache. */
  private final BlockVerification verification;

  /** Opens the file of a segment, whose blocks go to the given cache. */
  public TermsIndexReader(SegmentReadState state, BlockCache cache) throws IOException {
    String fileName =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, TermsIndexWriter.EXTENSION);
    input = state.directory.openInput(fileName, state.context);
    boolean success = false;
    try {
      CodecUtil.checkIndexHeader(
          input,
          TermsIndexWriter.CODEC_NAME,
          TermsIndexWriter.VERSION_START,
          TermsIndexWriter.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      long blocksStart = input.getFilePointer();
      CodecUtil.retrieveChecksum(input);
      directory = TermsIndexDirectory.read(input, blocksStart);
      verification =
          new BlockVerification(directory.blockCount(), blockIndex -> read(blockIndex, null));
      handles =
          cache.open(
              new SegmentFileKey(StringHelper.idToString(state.segmentInfo.getId()), fileName),
              directory.blockCount(),
              new Loader());
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(input);
      }
    }
  }

  /**
   * Returns the index of a field.
   *
   * @param policy how its blocks are kept; pinned ones are loaded now. Not in spare room, which is
   *     for what an index leads to
   * @return null if the field has no terms
   */
  public FieldTermsIndex field(int fieldNumber, CachePolicy policy) throws IOException {
    if (policy == CachePolicy.SPARE_ROOM) {
      throw new IllegalArgumentException(
          "policy of a terms index must be PINNED, CACHED or UNCACHED: policy=" + policy);
    }
    FieldBlocks field = directory.field(fieldNumber);
    if (field == null) {
      return null;
    }
    FieldTermsIndex index = new FieldTermsIndex(this, field, policy);
    if (policy == CachePolicy.PINNED) {
      index.warm();
    } else if (policy == CachePolicy.UNCACHED) {
      handles.leaveCold(field.firstBlock(), field.blockCount());
    }
    return index;
  }

  /** Verifies the whole file. */
  public void checkIntegrity() throws IOException {
    CodecUtil.checksumEntireFile(input);
  }

  BlockHandles<FstBlock> handles() {
    return handles;
  }

  /** Returns a block in the cache, or null if it is to be read from the directory. */
  FstBlock block(int blockIndex, CachePolicy policy) throws IOException {
    return switch (policy) {
      case PINNED -> handles.pin(blockIndex);
      case CACHED -> handles.get(blockIndex);
      case SPARE_ROOM, UNCACHED -> {
        handles.recordBypass();
        yield null;
      }
    };
  }

  /** Returns a block as it lies in the directory, verified once. */
  DirectoryFstBlock openInDirectory(int blockIndex) throws IOException {
    long start = directory.blockStart(blockIndex);
    int length = directory.blockLength(blockIndex);
    verification.verifyOnce(blockIndex);
    return new DirectoryFstBlock(input.randomAccessSlice(start, length), length, input);
  }

  /** Reads a block from its beginning to its end and verifies it. */
  private void read(int blockIndex, ByteBuffer target) throws IOException {
    long start = directory.blockStart(blockIndex);
    int remaining = directory.blockLength(blockIndex);
    IndexInput in = input.clone();
    // One request to the disk where the file is mapped, not one for each page that is missing.
    in.prefetch(start, remaining);
    in.seek(start);
    int expected = in.readInt();
    remaining -= Integer.BYTES;
    if (target != null) {
      target.order(ByteOrder.LITTLE_ENDIAN).putInt(expected);
    }
    CRC32C checksum = new CRC32C();
    byte[] chunk = new byte[Math.min(remaining, READ_CHUNK_BYTES)];
    while (remaining > 0) {
      int length = Math.min(remaining, chunk.length);
      in.readBytes(chunk, 0, length);
      checksum.update(chunk, 0, length);
      if (target != null) {
        target.put(chunk, 0, length);
      }
      remaining -= length;
    }
    BlockVerification.compare(
        "FST block " + blockIndex, start, (int) checksum.getValue(), expected, input);
  }

  @Override
  public void close() throws IOException {
    handles.close();
    input.close();
  }

  @Override
  public String toString() {
    return "TermsIndexReader(" + input + ")";
  }

  private final class Loader implements BlockLoader<FstBlock> {
    @Override
    public int lengthBytes(int blockIndex) {
      return directory.blockLength(blockIndex);
    }

    @Override
    public void load(int blockIndex, ByteBuffer target) throws IOException {
      read(blockIndex, target);
    }

    @Override
    public FstBlock open(int blockIndex, BlockMemory memory) throws IOException {
      return new FstBlock(memory, input);
    }
  }
}
