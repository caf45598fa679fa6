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

import dev.streak.cache.blocks.CachedBlock.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Finds blocks and loads those that are missing, each once however many threads ask. See {@link
 * BlockStore} for the whole.
 */
final class BlockLoading {
  private final Admission admission;
  private final CacheCounters counters;
  private final BooleanSupplier isEnabled;

  BlockLoading(Admission admission, CacheCounters counters, BooleanSupplier isEnabled) {
    this.admission = admission;
    this.counters = counters;
    this.isEnabled = isEnabled;
  }

  /** Returns a block's handle, or null if the block is not admitted. */
  BlockHandle find(BlockKey key, BlockLoader loader) throws IOException {
    BlockMap blocks = key.file().blocks();
    while (true) {
      CachedBlock found = blocks.map.get(key);
      if (found == null) {
        int lengthBytes = loader.lengthBytes(key.blockIndex());
        if (admission.refusesUnlooked(key, lengthBytes)) {
          return null;
        }
        CachedBlock fresh = new CachedBlock(key, BlockPool.pagedBytes(lengthBytes));
        if (blocks.map.putIfAbsent(key, fresh) == null) {
          return load(fresh, loader);
        }
        continue;
      }
      CompletableFuture<Outcome> loading = found.loading();
      // Joining goes on when this thread is interrupted, and leaves it so.
      Outcome outcome = loading == null ? Outcome.LOADED : loading.join();
      if (outcome == Outcome.NOT_ADMITTED) {
        counters.misses.increment();
        return null;
      }
      if (outcome == Outcome.FAILED) {
        // Another reader's file was closed or is damaged; ours may be well.
        continue;
      }
      BlockHandle handle = use(found);
      if (handle != null) {
        (loading == null ? counters.cacheHits : counters.misses).increment();
        return handle;
      }
      // Evicted between the look-up and the use.
      blocks.removeEnded(found);
    }
  }

  /** Returns the handle of a block that is loaded, or null if the block is gone. */
  private static BlockHandle use(CachedBlock block) {
    BlockHandle live = block.liveHandle();
    if (live != null) {
      return live;
    }
    BlockMap blocks = block.key.file().blocks();
    BlockHandle handle = block.use(blocks.queue);
    if (handle != null) {
      blocks.reweigh(block);
    }
    return handle;
  }

  private BlockHandle load(CachedBlock block, BlockLoader loader) throws IOException {
    BlockMap blocks = block.key.file().blocks();
    BlockHandle handle = null;
    BlockMemory memory = null;
    Outcome outcome = Outcome.FAILED;
    try {
      counters.misses.increment();
      memory = admission.reserve(block.key, loader.lengthBytes(block.key.blockIndex()));
      if (memory != null) {
        handle = fill(block, loader, memory);
      }
      outcome = handle == null ? Outcome.NOT_ADMITTED : Outcome.LOADED;
      return handle;
    } catch (Throwable e) {
      if (isOfClosedFile(e) == false) {
        counters.loadFailures.increment();
      }
      throw e;
    } finally {
      try {
        if (handle == null) {
          blocks.removeUnloaded(block);
          if (memory != null) {
            blocks.free(memory);
          }
        }
      } finally {
        // Or those who wait for the block would wait for ever.
        block.finishLoading(outcome);
      }
      boolean enabled = isEnabled.getAsBoolean();
      if (block.key.file().isClosed() || enabled == false) {
        // Closed or switched off during the load, perhaps after the map was swept.
        blocks.remove(block);
      }
      if (enabled == false) {
        // The memory may have been taken after all was given up.
        admission.giveUpMemory();
      }
    }
  }

  /**
   * Whether a load failed because somebody closed the file, or an interrupt did: nothing is wrong
   * with it. Directories wrap what the channel threw.
   */
  private static boolean isOfClosedFile(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof AlreadyClosedException || each instanceof ClosedChannelException) {
        return true;
      }
    }
    return false;
  }

  private BlockHandle fill(CachedBlock block, BlockLoader loader, BlockMemory memory)
      throws IOException {
    int index = block.key.blockIndex();
    long start = System.nanoTime();
    ByteBuffer target = memory.bytes().slice(memory.start(), memory.lengthBytes());
    loader.load(index, target);
    if (target.hasRemaining()) {
      throw new IllegalStateException(
          "loader left block unfilled: blockIndex=" + index + " remaining=" + target.remaining());
    }
    BlockHandle handle = block.publish(memory, block.key.file().blocks().queue);
    counters.loads.increment();
    counters.loadNanos.add(System.nanoTime() - start);
    return handle;
  }
}
