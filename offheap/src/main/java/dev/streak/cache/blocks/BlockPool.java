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

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Memory outside the heap under one strict bound, handed out in blocks of whole pages.
 *
 * <p><b>Bound.</b> The memory is that of {@link SlabList}, which cannot be more than the capacity.
 *
 * <p><b>Waste.</b> A page is {@value #PAGE_BYTES} bytes, so rounding costs a block half a page on
 * average. A block takes the smallest free extent that holds it, and extents that touch are joined
 * when a block is freed.
 *
 * <p><b>Lifetime.</b> Java frees direct memory when its buffer is collected and not before. A slab
 * that is dropped therefore returns to the system at the next collection, and a block that is read
 * after it was freed yields wrong bytes but never a fault of the process. The debug mode makes such
 * bytes loud: it overwrites what is freed and remembers who allocated and who freed.
 */
public final class BlockPool {
  public static final int PAGE_BYTES = 64;
  public static final int MIN_SLAB_BYTES = 1 << 12;
  public static final int MAX_SLAB_BYTES = 1 << 30;

  private static final Comparator<Extent> BY_LENGTH =
      Comparator.comparingInt(Extent::length)
          .thenComparingInt(extent -> extent.slab == null ? -1 : extent.slab.ordinal)
          .thenComparingInt(Extent::start);

  private final int slabBytes;
  private final BlockPoolDebug debug;
  private final SlabList slabs;
  private final TreeSet<Extent> freeByLength = new TreeSet<>(BY_LENGTH);
  private long requestedBytes;

  /** Written with the monitor held, like all else; read without it. */
  private volatile long usedBytes;

  private record Extent(int length, Slab slab, int start) {}

  BlockPool(long capacityBytes, int slabBytes, boolean debug) {
    this.slabBytes = checkedSlabBytes(slabBytes);
    this.slabs = new SlabList(capacityBytes, slabBytes);
    this.debug = debug ? new BlockPoolDebug() : null;
  }

  /**
   * Returns the size of slabs if they may have it.
   *
   * @throws IllegalArgumentException if they may not
   */
  public static int checkedSlabBytes(long slabBytes) {
    if (slabBytes < MIN_SLAB_BYTES || slabBytes > MAX_SLAB_BYTES || slabBytes % PAGE_BYTES != 0) {
      throw new IllegalArgumentException(
          "slabBytes must be a multiple of "
              + PAGE_BYTES
              + " in ["
              + MIN_SLAB_BYTES
              + ", "
              + MAX_SLAB_BYTES
              + "]: slabBytes="
              + slabBytes);
    }
    return (int) slabBytes;
  }

  /** Returns memory for a block, or null if there is none under the bound. */
  synchronized BlockMemory allocate(int lengthBytes) {
    assert lengthBytes > 0 : "lengthBytes=" + lengthBytes;
    if (lengthBytes > MAX_SLAB_BYTES) {
      return null;
    }
    int paged = pagedBytes(lengthBytes);
    Extent extent = freeByLength.ceiling(new Extent(paged, null, 0));
    if (extent == null) {
      Slab slab = slabs.add(paged);
      if (slab == null) {
        giveUpEmptyFor(paged);
        return null;
      }
      extent = new Extent(slab.sizeBytes(), slab, 0);
      freeByLength.add(extent);
    }
    Slab slab = extent.slab;
    removeFree(extent);
    if (extent.length > paged) {
      addFree(slab, extent.start + paged, extent.length - paged);
    }
    slab.usedBytes += paged;
    usedBytes += paged;
    requestedBytes += lengthBytes;
    BlockMemory memory = new BlockMemory(slab, extent.start, lengthBytes, paged);
    if (debug != null) {
      debug.allocated(memory);
    }
    return memory;
  }

  /** Takes a block's memory back. */
  synchronized void free(BlockMemory memory) {
    if (memory.isLive() == false) {
      throw new IllegalStateException(
          "block freed twice: " + memory, debug == null ? null : debug.historyOf(memory));
    }
    memory.markFreed();
    if (debug != null) {
      debug.freed(memory);
    }
    Slab slab = memory.slab;
    slab.usedBytes -= memory.pagedBytes;
    usedBytes -= memory.pagedBytes;
    requestedBytes -= memory.lengthBytes;
    if (slab.retiring) {
      if (slab.usedBytes == 0) {
        slabs.drop(slab);
      }
      return;
    }
    int start = memory.start;
    int length = memory.pagedBytes;
    var below = slab.freeLengthByStart.lowerEntry(start);
    if (below != null && below.getKey() + below.getValue() == start) {
      removeFree(new Extent(below.getValue(), slab, below.getKey()));
      start = below.getKey();
      length += below.getValue();
    }
    Integer above = slab.freeLengthByStart.get(start + length);
    if (above != null) {
      removeFree(new Extent(above, slab, start + length));
      length += above;
    }
    addFree(slab, start, length);
  }

  /**
   * Changes the bound. Where slabs must go, those with the least in them are retired: nothing is
   * allocated in them any more, and the last block to leave drops them. Until then their bytes
   * count.
   */
  synchronized void setCapacityBytes(long newCapacityBytes) {
    slabs.setCapacityBytes(newCapacityBytes);
    for (Slab slab : slabs.emptiestFirst()) {
      if (slabs.activeBytes() <= newCapacityBytes) {
        return;
      }
      retire(slab);
    }
  }

  /**
   * Drops slabs that hold nothing where a large block fits in their place: not now, but once they
   * were collected. Small blocks find room in them.
   */
  private void giveUpEmptyFor(int neededBytes) {
    if (neededBytes <= slabBytes) {
      return;
    }
    long room = capacityBytes() - slabs.heldBytes();
    List<Slab> empty = slabs.all().stream().filter(slab -> slab.usedBytes == 0).toList();
    long wanted = (long) neededBytes + PAGE_BYTES;
    if (room + empty.stream().mapToLong(slab -> slab.heldBytes).sum() < wanted) {
      return;
    }
    for (Slab slab : empty) {
      if (room >= wanted) {
        return;
      }
      room += slab.heldBytes;
      retire(slab);
    }
  }

  /** Retires all slabs: those that hold nothing are dropped, the others when they are empty. */
  synchronized void retireAll() {
    for (Slab slab : slabs.all()) {
      if (slab.retiring == false) {
        retire(slab);
      }
    }
  }

  private void retire(Slab slab) {
    slabs.retire(slab);
    for (var free : slab.freeLengthByStart.entrySet()) {
      freeByLength.remove(new Extent(free.getValue(), slab, free.getKey()));
    }
    slab.freeLengthByStart.clear();
    if (slab.usedBytes == 0) {
      slabs.drop(slab);
    }
  }

  private void addFree(Slab slab, int start, int length) {
    slab.freeLengthByStart.put(start, length);
    freeByLength.add(new Extent(length, slab, start));
  }

  private void removeFree(Extent extent) {
    extent.slab.freeLengthByStart.remove(extent.start);
    freeByLength.remove(extent);
  }

  /** Returns the bytes of slabs that blocks are allocated in. */
  synchronized long activeBytes() {
    return slabs.activeBytes();
  }

  static int pagedBytes(int lengthBytes) {
    return Math.addExact(lengthBytes, PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  int slabBytes() {
    return slabBytes;
  }

  synchronized boolean isRetiring(BlockMemory memory) {
    return memory.slab.retiring;
  }

  long capacityBytes() {
    return slabs.capacityBytes();
  }

  /**
   * Bytes of one moment.
   *
   * @param reserved as {@link SlabList#reservedBytes}
   * @param used of blocks, in whole pages
   * @param wasted what rounding to pages costs the blocks there are
   */
  record Sizes(long capacity, long reserved, long used, long wasted) {}

  synchronized Sizes sizes() {
    return new Sizes(capacityBytes(), slabs.reservedBytes(), usedBytes, usedBytes - requestedBytes);
  }

  /** Returns the bytes of blocks, in whole pages. */
  long usedBytes() {
    return usedBytes;
  }

  /** Recounts everything; for tests. */
  synchronized void checkConsistent() {
    long used = 0;
    long held = 0;
    long active = 0;
    int freeExtents = 0;
    for (Slab slab : slabs.all()) {
      held += slab.heldBytes;
      active += slab.retiring ? 0 : slab.heldBytes;
      int free = 0;
      int previousEnd = -1;
      for (var extent : slab.freeLengthByStart.entrySet()) {
        check(extent.getKey() > previousEnd, "free extents touch or overlap", slab);
        check(
            freeByLength.contains(new Extent(extent.getValue(), slab, extent.getKey())),
            "free extent is not indexed by its length",
            slab);
        previousEnd = extent.getKey() + extent.getValue();
        free += extent.getValue();
        freeExtents++;
      }
      check(previousEnd <= slab.sizeBytes(), "free extent leaves the slab", slab);
      check(
          slab.retiring || free + slab.usedBytes == slab.sizeBytes(), "bytes lost in a slab", slab);
      used += slab.usedBytes;
    }
    check(freeExtents == freeByLength.size(), "stale free extents", null);
    check(used == usedBytes, "used bytes do not add up", null);
    check(held == slabs.heldBytes(), "bytes of slabs do not add up", null);
    check(active == slabs.activeBytes(), "bytes of slabs in use do not add up", null);
    check(activeBytes() <= capacityBytes(), "more slabs than the bound allows", null);
    if (debug != null) {
      debug.checkUntouched();
    }
  }

  /** Returns the blocks handed out and who asked for them; empty unless in debug mode. */
  synchronized List<Throwable> outstanding() {
    return debug == null ? List.of() : debug.outstanding();
  }

  private void check(boolean condition, String what, Slab slab) {
    if (condition == false) {
      throw new IllegalStateException(
          what
              + ": used="
              + usedBytes
              + " capacity="
              + capacityBytes()
              + (slab == null ? "" : " slab=" + slab.ordinal + " slabUsed=" + slab.usedBytes));
    }
  }
}
