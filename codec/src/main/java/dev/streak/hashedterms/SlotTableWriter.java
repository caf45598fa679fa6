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
package dev.streak.hashedterms;

import dev.streak.fieldkeys.KeySpool;
import dev.streak.numbering.KeyNumbering;
import dev.streak.slots.PilotSearch;
import dev.streak.slots.SlotCode;
import dev.streak.slots.SlotGeometry;
import dev.streak.slots.SlotPlaces;
import dev.streak.slots.UuidSlots;
import dev.streak.tables.HomeBuckets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.lucene.store.IndexOutput;

/**
 * Writes a table of slots. Keys are gathered for some parts at a time, so that memory is bounded
 * however many keys there are; the spool is read once for each of these times.
 */
final class SlotTableWriter {

  /** Keys of a part on average: what the search for pilots reads and writes stays in the cache. */
  static final int DEFAULT_PART_KEYS = 1 << 16;

  /** Keys that are gathered at a time: 64 MB, 96 if slots are wide, 128 for the widest. */
  static final int DEFAULT_MAX_GATHERED = 1 << 22;

  private final IndexOutput output;
  private final SlotCode code;
  private final int partKeys;
  private final int maxGathered;
  private final CRC32C checksum = new CRC32C();
  private long leftOut;

  SlotTableWriter(IndexOutput output, SlotCode code, int partKeys, int maxGathered) {
    this.output = output;
    this.code = code;
    this.partKeys = partKeys;
    this.maxGathered = maxGathered;
  }

  /** Returns null if there is no table for these keys. */
  WrittenTable write(KeySpool spool, long seed) throws IOException {
    int parts = SlotGeometry.parts(spool.size(), partKeys);
    for (int attempt = 0; attempt < WrittenTable.MAX_ATTEMPTS; attempt++) {
      long mixedSeed = HomeBuckets.mix(seed + attempt);
      int[] keysOfParts = count(spool, mixedSeed, parts);
      int most = Arrays.stream(keysOfParts).max().orElseThrow();
      if (most > mostKeysOfPart(spool.size() / parts)) {
        continue;
      }
      SlotGeometry geometry = SlotGeometry.of(mixedSeed, parts, most, code.slotBytes());
      checksum.reset();
      leftOut = 0;
      // What a failed attempt leaves in the file is never read.
      long start = output.alignFilePointer(TableDescription.ALIGNMENT);
      if (writeParts(spool, geometry, keysOfParts)) {
        if (leftOut > 0 && code.form() == SlotCode.Form.UUIDS) {
          // With another seed, too: their keys are the same.
          return null;
        }
        return new WrittenTable(
            new TableShape.Slots(geometry, code), leftOut, start, (int) checksum.getValue());
      }
    }
    return null;
  }

  /**
   * More keys are in one part only if somebody made them collide. All parts are as large as the
   * fullest, so such a table would be many times as large as its keys.
   */
  private static long mostKeysOfPart(long average) {
    return 2 * average + PilotSearch.MAX_KEYS_OF_PILOT;
  }

  private static int[] count(KeySpool spool, long seed, int parts) throws IOException {
    int[] counts = new int[parts];
    if (parts == 1) {
      counts[0] = Math.toIntExact(spool.size());
      return counts;
    }
    spool.forEach(
        (key, rest, entry) -> {
          counts[SlotGeometry.partOf(HomeBuckets.mix(key ^ seed), parts)]++;
          return true;
        });
    return counts;
  }

  private boolean writeParts(KeySpool spool, SlotGeometry geometry, int[] keysOfParts)
      throws IOException {
    for (int first = 0, end; first < keysOfParts.length; first = end) {
      end = first + 1;
      long keys = keysOfParts[first];
      while (end < keysOfParts.length && keys + keysOfParts[end] <= maxGathered) {
        keys += keysOfParts[end++];
      }
      SlotPlaces places = new SlotPlaces(geometry, code);
      GatheredKeys gathered = new GatheredKeys(geometry, places, code, keysOfParts, first, end);
      spool.forEach(gathered);
      for (int part = first; part < end; part++) {
        PilotSearch search =
            new PilotSearch(places, gathered.words, gathered.start(part), gathered.start(part + 1));
        if (search.run() == false) {
          return false;
        }
        writePart(geometry, gathered, search);
      }
    }
    return true;
  }

  private void writePart(SlotGeometry geometry, GatheredKeys keys, PilotSearch search)
      throws IOException {
    leftOut += search.leftOut();
    ByteBuffer part =
        ByteBuffer.allocate(Math.toIntExact(geometry.partBytes())).order(ByteOrder.LITTLE_ENDIAN);
    part.put(0, search.values());
    int slotsStart = (int) geometry.slotsStart();
    search.forEachSlot(
        (slot, index) -> {
          int at = slotsStart + slot * code.slotBytes();
          add(part, at, keys.slots[index]);
          if (code.isWide()) {
            add(part, at + Long.BYTES, keys.seconds[index]);
          }
          if (keys.lasts != null) {
            add(part, at + code.slotBytes() - Long.BYTES, keys.lasts[index]);
          }
        });
    checksum.update(part.array());
    output.writeBytes(part.array(), part.capacity());
  }

  /** Adds bits where there are none: the bytes behind may be those of the next slot already. */
  private static void add(ByteBuffer part, int at, long bits) {
    part.putLong(at, part.getLong(at) | bits);
  }

  /** Words and slots of the keys of some parts, part after part. */
  private static final class GatheredKeys implements KeySpool.Visitor {
    private final SlotGeometry geometry;
    private final SlotPlaces places;
    private final SlotCode code;
    private final int first;
    private final int end;
    private final int[] starts;
    private final int[] next;
    private final long[] words;
    private final long[] slots;

    /** What is behind the first eight bytes of slots; null unless slots are wide. */
    private final long[] seconds;

    /** Null unless keys are numbered. */
    private final KeyNumbering numbering;

    /** Null unless keys are UUIDs. */
    private final UuidSlots uuids;

    /** Bits of the last eight bytes; null unless slots of UUIDs have more than 16. */
    private final long[] lasts;

    private long ordinal;

    GatheredKeys(
        SlotGeometry geometry,
        SlotPlaces places,
        SlotCode code,
        int[] keysOfParts,
        int first,
        int end) {
      this.geometry = geometry;
      this.places = places;
      this.code = code;
      this.first = first;
      this.end = end;
      starts = new int[end - first + 1];
      for (int i = first; i < end; i++) {
        starts[i - first + 1] = starts[i - first] + keysOfParts[i];
      }
      next = starts.clone();
      words = new long[starts[end - first]];
      slots = new long[starts[end - first]];
      seconds = code.isWide() ? new long[slots.length] : null;
      numbering = code.numbering();
      uuids = UuidSlots.of(code);
      lasts = uuids != null && uuids.hasLast() ? new long[slots.length] : null;
    }

    @Override
    public boolean visit(long key, long rest, long entry) {
      long hash = geometry.hash(key);
      int part = geometry.part(hash);
      if (part >= first && part < end) {
        int at = next[part - first]++;
        long number = numbering == null ? key : numbering.number(key, rest);
        long word = places.word(number, hash);
        words[at] = word;
        if (uuids == null) {
          put(at, number, word, code.form() == SlotCode.Form.TAGS ? ordinal : entry);
        } else {
          putUuid(at, word, rest, entry);
        }
      }
      ordinal++;
      return true;
    }

    private void put(int at, long key, long word, long value) {
      slots[at] = code.slot(key, word, value);
      if (seconds != null) {
        seconds[at] = code.strippedValue(value);
      }
    }

    private void putUuid(int at, long word, long rest, long entry) {
      slots[at] = uuids.first(word, rest);
      seconds[at] = uuids.second(word, rest, entry);
      if (lasts != null) {
        lasts[at] = uuids.last(rest, entry);
      }
    }

    int start(int part) {
      return starts[part - first];
    }
  }
}
