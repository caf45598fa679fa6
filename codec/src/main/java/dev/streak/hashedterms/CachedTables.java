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

import dev.streak.cache.BlockCache;
import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockHandle;
import dev.streak.cache.blocks.BlockLoader;
import dev.streak.cache.blocks.BlockPool;
import dev.streak.cache.blocks.BlockVerification;
import dev.streak.cache.blocks.HandleSource;
import dev.streak.cache.blocks.SegmentFileKey;
import dev.streak.cachedfile.Prefetch;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.lucene.store.IndexInput;

/**
 * The tables of a file in the cache outside the heap, each whole: reads go all over a table, and
 * only in one piece it can be read as fast as a file that is mapped.
 */
final class CachedTables implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final IndexInput input;

  /** Each is read anew when it is asked for. */
  private final List<TableDescription> tables;

  /** Of each table. */
  private final long[] bytes;

  private final CachePolicy policy;
  private final HandleSource handles;

  CachedTables(
      IndexInput input,
      SegmentFileKey key,
      List<TableDescription> tables,
      long[] bytes,
      CachePolicy policy,
      BlockCache cache) {
    this.input = input;
    this.tables = tables;
    this.bytes = bytes;
    this.policy = policy;
    this.handles = cache.blocks().openToWarmLater(key, tables.size(), new Loader());
  }

  /** Returns a table, or null if it is to be read from the file. */
  BlockHandle table(int index) throws IOException {
    if (isTooLarge(index)) {
      return null;
    }
    return policy == CachePolicy.PINNED ? handles.pin(index) : handles.getIfRoomy(index);
  }

  /** Whether a table need not be read to be asked. */
  boolean holds(int index) {
    return handles.holds(index);
  }

  private boolean isTooLarge(int index) {
    return bytes[index] > BlockPool.MAX_SLAB_BYTES;
  }

  /**
   * Reads a table from the first byte to the last and compares its checksum.
   *
   * @param target what it is put into, or null
   */
  static void readVerified(IndexInput file, TableDescription table, ByteBuffer target)
      throws IOException {
    long start = table.start();
    long length = table.bytes();
    IndexInput reader = file.clone();
    Prefetch.announce(reader, start, length);
    reader.seek(start);
    byte[] buffer = new byte[(int) Math.min(length, BUFFER_BYTES)];
    CRC32C actual = new CRC32C();
    for (long rest = length; rest > 0; ) {
      int count = (int) Math.min(rest, buffer.length);
      reader.readBytes(buffer, 0, count);
      actual.update(buffer, 0, count);
      if (target != null) {
        target.put(buffer, 0, count);
      }
      rest -= count;
    }
    BlockVerification.compare("the table", start, (int) actual.getValue(), table.checksum(), file);
  }

  @Override
  public void close() {
    handles.close();
  }

  private final class Loader implements BlockLoader {
    /** Of a table that is too large for the cache, as much as says so. */
    @Override
    public int lengthBytes(int blockIndex) {
      return (int) Math.min(bytes[blockIndex], BlockPool.MAX_SLAB_BYTES + 1);
    }

    @Override
    public void load(int blockIndex, ByteBuffer target) throws IOException {
      readVerified(input, tables.get(blockIndex), target);
    }

    @Override
    public boolean isDispensable() {
      return true;
    }
  }
}
