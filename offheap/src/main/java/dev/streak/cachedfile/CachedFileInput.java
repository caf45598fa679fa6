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

import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockHandle;
import dev.streak.cache.blocks.BlockLoader;
import dev.streak.cache.blocks.BlockStore;
import dev.streak.cache.blocks.BlockVerification;
import dev.streak.cache.blocks.HandleSource;
import dev.streak.cache.blocks.SegmentFileKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.StringHelper;

/**
 * A file whose slices are read from the cache; read as a whole, it does not touch the cache. Blocks
 * are verified wherever a slice reads them: when they are loaded, or once where they lie in the
 * directory.
 */
final class CachedFileInput extends FilterIndexInput {
  private final BlockChecksums checksums;
  private final HandleSource handles;
  private final CachePolicy policy;

  /** What clones are copied from; null if they are not read from the cache. */
  private final CachedFileSlice whole;

  /** Of what is not in the cache; null until there is some. Two threads may each make one. */
  private volatile BlockVerification verification;

  /**
   * How a file is read from the cache.
   *
   * @param clones whether clones are, and not slices alone
   */
  record Caching(CachePolicy policy, boolean clones, BlockStore cache) {}

  private CachedFileInput(
      IndexInput in, BlockChecksums checksums, SegmentFileKey key, Caching caching) {
    // The same string as that of the other, and not one more: many files may be open.
    super(in.toString(), in);
    this.checksums = checksums;
    this.policy = caching.policy;
    int blockCount = checksums.ofBlocks().length;
    this.handles =
        policy == CachePolicy.SPARE_ROOM
            ? caching.cache.openInSpareRoom(key, blockCount, new Loader())
            : caching.cache.open(key, blockCount, new Loader());
    this.whole = caching.clones ? new CachedFileSlice(this, "clone", 0, in.length()) : null;
    if (caching.clones) {
      whole.detectScans();
    }
  }

  /** Opens a file; one whose checksums cannot be used is read as if there were no cache. */
  static IndexInput open(SegmentReadState state, String name, IOContext context, Caching caching)
      throws IOException {
    byte[] segmentId = state.segmentInfo.getId();
    IndexInput in = state.directory.openInput(name, context);
    CachedFileInput input = null;
    boolean success = false;
    try {
      BlockChecksums checksums =
          BlockChecksums.readIfSound(
              state.directory, name, in.length(), segmentId, state.segmentSuffix);
      if (checksums == null) {
        success = true;
        return in;
      }
      input =
          new CachedFileInput(
              in, checksums, new SegmentFileKey(StringHelper.idToString(segmentId), name), caching);
      if (caching.policy == CachePolicy.PINNED) {
        input.pin();
      }
      success = true;
      return input;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(input == null ? in : input);
      }
    }
  }

  /** Loads all blocks, as far as the bound allows. */
  private void pin() throws IOException {
    int pinned = 0;
    while (pinned < handles.blockCount() && handles.pin(pinned) != null) {
      pinned++;
    }
  }

  /**
   * Returns a block for a scan, or null if it is not in the cache: it is neither loaded nor
   * verified.
   */
  BlockHandle blockIfHeld(int blockIndex) throws IOException {
    return handles.getIfHeld(blockIndex);
  }

  /** Returns a block, or null if it is not admitted; then it is verified in the directory. */
  BlockHandle block(int blockIndex) throws IOException {
    BlockHandle block =
        policy == CachePolicy.PINNED ? handles.pin(blockIndex) : handles.get(blockIndex);
    if (block == null) {
      verifyOnce(blockIndex);
    }
    return block;
  }

  private void verifyOnce(int blockIndex) throws IOException {
    BlockVerification known = verification;
    if (known == null) {
      known = new BlockVerification(handles.blockCount());
      verification = known;
    }
    if (known.isVerified(blockIndex) == false) {
      readVerified(blockIndex);
      known.setVerified(blockIndex);
    }
  }

  /** Returns a reader of its own for what is not admitted. */
  IndexInput uncached() {
    return in.clone();
  }

  @Override
  public IndexInput slice(String sliceDescription, long offset, long length) {
    checkSlice(sliceDescription, offset, length);
    return new CachedFileSlice(this, sliceDescription, offset, length);
  }

  @Override
  public IndexInput slice(String description, long offset, long length, IOContext context) {
    return slice(description, offset, length);
  }

  @Override
  public RandomAccessInput randomAccessSlice(long offset, long length) {
    checkSlice("random access", offset, length);
    return new CachedFileSlice(this, "random access", offset, length);
  }

  private void checkSlice(String description, long offset, long length) {
    if (offset < 0 || length < 0 || offset > length() - length) {
      throw new IllegalArgumentException(
          "slice out of bounds: "
              + description
              + " offset="
              + offset
              + " length="
              + length
              + " fileLength="
              + length());
    }
  }

  @Override
  public IndexInput clone() {
    if (whole == null) {
      return in.clone();
    }
    CachedFileSlice clone = whole.clone();
    clone.moveTo(getFilePointer());
    return clone;
  }

  /**
   * Has the disk fetch the blocks of a part of the file that are not in the cache.
   *
   * @param count at least 1
   */
  void prefetchBlocks(long start, long count) {
    int last = (int) ((start + count - 1) >>> BlockChecksums.BLOCK_SHIFT);
    for (int i = (int) (start >>> BlockChecksums.BLOCK_SHIFT); i <= last; i++) {
      if (handles.holds(i) == false) {
        Prefetch.announce(in, (long) i << BlockChecksums.BLOCK_SHIFT, lengthOf(i));
      }
    }
  }

  @Override
  public void close() throws IOException {
    handles.close();
    super.close();
  }

  private int lengthOf(int blockIndex) {
    long start = (long) blockIndex << BlockChecksums.BLOCK_SHIFT;
    return (int) Math.min(BlockChecksums.BLOCK_BYTES, checksums.fileBytes() - start);
  }

  private byte[] readVerified(int blockIndex) throws IOException {
    IndexInput reader = in.clone();
    long start = (long) blockIndex << BlockChecksums.BLOCK_SHIFT;
    reader.seek(start);
    byte[] bytes = new byte[lengthOf(blockIndex)];
    // One request to the disk where the file is mapped, not one for each page that is missing.
    Prefetch.announce(reader, start, bytes.length);
    reader.readBytes(bytes, 0, bytes.length);
    int checksum = BlockVerification.checksum(bytes, bytes.length);
    BlockVerification.compare(
        "block " + blockIndex, start, checksum, checksums.ofBlocks()[blockIndex], in);
    return bytes;
  }

  private final class Loader implements BlockLoader {
    @Override
    public int lengthBytes(int blockIndex) {
      return lengthOf(blockIndex);
    }

    @Override
    public void load(int blockIndex, ByteBuffer target) throws IOException {
      target.put(readVerified(blockIndex));
    }
  }
}
