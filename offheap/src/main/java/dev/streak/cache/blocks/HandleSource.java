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
package dev.streak.cache.blocks;

import dev.streak.cache.blocks.CachedBlock.Ref;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.lucene.index.CorruptIndexException;

/**
 * One reader's way to the blocks of its file: a weak reference for each block that was used, shared
 * with all other readers of the block. A look-up that finds it alive takes no lock and does not
 * touch the cache.
 */
public final class HandleSource implements Closeable {
  private final BlockStore cache;
  private final OpenFile file;
  private final BlockLoader loader;
  private final AtomicReferenceArray<Ref> references;
  private boolean closed;

  HandleSource(BlockStore cache, OpenFile file, BlockLoader loader) {
    this.cache = cache;
    this.file = file;
    this.loader = loader;
    this.references = new AtomicReferenceArray<>(file.blockCount());
  }

  /**
   * Returns the handle on a block, loading it if need be.
   *
   * @return null if the block is not admitted: read the directory
   */
  public BlockHandle get(int blockIndex) throws IOException {
    Ref reference = references.getAcquire(blockIndex);
    if (reference != null) {
      BlockHandle handle = reference.get();
      if (handle != null) {
        recordHit(handle);
        return handle;
      }
    }
    return acquire(blockIndex, false);
  }

  /**
   * Like {@link #get}, for large blocks that are read here and there: one that is not in the cache
   * is loaded only if the cache is at most half full with it, spare room not counted: large blocks
   * leave room for others.
   *
   * @return null if the block is not to be loaded: read the directory
   */
  public BlockHandle getIfRoomy(int blockIndex) throws IOException {
    if (cache.holds(file, blockIndex) || cache.isRoomyFor(loader.lengthBytes(blockIndex))) {
      return get(blockIndex);
    }
    cache.recordBypass();
    return null;
  }

  /** Like {@link #get}, and a block that is not in the cache is not loaded. */
  public BlockHandle getIfHeld(int blockIndex) throws IOException {
    return holds(blockIndex) ? get(blockIndex) : null;
  }

  /** Returns whether a block is in the cache; that counts as no use. */
  public boolean holds(int blockIndex) {
    Ref reference = references.getAcquire(blockIndex);
    return (reference != null && reference.refersTo(null) == false)
        || cache.holds(file, blockIndex);
  }

  private void recordHit(BlockHandle handle) {
    handle.block.recordUse(cache.recordHandleHit());
  }

  /**
   * Like {@link #get}, and the block is not evicted before the file is closed or the cache switched
   * off.
   */
  public BlockHandle pin(int blockIndex) throws IOException {
    Ref reference = references.getAcquire(blockIndex);
    BlockHandle handle = reference == null ? null : reference.get();
    if (handle != null && handle.block.isPinned()) {
      recordHit(handle);
      return handle;
    }
    return acquire(blockIndex, true);
  }

  private BlockHandle acquire(int blockIndex, boolean pin) throws IOException {
    BlockHandle handle = cache.acquire(file, blockIndex, loader, pin);
    if (handle != null) {
      references.setRelease(blockIndex, handle.reference);
    }
    return handle;
  }

  /** Loads all blocks for which there is room. */
  void warm() throws IOException {
    int refused = Integer.MAX_VALUE;
    for (int i = 0; i < blockCount(); i++) {
      int length = loader.lengthBytes(i);
      if (length < refused && cache.hasRoomFor(file, length)) {
        warm(i);
      } else {
        // A smaller block may fit.
        refused = Math.min(refused, length);
      }
    }
  }

  private void warm(int blockIndex) throws IOException {
    try {
      get(blockIndex);
    } catch (CorruptIndexException | EOFException | InternalError e) {
      // The last is what Java makes of a mapped file that the disk cannot read.
      if (loader.isDispensable() == false) {
        throw e;
      }
    }
  }

  OpenFile file() {
    return file;
  }

  /** Returns how many blocks the file has. */
  public int blockCount() {
    return references.length();
  }

  /** Ends the registration; if no other reader has the file open, its blocks leave the cache. */
  @Override
  public synchronized void close() {
    if (closed == false) {
      closed = true;
      cache.close(file, this);
    }
  }
}
