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

/** A table alone in a file, read as the codec reads it: in place, through Lucene's directory. */
final class HashTableFile implements Closeable {
  private static final String NAME = "table";

  private final Directory directory;
  private final IndexInput input;
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
    long[] table = builder.finish();
    buildNanosPerKey = (double) (System.nanoTime() - start) / keys.length;
    directory = FSDirectory.open(path);
    try (IndexOutput output = directory.createOutput(NAME, IOContext.DEFAULT)) {
      for (long value : table) {
        output.writeLong(value);
      }
    }
    input = directory.openInput(NAME, IOContext.DEFAULT);
    hash =
        new NeighborHash(
            input.randomAccessSlice(0, input.length()),
            0,
            new HomeBuckets(seed, buckets),
            builder.longestChain());
  }

  NeighborHash hash() {
    return hash;
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
