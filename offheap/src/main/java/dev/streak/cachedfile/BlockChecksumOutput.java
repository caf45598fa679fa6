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
package dev.streak.cachedfile;

import dev.streak.cache.blocks.BlockVerification;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/** Writes a file and takes the checksums of its blocks on the way; closing writes those. */
final class BlockChecksumOutput extends FilterIndexOutput {
  private final Directory directory;
  private final byte[] segmentId;
  private final String suffix;
  private final IOContext context;
  private final byte[] block = new byte[BlockChecksums.BLOCK_BYTES];
  private int blockLength;
  private int[] checksums = new int[4];
  private int blockCount;
  private boolean closed;

  BlockChecksumOutput(
      IndexOutput out, Directory directory, byte[] segmentId, String suffix, IOContext context) {
    super("BlockChecksumOutput(" + out + ")", out.getName(), out);
    this.directory = directory;
    this.segmentId = segmentId;
    this.suffix = suffix;
    this.context = context;
  }

  @Override
  public void writeByte(byte b) throws IOException {
    out.writeByte(b);
    block[blockLength++] = b;
    if (blockLength == block.length) {
      finishBlock();
    }
  }

  @Override
  public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
    out.writeBytes(bytes, offset, length);
    int from = offset;
    int end = offset + length;
    while (from < end) {
      int part = Math.min(end - from, block.length - blockLength);
      System.arraycopy(bytes, from, block, blockLength, part);
      from += part;
      blockLength += part;
      if (blockLength == block.length) {
        finishBlock();
      }
    }
  }

  private void finishBlock() {
    if (blockCount == checksums.length) {
      checksums = Arrays.copyOf(checksums, 2 * checksums.length);
    }
    checksums[blockCount++] = BlockVerification.checksum(block, blockLength);
    blockLength = 0;
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    long length = out.getFilePointer();
    out.close();
    if (blockLength > 0) {
      finishBlock();
    }
    new BlockChecksums(length, Arrays.copyOf(checksums, blockCount))
        .write(directory, getName(), segmentId, suffix, context);
  }
}
