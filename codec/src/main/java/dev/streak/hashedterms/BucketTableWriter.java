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
import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.HomeBuckets;
import dev.streak.tables.NeighborHashBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.apache.lucene.store.IndexOutput;

/**
 * Writes a table of buckets, part by part: memory is bounded by the size of a part, however many
 * keys there are.
 */
final class BucketTableWriter {

  /** Share of used buckets: a table takes 20 bytes a key. */
  static final double LOAD = 0.8;

  /** Buckets of a part at most: 64 MB. */
  static final int DEFAULT_MAX_PART_BUCKETS = 1 << 22;

  private static final int BUFFER_BUCKETS = 512;

  private final IndexOutput output;
  private final int maxPartBuckets;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BUCKETS * BucketDescriptor.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  BucketTableWriter(IndexOutput output, int maxPartBuckets) {
    this.output = output;
    this.maxPartBuckets = maxPartBuckets;
  }

  /** Returns null if there is no table for these keys. */
  WrittenTable write(KeySpool spool, long seed) throws IOException {
    long buckets = NeighborHashBuilder.bucketsFor(spool.size(), LOAD);
    for (int attempt = 0; attempt < WrittenTable.MAX_ATTEMPTS; attempt++) {
      WrittenTable written =
          attempt(spool, new HomeBuckets(HomeBuckets.mix(seed + attempt), buckets));
      if (written != null) {
        return written;
      }
    }
    return null;
  }

  private WrittenTable attempt(KeySpool spool, HomeBuckets homes) throws IOException {
    long parts = (homes.buckets() + maxPartBuckets - 1) / maxPartBuckets;
    long partBuckets = (homes.buckets() + parts - 1) / parts;
    partBuckets = (partBuckets + BucketDescriptor.PER_LINE - 1) & -BucketDescriptor.PER_LINE;
    CRC32C checksum = new CRC32C();
    int longestChain = 1;
    long start = -1;
    for (long first = 0; first < homes.buckets(); first += partBuckets) {
      NeighborHashBuilder builder =
          new NeighborHashBuilder(
              homes, first, (int) Math.min(partBuckets, homes.buckets() - first));
      if (addKeys(spool, builder, first, first + partBuckets) == false) {
        return null;
      }
      if (start < 0) {
        start = output.alignFilePointer(TableDescription.ALIGNMENT);
      }
      longestChain = Math.max(longestChain, builder.longestChain());
      writeBuckets(builder.finish(), checksum);
    }
    return new WrittenTable(
        new TableShape.Buckets(homes, longestChain), 0, start, (int) checksum.getValue());
  }

  private static boolean addKeys(
      KeySpool spool, NeighborHashBuilder builder, long firstBucket, long endBucket)
      throws IOException {
    HomeBuckets homes = builder.homes();
    if (firstBucket == 0 && endBucket >= homes.buckets()) {
      return spool.forEach((key, rest, payload) -> builder.add(key, payload));
    }
    return spool.forEach(
        (key, rest, payload) -> {
          long home = homes.of(key);
          return home < firstBucket || home >= endBucket || builder.add(key, payload);
        });
  }

  private void writeBuckets(long[] table, CRC32C checksum) throws IOException {
    for (int i = 0; i < table.length; ) {
      buffer.clear();
      int end = Math.min(table.length, i + 2 * BUFFER_BUCKETS);
      for (; i < end; i++) {
        buffer.putLong(table[i]);
      }
      checksum.update(buffer.array(), 0, buffer.position());
      output.writeBytes(buffer.array(), 0, buffer.position());
    }
  }
}
