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
package dev.streak.termblock;

import dev.streak.coldreads.Announcer;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.packed.PackedLongValues;

/**
 * Where the blocks of a field begin in their file, and where the last one ends: one more position
 * than blocks, as the distance from a straight line, bit-packed behind the blocks.
 *
 * <pre>
 * position of block i := base + i * step + packed i
 * meta := where the packed numbers begin (vlong) | base (zlong) | step (vlong) | width (byte)
 * </pre>
 *
 * @param blocks number of blocks
 * @param packedAt where the packed numbers begin
 * @param base what the first position counts from
 * @param step average length of a block
 * @param width bits of a packed number
 */
public record TermBlockStarts(int blocks, long packedAt, long base, long step, int width) {

  /** A packed number is read with one long that begins at a byte. */
  private static final int MAX_WIDTH = Long.SIZE - Byte.SIZE + 1;

  /** The positions of some hundred million terms. */
  private static final long MAX_ANNOUNCED_BYTES = 1 << 23;

  /** Writes the positions behind the blocks, and what finds them to {@code meta}. */
  public static void write(PackedLongValues positions, DataOutput meta, IndexOutput data)
      throws IOException {
    long last = positions.size() - 1;
    long step = last == 0 ? 0 : (positions.get(last) - positions.get(0)) / last;
    long base = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (long i = 0; i <= last; i++) {
      long distance = positions.get(i) - i * step;
      base = Math.min(base, distance);
      most = Math.max(most, distance);
    }
    int width = Long.SIZE - Long.numberOfLeadingZeros(most - base);
    meta.writeVLong(data.getFilePointer());
    meta.writeZLong(base);
    meta.writeVLong(step);
    meta.writeByte((byte) width);
    BitOutput packed = new BitOutput(data);
    for (long i = 0; i <= last; i++) {
      packed.write(positions.get(i) - i * step - base, width);
    }
    packed.finish();
  }

  /** Reads what finds the positions of {@code blocks} blocks. */
  public static TermBlockStarts read(int blocks, DataInput meta) throws IOException {
    TermBlockStarts starts =
        new TermBlockStarts(
            blocks, meta.readVLong(), meta.readZLong(), meta.readVLong(), meta.readByte());
    if (starts.width < 0 || starts.width > MAX_WIDTH) {
      throw new CorruptIndexException(
          "width of a position is " + starts.width + ", must be 0 to " + MAX_WIDTH, meta);
    }
    return starts;
  }

  /** The end of the packed numbers in the file. */
  public long end() {
    return packedAt + ((blocks + 1L) * width + 7) / 8;
  }

  /** Announces to slow storage that positions will be read, if all of them are few enough. */
  public void announce(IndexInput file) {
    long length = end() - packedAt;
    if (length > 0 && length <= MAX_ANNOUNCED_BYTES) {
      Announcer.announce(file, packedAt, end());
    }
  }

  /** Where a block begins; that after the last one begins where the last one ends. */
  public long position(RandomAccessInput file, int block) throws IOException {
    return base + block * step + EntryReader.bits(file, packedAt, width, block);
  }
}
