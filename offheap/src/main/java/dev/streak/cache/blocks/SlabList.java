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

import dev.streak.management.StreakLog;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * The slabs of a pool, taken from the system and given back under one strict bound: there are never
 * more of them than the capacity allows, counting those that were given up but not yet reclaimed by
 * the garbage collector. A slab is made when first needed; a block larger than a slab gets one of
 * its size. Guarded by the pool.
 */
final class SlabList {
  /** After the system refused memory it is not asked again for a while: each try is slow. */
  private static final long RETRY_NANOS = 10_000_000_000L;

  private final int slabBytes;
  private final List<Slab> slabs = new ArrayList<>();
  private final List<Dropped> dropped = new ArrayList<>();
  private int nextOrdinal;
  private boolean refused;
  private long refusedAtNanos;

  /** Written with the pool's monitor held, read without it. */
  private volatile long capacityBytes;

  /** Bytes of slabs that were not dropped. A full pool is asked for more with each block. */
  private long heldBytes;

  /** Bytes of slabs that blocks are allocated in. */
  private long activeBytes;

  /** Memory of a slab that was given up; it is there until it is collected. */
  private record Dropped(WeakReference<ByteBuffer> memory, int sizeBytes, int heldBytes) {}

  SlabList(long capacityBytes, int slabBytes) {
    this.capacityBytes = capacityBytes;
    this.slabBytes = slabBytes;
  }

  /** Returns a new slab with room for a block, or null if the bound or the system denies it. */
  Slab add(int neededBytes) {
    long room = capacityBytes - heldBytes;
    if (neededBytes > room) {
      return null;
    }
    Slab slab = revive(neededBytes, room);
    if (slab == null) {
      slab = allocate(neededBytes);
    }
    if (slab == null) {
      return null;
    }
    slabs.add(slab);
    heldBytes += slab.heldBytes;
    activeBytes += slab.heldBytes;
    return slab;
  }

  /** Has no block allocated in a slab any more. */
  void retire(Slab slab) {
    slab.retiring = true;
    activeBytes -= slab.heldBytes;
  }

  private Slab allocate(int neededBytes) {
    long room = capacityBytes - reservedBytes();
    // A large block begins at a cache line, which may matter to those who read it here and there.
    int forAlignment = neededBytes > slabBytes ? BlockPool.PAGE_BYTES : 0;
    long size =
        Math.min(
            Math.max(slabBytes, neededBytes), room - room % BlockPool.PAGE_BYTES - forAlignment);
    if (size < neededBytes || mayAskForMemory() == false) {
      return null;
    }
    try {
      ByteBuffer memory = ByteBuffer.allocateDirect((int) size + forAlignment);
      refused = false;
      ByteBuffer usable =
          forAlignment == 0
              ? memory
              : memory.alignedSlice(BlockPool.PAGE_BYTES).slice(0, (int) size);
      return new Slab(usable, memory.capacity(), nextOrdinal++);
    } catch (OutOfMemoryError refusal) {
      // The JVM's own limit on direct memory is below ours. That is a state to live with, not an
      // error: readers go to the directory.
      refused = true;
      refusedAtNanos = System.nanoTime();
      StreakLog.warnOnce(
          "direct memory",
          () ->
              "The JVM refused "
                  + size
                  + " bytes of direct memory for the block cache, which has "
                  + reservedBytes()
                  + " of "
                  + capacityBytes
                  + ": what does not fit is read from the directory. Raise -XX:MaxDirectMemorySize,"
                  + " or lower "
                  + BlockStore.BYTES_PROPERTY
                  + ". "
                  + refusal);
      return null;
    }
  }

  private boolean mayAskForMemory() {
    return refused == false || System.nanoTime() - refusedAtNanos > RETRY_NANOS;
  }

  /** Takes a slab back that was dropped but not yet collected, if one fits. */
  private Slab revive(int neededBytes, long room) {
    for (Dropped candidate : dropped) {
      if (candidate.sizeBytes >= neededBytes && candidate.heldBytes <= room) {
        ByteBuffer memory = candidate.memory.get();
        if (memory != null) {
          dropped.remove(candidate);
          return new Slab(memory, candidate.heldBytes, nextOrdinal++);
        }
      }
    }
    return null;
  }

  /** Gives up a slab that was retired and holds nothing. */
  void drop(Slab slab) {
    slabs.remove(slab);
    heldBytes -= slab.heldBytes;
    dropped.add(new Dropped(new WeakReference<>(slab.bytes), slab.sizeBytes(), slab.heldBytes));
  }

  /** Returns the slabs that blocks are allocated in, those with the least in them first. */
  List<Slab> emptiestFirst() {
    return slabs.stream()
        .filter(slab -> slab.retiring == false)
        .sorted(Comparator.comparingInt(slab -> slab.usedBytes))
        .toList();
  }

  /** Returns all slabs that were not dropped. */
  List<Slab> all() {
    return List.copyOf(slabs);
  }

  void setCapacityBytes(long bytes) {
    capacityBytes = bytes;
  }

  long capacityBytes() {
    return capacityBytes;
  }

  /** Returns the bytes of slabs that blocks are allocated in. */
  long activeBytes() {
    return activeBytes;
  }

  /** Returns the bytes of slabs that were not dropped. */
  long heldBytes() {
    return heldBytes;
  }

  /** Returns the direct memory held: slabs, and dropped slabs that are not collected yet. */
  long reservedBytes() {
    long sum = heldBytes;
    for (Iterator<Dropped> all = dropped.iterator(); all.hasNext(); ) {
      Dropped each = all.next();
      if (each.memory.refersTo(null)) {
        all.remove();
      } else {
        sum += each.heldBytes;
      }
    }
    return sum;
  }
}
