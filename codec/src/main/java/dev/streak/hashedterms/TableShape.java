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

import dev.streak.slots.SlotCode;
import dev.streak.slots.SlotGeometry;
import dev.streak.slots.SlotTable;
import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.HomeBuckets;
import dev.streak.tables.KeyTable;
import dev.streak.tables.NeighborHash;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.RandomAccessInput;

/** How a table is laid out, and how large it is. */
sealed interface TableShape {

  /** What stands for the layout in a file and in a field's attribute. */
  enum Layout {
    /** Keys and entries in buckets of 16 bytes. */
    BUCKETS(1),
    /** Parts of hashes and ordinals in slots of 4 or 5 bytes. */
    TAGS(3),
    /** Keys and entries in slots of 4 to 12 bytes. Code 2 must not be used: early builds had it. */
    EXACT(4),
    /** UUIDs, or other keys of 128 bits, and entries in slots of 16 to 20 bytes. */
    UUIDS(5),
    /** Numbers of keys, and entries, in slots of 4 to 8 bytes. */
    NUMBERED(6);

    private final byte code;

    Layout(int code) {
      this.code = (byte) code;
    }
  }

  /** Which of the layouts. */
  Layout layout();

  /** Bytes of the table. */
  long bytes();

  /** Keys that could be in such a table. */
  long capacity();

  /** In whose order keys lie in the table, roughly. */
  HomeBuckets homes();

  /** The table in a memory that begins with it. */
  KeyTable open(RandomAccessInput memory);

  /** Writes all but the layout. */
  void writeRest(DataOutput output) throws IOException;

  /** Writes what {@link #read} reads. */
  default void write(DataOutput output) throws IOException {
    output.writeByte(layout().code);
    writeRest(output);
  }

  /** Reads a shape of at most {@code limit} bytes. */
  static TableShape read(DataInput input, long limit) throws IOException {
    byte code = input.readByte();
    for (Layout layout : Layout.values()) {
      if (layout.code == code) {
        TableShape shape =
            layout == Layout.BUCKETS
                ? Buckets.read(input, limit)
                : Slots.read(input, SlotCode.Form.valueOf(layout.name()), limit);
        if (shape == null) {
          throw new CorruptIndexException(
              "shape of a table is impossible, must be " + layout + " within " + limit + " bytes",
              input);
        }
        return shape;
      }
    }
    throw new CorruptIndexException(
        "layout of a table is " + code + ", must be one of " + Arrays.toString(Layout.values()),
        input);
  }

  /**
   * Buckets.
   *
   * @param homes seed and number of buckets
   * @param longestChain bound of every look-up
   */
  record Buckets(HomeBuckets homes, int longestChain) implements TableShape {

    @Override
    public Layout layout() {
      return Layout.BUCKETS;
    }

    @Override
    public long bytes() {
      return homes.buckets() << BucketDescriptor.BYTES_SHIFT;
    }

    @Override
    public long capacity() {
      return homes.buckets();
    }

    @Override
    public KeyTable open(RandomAccessInput memory) {
      return new NeighborHash(memory, homes, longestChain);
    }

    @Override
    public void writeRest(DataOutput output) throws IOException {
      output.writeLong(homes.seed());
      output.writeVLong(homes.buckets());
      output.writeVInt(longestChain);
    }

    private static Buckets read(DataInput input, long limit) throws IOException {
      HomeBuckets homes = new HomeBuckets(input.readLong(), input.readVLong());
      int longestChain = input.readVInt();
      return homes.buckets() < BucketDescriptor.PER_LINE
              || homes.buckets() > limit >>> BucketDescriptor.BYTES_SHIFT
              || longestChain < 1
              || longestChain > homes.buckets()
          ? null
          : new Buckets(homes, longestChain);
    }
  }

  /** Slots. */
  record Slots(SlotGeometry geometry, SlotCode code) implements TableShape {

    @Override
    public Layout layout() {
      return switch (code.form()) {
        case TAGS -> Layout.TAGS;
        case EXACT -> Layout.EXACT;
        case UUIDS -> Layout.UUIDS;
        case NUMBERED -> Layout.NUMBERED;
      };
    }

    @Override
    public long bytes() {
      return geometry.bytes();
    }

    @Override
    public long capacity() {
      return (long) geometry.parts() * geometry.slots();
    }

    /** Parts follow each other as buckets would; within one there is no order. */
    @Override
    public HomeBuckets homes() {
      return new HomeBuckets(geometry.seed(), geometry.parts());
    }

    @Override
    public KeyTable open(RandomAccessInput memory) {
      return new SlotTable(memory, geometry, code);
    }

    @Override
    public void writeRest(DataOutput output) throws IOException {
      output.writeLong(geometry.seed());
      output.writeVInt(geometry.parts());
      output.writeVInt(geometry.pilots());
      output.writeVInt(geometry.slots());
      code.write(output);
    }

    private static Slots read(DataInput input, SlotCode.Form form, long limit) throws IOException {
      long seed = input.readLong();
      int parts = input.readVInt();
      int pilots = input.readVInt();
      int slots = input.readVInt();
      if (parts < 1 || pilots < 1 || slots < 1) {
        return null;
      }
      SlotCode code = SlotCode.read(input, form, parts);
      if (code == null || slots >>> code.lowBits() < 1) {
        return null;
      }
      SlotGeometry geometry = new SlotGeometry(seed, parts, pilots, slots, code.slotBytes());
      return parts > limit / geometry.partBytes() ? null : new Slots(geometry, code);
    }
  }
}
