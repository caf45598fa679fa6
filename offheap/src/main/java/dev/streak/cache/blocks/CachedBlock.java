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

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;

/**
 * A block as the cache sees it: being loaded, ready, or gone. Its monitor guards all fields but
 * {@link #useSteps}. The number of handles decides whether it is in use; only a block out of use
 * may give its memory back.
 */
final class CachedBlock {
  /** Uses that are counted one by one; from there on, of each 8 steps one stands for twice. */
  private static final int EXACT_USES = 16;

  private static final int STEPS = 8;
  private static final int MAX_STEPS = EXACT_USES + 24 * STEPS;

  final BlockKey key;
  final int pagedBytes;

  /**
   * About the logarithm of the look-ups since the policy was last told, so that a busy block's
   * cache line is soon only read. Threads may lose each other's counts; only the order of magnitude
   * matters.
   */
  private int useSteps;

  /** Ends with the load: whoever finds the block before that waits here. */
  private volatile CompletableFuture<Outcome> loading = new CompletableFuture<>();

  private BlockMemory memory;
  private Ref reference;
  private int handles;
  private boolean loaded;
  private boolean gone;
  private boolean removed;

  /** Keeps a pinned block in use. */
  private BlockHandle pin;

  /** What became of a load. */
  enum Outcome {
    LOADED,
    NOT_ADMITTED,

    /** The loader failed, which says nothing about the loaders of others. */
    FAILED
  }

  /** The weak reference that readers share. */
  static final class Ref extends WeakReference<BlockHandle> {
    /** Let go when the handle was collected: readers may keep the reference for long. */
    CachedBlock block;

    Ref(BlockHandle handle, ReferenceQueue<BlockHandle> queue, CachedBlock block) {
      super(handle, queue);
      this.block = block;
    }
  }

  CachedBlock(BlockKey key, int pagedBytes) {
    this.key = key;
    this.pagedBytes = pagedBytes;
  }

  /**
   * Counts a look-up.
   *
   * @param number any number that changes with each call; decides whether this one counts
   */
  void recordUse(long number) {
    int steps = useSteps;
    if (steps < EXACT_USES) {
      useSteps = steps + 1;
    } else if (steps < MAX_STEPS) {
      long mask = (2L << ((steps - EXACT_USES) / STEPS)) - 1;
      if ((((number * 0x9E3779B97F4A7C15L) >>> 40) & mask) == 0) {
        useSteps = steps + 1;
      }
    }
  }

  /** Returns about how many look-ups were counted, and begins anew. */
  long takeUses() {
    int steps = useSteps;
    useSteps = 0;
    if (steps < EXACT_USES) {
      return steps;
    }
    int level = (steps - EXACT_USES) / STEPS;
    int rest = (steps - EXACT_USES) % STEPS;
    return EXACT_USES + ((long) rest << (level + 1)) + ((2L * STEPS) << level) - 2 * STEPS;
  }

  /** Returns the outcome of the load if it has not ended yet, else null. */
  CompletableFuture<Outcome> loading() {
    return loading;
  }

  /** Ends the load well; returns the first handle. */
  synchronized BlockHandle publish(BlockMemory loadedMemory, ReferenceQueue<BlockHandle> queue) {
    assert handles == 0 && loaded == false : this;
    BlockHandle handle = newHandle(loadedMemory, queue);
    memory = loadedMemory;
    loaded = true;
    return handle;
  }

  /** Wakes those who wait for the load. */
  void finishLoading(Outcome outcome) {
    loading.complete(outcome);
    if (outcome == Outcome.LOADED) {
      loading = null;
    }
  }

  private BlockHandle newHandle(BlockMemory bytes, ReferenceQueue<BlockHandle> queue) {
    BlockHandle handle = new BlockHandle(bytes, this);
    reference = new Ref(handle, queue, this);
    handle.reference = reference;
    handles++;
    return handle;
  }

  /** Returns the handle that is in use, or null. */
  synchronized BlockHandle liveHandle() {
    return gone || reference == null ? null : reference.get();
  }

  /** Returns the memory, or null if the block is gone or not loaded. */
  synchronized BlockMemory memoryUnlessGone() {
    return gone ? null : memory;
  }

  /**
   * Returns the handle that is in use, or else a new one, which puts the block into use. A block
   * has one handle that is alive, because its reference must be held here: a reference that only
   * its own handle holds goes with the handle, and nobody would learn that the use ended.
   *
   * @return null if the block is gone
   */
  synchronized BlockHandle use(ReferenceQueue<BlockHandle> queue) {
    BlockHandle live = liveHandle();
    return live != null || gone ? live : newHandle(memory, queue);
  }

  /** Takes note that a handle was collected; returns whether the block went out of use. */
  synchronized boolean useEnded() {
    assert handles > 0 : this;
    return --handles == 0;
  }

  synchronized boolean isInUse() {
    return gone == false && (loaded == false || handles > 0);
  }

  /** Whether the block is in the cache and could be evicted. */
  synchronized boolean isIdle() {
    return loaded && handles == 0 && removed == false && gone == false;
  }

  synchronized boolean isGone() {
    return gone;
  }

  synchronized boolean isRemoved() {
    return removed;
  }

  /** Marks a block that the cache's map no longer holds; it cannot be pinned any more. */
  synchronized void markRemoved() {
    removed = true;
    pin = null;
  }

  /**
   * Ends the block if it is out of use and either evicted or removed.
   *
   * @return the memory to free, or null if the block lives on or was gone
   */
  synchronized BlockMemory endIfUnused() {
    if (gone || loaded == false || handles > 0 || removed == false) {
      return null;
    }
    gone = true;
    BlockMemory freed = memory;
    memory = null;
    return freed;
  }

  /**
   * Ends the block if it is out of use.
   *
   * @return the memory to free, or null if the block lives on or was gone
   */
  synchronized BlockMemory endIfIdle() {
    if (removed || gone || loaded == false || handles > 0) {
      return null;
    }
    removed = true;
    return endIfUnused();
  }

  /** Ends a block whose load failed or was not admitted. */
  synchronized void endUnloaded() {
    assert loaded == false : this;
    gone = true;
  }

  /** Moves a block that is out of use to other memory; returns the memory to free. */
  synchronized BlockMemory moveTo(BlockMemory target) {
    if (gone || loaded == false || handles > 0 || removed) {
      return target;
    }
    target.slab.bytes.put(target.start, memory.slab.bytes, memory.start, memory.lengthBytes);
    BlockMemory old = memory;
    memory = target;
    reference = null;
    return old;
  }

  synchronized void pin(BlockHandle handle) {
    if (removed == false) {
      pin = handle;
    }
  }

  synchronized void unpin() {
    pin = null;
  }

  synchronized boolean isPinned() {
    return pin != null;
  }

  synchronized int handles() {
    return handles;
  }

  @Override
  public String toString() {
    return "CachedBlock(file=" + key.file().ordinal() + ", index=" + key.blockIndex() + ")";
  }
}
