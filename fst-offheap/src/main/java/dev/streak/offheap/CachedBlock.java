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
package dev.streak.offheap;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;

/**
 * A block as the cache sees it: being loaded, ready, or gone. Its monitor guards all fields but
 * {@link #uses}. The number of handles decides whether it is in use; only a block out of use may
 * give its memory back.
 */
final class CachedBlock<H extends BlockHandle> {
  /** Where the counters of the policy's frequency sketch saturate. */
  static final int MAX_USES = 15;

  final BlockKey key;
  final int pagedBytes;

  /** Look-ups since the policy was last told, see {@link BlockHandle#recordUse}. */
  int uses;

  /** Ends with the load: whoever finds the block before that waits here. */
  private volatile CompletableFuture<Outcome> loading = new CompletableFuture<>();

  private BlockMemory memory;
  private Ref<H> reference;
  private int handles;
  private boolean loaded;
  private boolean gone;
  private boolean removed;

  /** Keeps a pinned block in use. */
  private BlockHandle pin;

  enum Outcome {
    LOADED,
    NOT_ADMITTED
  }

  /** The weak reference that readers share. */
  static final class Ref<H extends BlockHandle> extends WeakReference<H> {
    /** Let go when the handle was collected: readers may keep the reference for long. */
    CachedBlock<H> block;

    Ref(H handle, ReferenceQueue<BlockHandle> queue, CachedBlock<H> block) {
      super(handle, queue);
      this.block = block;
    }
  }

  CachedBlock(BlockKey key, int pagedBytes) {
    this.key = key;
    this.pagedBytes = pagedBytes;
  }

  /** Returns the outcome of the load if it has not ended yet, else null. */
  CompletableFuture<Outcome> loading() {
    return loading;
  }

  /** Ends the load well; the handle is the first one. */
  synchronized void publish(BlockMemory loadedMemory, H handle, ReferenceQueue<BlockHandle> queue) {
    assert handles == 0 && loaded == false : this;
    memory = loadedMemory;
    loaded = true;
    handles++;
    newReference(handle, queue);
  }

  /** Wakes those who wait for the load. */
  void finishLoading(Outcome outcome, Throwable failure) {
    CompletableFuture<Outcome> waiting = loading;
    if (failure != null) {
      waiting.completeExceptionally(failure);
    } else {
      waiting.complete(outcome);
      if (outcome == Outcome.LOADED) {
        loading = null;
      }
    }
  }

  private void newReference(H handle, ReferenceQueue<BlockHandle> queue) {
    handle.block = this;
    reference = new Ref<>(handle, queue, this);
    handle.reference = reference;
  }

  /** Returns the handle that is in use, or null. */
  synchronized H liveHandle() {
    return gone || reference == null ? null : reference.get();
  }

  /** Returns the memory, or null if the block is gone or not loaded. */
  synchronized BlockMemory memoryUnlessGone() {
    return gone ? null : memory;
  }

  /**
   * Puts the block into use on behalf of a handle that is about to be made, so that its memory
   * stays.
   *
   * @return the memory, or null if the block is gone
   */
  synchronized BlockMemory beginUse() {
    if (gone) {
      return null;
    }
    handles++;
    return memory;
  }

  /** Gives the use that {@link #beginUse} began to a handle; later readers share it. */
  synchronized void completeUse(H handle, ReferenceQueue<BlockHandle> queue) {
    newReference(handle, queue);
  }

  /** Takes note that a handle was collected; returns whether the block went out of use. */
  synchronized boolean useEnded() {
    assert handles > 0 : this;
    return --handles == 0;
  }

  synchronized boolean isInUse() {
    return gone == false && (loaded == false || handles > 0);
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
