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

import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.IOUtils;

/**
 * Writes the terms index of a segment: for each field the keys of its term blocks, in order, cut
 * into FSTs of bounded size. See {@code docs/format.md} for the bytes.
 *
 * <p>Usage: {@link #startField}, {@link #add} for each key, {@link #finishField}, and {@link
 * #finish} when all fields are done.
 */
public final class TermsIndexWriter implements Closeable {
  /** Extension of the file. */
  public static final String EXTENSION = "sti";

  /** The default of {@code targetBlockBytes}. */
  public static final int DEFAULT_TARGET_BLOCK_BYTES = 16 << 10;

  /** The smallest {@code targetBlockBytes}. */
  public static final int MIN_TARGET_BLOCK_BYTES = 64;

  /** The largest {@code targetBlockBytes}. */
  public static final int MAX_TARGET_BLOCK_BYTES = 1 << 20;

  static final String CODEC_NAME = "StreakTermsIndex";
  static final int VERSION_START = 0;
  static final int VERSION_CURRENT = VERSION_START;

  /** Length of what follows the directory: where it begins, its checksum. */
  static final int TAIL_BYTES = Long.BYTES + Integer.BYTES;

  private final IndexOutput output;
  private final int targetBlockBytes;
  private final ByteBuffersDataOutput directory = new ByteBuffersDataOutput();
  private final ByteBuffersDataOutput fieldDirectory = new ByteBuffersDataOutput();
  private final BytesRefBuilder lastKey = new BytesRefBuilder();
  private FstBlockBuilder block;
  private int fieldCount;
  private int fieldBlockCount;
  private int fieldNumber = -1;
  private long keyCount;
  private long lastPointer;

  /** Creates the file of a segment. */
  public TermsIndexWriter(SegmentWriteState state, int targetBlockBytes) throws IOException {
    if (targetBlockBytes < MIN_TARGET_BLOCK_BYTES || targetBlockBytes > MAX_TARGET_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "targetBlockBytes must be in ["
              + MIN_TARGET_BLOCK_BYTES
              + ", "
              + MAX_TARGET_BLOCK_BYTES
              + "]: targetBlockBytes="
              + targetBlockBytes);
    }
    this.targetBlockBytes = targetBlockBytes;
    output =
        state.directory.createOutput(
            IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, EXTENSION),
            state.context);
    boolean success = false;
    try {
      CodecUtil.writeIndexHeader(
          output, CODEC_NAME, VERSION_CURRENT, state.segmentInfo.getId(), state.segmentSuffix);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(output);
      }
    }
  }

  /** Begins a field. */
  public void startField(int number) {
    assert fieldNumber == -1 : "field " + fieldNumber + " is not finished";
    if (number < 0) {
      throw new IllegalArgumentException("field number must be >= 0: number=" + number);
    }
    fieldNumber = number;
    fieldBlockCount = 0;
    keyCount = 0;
    lastPointer = 0;
    fieldDirectory.reset();
  }

  /**
   * Adds a key and where the terms from it on are found.
   *
   * @param minKey greater than all keys of the field before it
   * @param blockPointer not less than the pointers before it
   */
  public void add(BytesRef minKey, long blockPointer) throws IOException {
    assert fieldNumber >= 0 : "no field is started";
    if (blockPointer < lastPointer) {
      throw new IllegalArgumentException(
          "blockPointer must not fall: blockPointer=" + blockPointer + " last=" + lastPointer);
    }
    if (keyCount > 0 && lastKey.get().compareTo(minKey) >= 0) {
      throw new IllegalArgumentException(
          "keys must rise: minKey=" + minKey + " last=" + lastKey.get());
    }
    if (block != null && block.sizeBytes() >= targetBlockBytes) {
      finishBlock();
    }
    if (block == null) {
      block = new FstBlockBuilder(minKey, blockPointer);
    }
    block.add(minKey, blockPointer);
    lastKey.copyBytes(minKey);
    lastPointer = blockPointer;
    keyCount++;
  }

  private void finishBlock() throws IOException {
    byte[] bytes = block.finish();
    output.writeBytes(bytes, bytes.length);
    fieldDirectory.writeVInt(bytes.length);
    if (fieldBlockCount > 0) {
      BytesRef firstKey = block.firstKey();
      fieldDirectory.writeVInt(firstKey.length);
      fieldDirectory.writeBytes(firstKey.bytes, firstKey.offset, firstKey.length);
    }
    fieldBlockCount++;
    block = null;
  }

  /** Ends a field. A field without keys leaves no trace. */
  public void finishField() throws IOException {
    if (block != null) {
      finishBlock();
    }
    if (fieldBlockCount > 0) {
      directory.writeVInt(fieldNumber);
      directory.writeVInt(fieldBlockCount);
      fieldDirectory.copyTo(directory);
      fieldCount++;
    }
    fieldNumber = -1;
  }

  /** Completes the file. */
  public void finish() throws IOException {
    assert fieldNumber == -1 : "field " + fieldNumber + " is not finished";
    ByteBuffersDataOutput whole = new ByteBuffersDataOutput();
    whole.writeVInt(fieldCount);
    directory.copyTo(whole);
    byte[] bytes = whole.toArrayCopy();
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    long start = output.getFilePointer();
    output.writeBytes(bytes, bytes.length);
    output.writeLong(start);
    output.writeInt((int) checksum.getValue());
    CodecUtil.writeFooter(output);
  }

  @Override
  public void close() throws IOException {
    output.close();
  }
}
