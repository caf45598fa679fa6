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
package dev.streak.bench.workload.kv;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with what makes point look-ups fast: one level, hashes in its data blocks, a filter of
 * ten bits a key, no compression, and a block cache that holds everything. Two databases: numbers
 * and bytes. They are written once and opened by whoever measures.
 */
final class RocksStore implements Store {
  private static final int WRITE_BATCH = 10_000;

  /** Cache size of a store that keeps no block: what is read comes from files. */
  static final long NO_CACHE = 0;

  /** Null if nothing is cached. */
  private final LRUCache cache;

  private final Options options;
  private final RocksDB numbers;
  private final RocksDB blobs;
  private final ReadOptions readOptions;
  private final List<List<byte[]>> batches = new ArrayList<>();

  /** Opens what {@link #write} has written. Indexes and filters are in memory without a cache. */
  RocksStore(Path directory, BytesRef[][] terms, long cacheBytes) throws RocksDBException {
    RocksDB.loadLibrary();
    readOptions = new ReadOptions().setVerifyChecksums(false);
    cache = cacheBytes == NO_CACHE ? null : new LRUCache(cacheBytes);
    BlockBasedTableConfig tables =
        new BlockBasedTableConfig()
            .setFilterPolicy(new BloomFilter(10))
            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
            .setFormatVersion(5);
    options =
        new Options()
            .setCreateIfMissing(true)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setWriteBufferSize(64L << 20)
            .setTableFormatConfig(
                cache == null ? tables.setNoBlockCache(true) : tables.setBlockCache(cache));
    numbers = RocksDB.open(options, directory.resolve("numbers").toString());
    blobs = RocksDB.open(options, directory.resolve("blobs").toString());
    for (BytesRef[] batch : terms) {
      batches.add(
          Arrays.stream(batch)
              .map(t -> Arrays.copyOfRange(t.bytes, t.offset, t.offset + t.length))
              .toList());
    }
  }

  static void write(Path directory, KeyValues rows) throws RocksDBException {
    try (RocksStore store = new RocksStore(directory, new BytesRef[0][], NO_CACHE)) {
      fill(store.numbers, rows, true);
      fill(store.blobs, rows, false);
    }
  }

  private static void fill(RocksDB store, KeyValues rows, boolean numbers) throws RocksDBException {
    try (WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
        FlushOptions flush = new FlushOptions()) {
      for (int from = 0; from < rows.count(); from += WRITE_BATCH) {
        try (WriteBatch batch = new WriteBatch()) {
          for (int row = from; row < Math.min(rows.count(), from + WRITE_BATCH); row++) {
            BytesRef term = rows.term(row);
            batch.put(
                Arrays.copyOfRange(term.bytes, term.offset, term.offset + term.length),
                numbers ? rows.numberBytes(row) : rows.blob(row));
          }
          store.write(unlogged, batch);
        }
      }
      store.flush(flush);
      store.compactRange();
    }
  }

  @Override
  public long numbers(int batch) throws RocksDBException {
    long sum = 0;
    for (byte[] value : numbers.multiGetAsList(readOptions, batches.get(batch))) {
      if (value != null) {
        ByteBuffer buffer = ByteBuffer.wrap(value);
        for (int column = 0; column < KeyValues.NUMBERS; column++) {
          sum += buffer.getLong();
        }
      }
    }
    return sum;
  }

  @Override
  public long blobs(int batch) throws RocksDBException {
    long sum = 0;
    for (byte[] value : blobs.multiGetAsList(readOptions, batches.get(batch))) {
      if (value != null) {
        sum += Store.checksum(value, 0);
      }
    }
    return sum;
  }

  @Override
  public void close() {
    readOptions.close();
    numbers.close();
    blobs.close();
    options.close();
    if (cache != null) {
      cache.close();
    }
  }
}
