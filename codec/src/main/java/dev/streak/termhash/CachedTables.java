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
package dev.streak.termhash;

import dev.streak.offheap.BlockCache;
import dev.streak.offheap.BlockHandles;
import dev.streak.offheap.BlockLoader;
import dev.streak.offheap.BlockMemory;
import dev.streak.offheap.CachePolicy;
import dev.streak.offheap.SegmentFileKey;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;

/**
 * The tables of a file in the cache outside the heap, each whole: reads go all over a table, and
 * only in one piece it can be read as fast as a file that is mapped. Block {@code 2 * i} has the
 * buckets of the file's table {@code i}, the block after it its records.
 */
final class CachedTables implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final IndexInput input;
  private final List<TableDescription> tables;
  private final CachePolicy policy;
  private final BlockHandles<TableBlock> handles;

  CachedTables(
      IndexInput input,
      SegmentFileKey key,
      List<TableDescription> tables,
      CachePolicy policy,
      BlockCache cache) {
    this.input = input;
    this.tables = tables;
    this.policy = policy;
    this.handles = cache.open(key, 2 * tables.size(), new Loader());
    for (int i = 0; i < handles.blockCount(); i++) {
      if (length(i) == 0 || length(i) > Integer.MAX_VALUE) {
        handles.leaveCold(i, 1);
      }
    }
  }

  /** Returns the buckets of a table, or null if they are to be read from the file. */
  TableBlock buckets(int table) throws IOException {
    return block(2 * table);
  }

  /** Returns the records of a table, or null if they are to be read from the file. */
  TableBlock records(int table) throws IOException {
    return block(2 * table + 1);
  }

  private TableBlock block(int index) throws IOException {
    if (length(index) == 0 || length(index) > Integer.MAX_VALUE) {
      return null;
    }
    return policy == CachePolicy.PINNED ? handles.pin(index) : handles.getIfRoomy(index);
  }

  private long start(int blockIndex) {
    TableDescription table = tables.get(blockIndex / 2);
    return blockIndex % 2 == 0 ? table.tableStart() : table.recordsStart();
  }

  private long length(int blockIndex) {
    TableDescription table = tables.get(blockIndex / 2);
    return blockIndex % 2 == 0 ? table.tableBytes() : table.recordsBytes();
  }

  private int checksum(int blockIndex) {
    TableDescription table = tables.get(blockIndex / 2);
    return blockIndex % 2 == 0 ? table.tableChecksum() : table.recordsChecksum();
  }

  /**
   * Reads bytes of a file from the first to the last and compares their checksum.
   *
   * @param target what they are put into, or null
   */
  static void readVerified(
      IndexInput file, long start, long length, int checksum, ByteBuffer target)
      throws IOException {
    IndexInput bytes = file.clone();
    bytes.prefetch(start, length);
    bytes.seek(start);
    byte[] buffer = new byte[(int) Math.min(length, BUFFER_BYTES)];
    CRC32 actual = new CRC32();
    for (long rest = length; rest > 0; ) {
      int count = (int) Math.min(rest, buffer.length);
      bytes.readBytes(buffer, 0, count);
      actual.update(buffer, 0, count);
      if (target != null) {
        target.put(buffer, 0, count);
      }
      rest -= count;
    }
    if (checksum != (int) actual.getValue()) {
      throw new CorruptIndexException("checksum of bytes from " + start + " is wrong", file);
    }
  }

  @Override
  public void close() {
    handles.close();
  }

  private final class Loader implements BlockLoader<TableBlock> {
    @Override
    public int lengthBytes(int blockIndex) {
      return Math.toIntExact(length(blockIndex));
    }

    @Override
    public void load(int blockIndex, ByteBuffer target) throws IOException {
      readVerified(input, start(blockIndex), length(blockIndex), checksum(blockIndex), target);
    }

    @Override
    public TableBlock open(int blockIndex, BlockMemory memory) {
      return new TableBlock(memory);
    }
  }
}
