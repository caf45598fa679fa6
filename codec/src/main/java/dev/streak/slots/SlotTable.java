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

import dev.streak.numbering.BatchNumbering;
import dev.streak.numbering.KeyNumbering;
import dev.streak.tables.HomeBuckets;
import dev.streak.tables.KeyTable;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * A table of slots, read in place: a key is in one slot or nowhere. Of a batch, all pilots of a
 * window are loaded before any slot, and all slots before any is compared, so that the loads wait
 * for memory together.
 */
public final class SlotTable implements KeyTable {

  /** As many as the arrays of a window stay in the nearest cache for. */
  static final int WINDOW = 512;

  private final RandomAccessInput memory;
  private final SlotGeometry geometry;
  private final SlotPlaces places;
  private final SlotCode code;
  private final SlotDecoder decoder;

  /** Null unless keys are UUIDs. */
  private final UuidSlots uuids;

  /** Null unless keys are numbered. */
  private final KeyNumbering numbering;

  private final long slotsStart;
  private final int slotBytes;
  private final long partBytes;

  /** Whether the hash of a key tells something: its part, or its word. */
  private final boolean hashed;

  private SlotLoads loads;

  /** Of the keys of a window, then their words. */
  private long[] hashes;

  private long[] addresses;

  /** Where the part of each key begins; zeros if there is one. */
  private long[] parts;

  /** Numbers the keys of a window; null unless keys are numbered. */
  private BatchNumbering batchNumbering;

  /** What {@link SlotPlaces#strip} leaves of the keys of a window, or the rests of UUIDs. */
  private long[] numbers;

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long touched;

  public SlotTable(RandomAccessInput memory, SlotGeometry geometry, SlotCode code) {
    this.memory = memory;
    this.geometry = geometry;
    this.places = new SlotPlaces(geometry, code);
    this.code = code;
    this.decoder = new SlotDecoder(code);
    this.uuids = UuidSlots.of(code);
    this.numbering = code.numbering();
    this.slotsStart = geometry.slotsStart();
    this.slotBytes = geometry.slotBytes();
    this.partBytes = geometry.partBytes();
    this.hashed = geometry.parts() > 1 || code.form().isExact() == false;
  }

  @Override
  public long get(long key, long rest) throws IOException {
    long hash = hashed ? geometry.hash(key) : 0;
    long part = hashed ? geometry.part(hash) * partBytes : 0;
    long number = numbering == null ? key : numbering.number(key, rest);
    if (number == KeyNumbering.NONE && numbering != null) {
      return ABSENT;
    }
    long word = places.word(number, hash);
    int pilot = memory.readByte(part + places.pilot(word)) & 0xFF;
    long address = part + slotsStart + (long) places.slot(word, pilot) * slotBytes;
    long slot = slotAt(address);
    if (uuids != null) {
      long second = memory.readLong(address + Long.BYTES);
      long last = uuids.hasLast() ? memory.readLong(address + slotBytes - Long.BYTES) : 0;
      return uuids.entry(word, rest, slot, second, last);
    }
    if (code.checkOf(slot) != code.check(number, word)) {
      return ABSENT;
    }
    return code.valueOf(code.isWide() ? memory.readLong(address + Long.BYTES) : slot);
  }

  private long slotAt(long address) throws IOException {
    return slotBytes == Integer.BYTES
        ? memory.readInt(address) & SlotLoads.INT_MASK
        : memory.readLong(address) & SlotLoads.mask(slotBytes);
  }

  @Override
  public void get(long[] keys, long[] rests, int from, int to, long[] payloads) throws IOException {
    growTo(to - from);
    for (int next = from; next < to; next += addresses.length) {
      int count = Math.min(addresses.length, to - next);
      if (hashed) {
        for (int i = 0; i < count; i++) {
          hashes[i] = geometry.hash(keys[next + i]);
        }
      }
      window(keys, rests, next, count, payloads);
    }
  }

  @Override
  public void getOrdered(long[] keys, long[] rests, long[] keyHashes, int size, long[] payloads)
      throws IOException {
    growTo(size);
    boolean dense = (long) size * SlotGeometry.LINE_BYTES >= geometry.bytes();
    long near = 0;
    for (int next = 0; next < size; next += addresses.length) {
      int count = Math.min(addresses.length, size - next);
      System.arraycopy(keyHashes, next, hashes, 0, count);
      if (dense) {
        near = bringNear(near, (geometry.part(hashes[count - 1]) + 1) * partBytes);
      }
      window(keys, rests, next, count, payloads);
    }
  }

  /**
   * Touches all lines up to {@code to}, of which nearly all will be read, in no order. Lines that
   * are read one after the other come from memory before they are asked for.
   */
  private long bringNear(long from, long to) throws IOException {
    long sum = 0;
    for (long at = from; at < to; at += SlotGeometry.LINE_BYTES) {
      sum += memory.readByte(at);
    }
    touched = sum;
    return Math.max(from, to);
  }

  private void growTo(int keys) {
    if (addresses == null || addresses.length < Math.min(WINDOW, keys)) {
      int size = Math.min(WINDOW, keys);
      loads = new SlotLoads(memory, slotBytes, size);
      hashes = new long[size];
      addresses = new long[size];
      numbers = new long[size];
      parts = new long[size];
      batchNumbering = numbering == null ? null : new BatchNumbering(numbering, size);
    }
  }

  /** Looks keys up whose hashes are set. */
  private void window(long[] keys, long[] rests, int from, int count, long[] payloads)
      throws IOException {
    int partCount = geometry.parts();
    if (partCount > 1) {
      for (int i = 0; i < count; i++) {
        parts[i] = HomeBuckets.highProduct(hashes[i], partCount) * partBytes;
      }
    }
    long[] exact = numbering == null ? keys : batchNumbering.number(keys, rests, from, count);
    int exactFrom = numbering == null ? from : 0;
    long[] words = hashes;
    places.strip(uuids == null ? exact : rests, exactFrom, numbers, count);
    places.toWords(numbers, words, count);
    places.toPilots(words, parts, addresses, count);
    long[] pilots = loads.pilots(addresses, count);
    places.toSlots(words, pilots, parts, addresses, count);
    long[] slots = loads.slots(addresses, count);
    long[] values = code.isWide() ? loads.wideValues() : slots;
    long[] lasts = uuids != null && uuids.hasLast() ? loads.lasts(addresses, count) : null;
    decoder.decode(numbers, words, slots, values, lasts, payloads, from, count);
  }
}
