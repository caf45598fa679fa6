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
package dev.streak.bench.workload.lookup;

import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.HomeBuckets;
import dev.streak.tables.NeighborHash;
import dev.streak.tables.NeighborHashBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;

/** A table alone in a file, read as the codec reads it: in place, through Lucene's directory. */
final class HashTableFile implements Closeable {
  private static final String NAME = "table";

  private final Directory directory;
  private final IndexInput input;
  private final HomeBuckets homes;
  private final RandomAccessInput table;
  private final NeighborHash hash;
  private final double buildNanosPerKey;

  /** Payload {@code i} goes with {@code keys[i]}. */
  HashTableFile(Path path, long[] keys, int buckets, long seed) throws IOException {
    long start = System.nanoTime();
    NeighborHashBuilder builder = new NeighborHashBuilder(buckets, seed);
    for (int i = 0; i < keys.length; i++) {
      if (!builder.add(keys[i], i)) {
        throw new IllegalStateException("keys do not fit: keys=" + keys.length);
      }
    }
    long[] words = builder.finish();
    buildNanosPerKey = (double) (System.nanoTime() - start) / keys.length;
    directory = FSDirectory.open(path);
    try (IndexOutput output = directory.createOutput(NAME, IOContext.DEFAULT)) {
      for (long word : words) {
        output.writeLong(word);
      }
    }
    input = directory.openInput(NAME, IOContext.DEFAULT);
    table = input.randomAccessSlice(0, input.length());
    homes = new HomeBuckets(seed, buckets);
    hash = new NeighborHash(table, homes, builder.longestChain());
  }

  NeighborHash hash() {
    return hash;
  }

  /** Number of cache lines that a look-up reads, as if the table were aligned to lines. */
  int cacheLines(long key) throws IOException {
    long bucket = homes.of(key);
    int lines = 1;
    while (true) {
      long address = bucket * BucketDescriptor.BYTES;
      int next = BucketDescriptor.next(table.readLong(address + Long.BYTES));
      if (table.readLong(address) == key || next == 0) {
        return lines;
      }
      lines += BucketDescriptor.sameLine(bucket, bucket + next) ? 0 : 1;
      bucket += next;
    }
  }

  double buildNanosPerKey() {
    return buildNanosPerKey;
  }

  @Override
  public void close() throws IOException {
    input.close();
    directory.close();
  }
}
