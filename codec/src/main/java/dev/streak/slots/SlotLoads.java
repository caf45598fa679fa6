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
package dev.streak.slots;

import dev.streak.cache.blocks.BlockReads;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Loads many pilots or slots: a loop for each kind of memory. The compiler makes it as fast as one
 * over an array only if one class answers all calls in it.
 */
final class SlotLoads {

  static final long INT_MASK = 0xFFFFFFFFL;

  private final RandomAccessInput memory;

  /** The memory if it is the cache's, else null. */
  private final BlockReads cached;

  private final int slotBytes;
  private final long[] pilots;
  private final long[] slots;

  /** Null unless slots have more than eight bytes. */
  private final long[] wideValues;

  /** Null until somebody asks. */
  private long[] lasts;

  SlotLoads(RandomAccessInput memory, int slotBytes, int size) {
    this.memory = memory;
    this.cached = memory instanceof BlockReads reads ? reads : null;
    this.slotBytes = slotBytes;
    this.pilots = new long[size];
    this.slots = new long[size];
    this.wideValues = slotBytes > Long.BYTES ? new long[size] : null;
  }

  /** The bits of a slot in a long that begins with it. */
  static long mask(int slotBytes) {
    return slotBytes >= Long.BYTES ? -1L : -1L >>> (Long.SIZE - Byte.SIZE * slotBytes);
  }

  /** Values of pilots, from 0 to 255. */
  long[] pilots(long[] addresses, int count) throws IOException {
    if (cached != null) {
      cached.loadBytes(addresses, count, pilots);
    } else {
      for (int i = 0; i < count; i++) {
        pilots[i] = memory.readByte(addresses[i]) & 0xFFL;
      }
    }
    return pilots;
  }

  /** The first eight bytes of slots, or all of them if these are less. */
  long[] slots(long[] addresses, int count) throws IOException {
    if (slotBytes == Integer.BYTES) {
      loadInts(addresses, count);
    } else if (wideValues != null) {
      loadPairs(addresses, count);
    } else {
      loadLongs(addresses, count);
    }
    return slots;
  }

  private void loadInts(long[] addresses, int count) throws IOException {
    if (cached != null) {
      cached.loadInts(addresses, count, slots);
    } else {
      for (int i = 0; i < count; i++) {
        slots[i] = memory.readInt(addresses[i]) & INT_MASK;
      }
    }
  }

  private void loadLongs(long[] addresses, int count) throws IOException {
    long mask = mask(slotBytes);
    if (cached != null) {
      cached.loadLongs(addresses, count, mask, slots);
    } else {
      for (int i = 0; i < count; i++) {
        slots[i] = memory.readLong(addresses[i]) & mask;
      }
    }
  }

  private void loadPairs(long[] addresses, int count) throws IOException {
    if (cached != null) {
      cached.loadPairs(addresses, count, slots, wideValues);
    } else {
      for (int i = 0; i < count; i++) {
        slots[i] = memory.readLong(addresses[i]);
        wideValues[i] = memory.readLong(addresses[i] + Long.BYTES);
      }
    }
  }

  /** The last eight bytes of slots; addresses are changed. */
  long[] lasts(long[] addresses, int count) throws IOException {
    if (lasts == null) {
      lasts = new long[slots.length];
    }
    for (int i = 0; i < count; i++) {
      addresses[i] += slotBytes - Long.BYTES;
    }
    if (cached != null) {
      cached.loadLongs(addresses, count, -1L, lasts);
    } else {
      for (int i = 0; i < count; i++) {
        lasts[i] = memory.readLong(addresses[i]);
      }
    }
    return lasts;
  }

  /** What is behind the eighth bytes of the slots loaded last. */
  long[] wideValues() {
    return wideValues;
  }
}
