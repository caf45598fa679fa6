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
import dev.streak.cache.blocks.SegmentFileKey;
import dev.streak.cache.monitor.CacheStats;
import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.HomeBuckets;
import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermSpelling;
import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tables of all sizes that are read from a cache or not. */
public class TestCachedTables extends LuceneTestCase {

  private static TableDescription table(long bytes) {
    long buckets = bytes >>> BucketDescriptor.BYTES_SHIFT;
    TableShape shape = new TableShape.Buckets(new HomeBuckets(1, buckets), 4);
    return new TableDescription(
        1, new TermSpelling(TermKeyKind.DECIMAL), buckets / 2, 0, 0, 0, shape);
  }

  private static CachedTables cached(
      List<TableDescription> tables, CachePolicy policy, BlockCache cache) {
    long[] bytes = tables.stream().mapToLong(TableDescription::bytes).toArray();
    SegmentFileKey key = new SegmentFileKey("segment", "_0.skh");
    return new CachedTables(null, key, tables, bytes, policy, cache);
  }

  /** Whoever sees blocks rejected makes the cache larger, which would not help. */
  public void testTablesThatFitNoCacheAreNotRejected() throws IOException {
    List<TableDescription> tables =
        List.of(table((1L << 30) + 64), table(3L << 29), table((1L << 31) - 64), table(1L << 31));
    try (BlockCache cache = BlockCache.builder().capacityBytes(1L << 34).build()) {
      for (CachePolicy policy : new CachePolicy[] {CachePolicy.CACHED, CachePolicy.PINNED}) {
        try (CachedTables cached = cached(tables, policy, cache)) {
          for (int i = 0; i < tables.size(); i++) {
            assertNull(cached.table(i));
          }
          cache.blocks().warm(Set.of("segment"));
        }
      }
      CacheStats stats = cache.stats();
      assertEquals(stats.toLine(), 0, stats.rejected());
      assertEquals(stats.toLine(), 0, stats.bypasses());
    }
  }

  /** A larger cache would hold it, so whoever has too small a one must see that. */
  public void testLargestTableIsRejectedWhereItDoesNotFit() throws IOException {
    List<TableDescription> tables = List.of(table(1L << 30));
    try (BlockCache cache = BlockCache.builder().capacityBytes(1L << 24).build()) {
      try (CachedTables cached = cached(tables, CachePolicy.CACHED, cache)) {
        assertNull(cached.table(0));
      }
      assertEquals(cache.stats().toLine(), 1, cache.stats().bypasses());
      try (CachedTables cached = cached(tables, CachePolicy.PINNED, cache)) {
        assertNull(cached.table(0));
      }
      assertEquals(cache.stats().toLine(), 2, cache.stats().bypasses());
      assertEquals(cache.stats().toLine(), 1, cache.stats().rejected());
    }
  }

  /** Each has been read to find its field, and a segment may have thousands. */
  public void testDescriptionsAreNotReadAgainToOpen() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    List<TableDescription> tables =
        new AbstractList<>() {
          @Override
          public TableDescription get(int index) {
            reads.incrementAndGet();
            return table(1L << 16);
          }

          @Override
          public int size() {
            return 3;
          }
        };
    SegmentFileKey key = new SegmentFileKey("segment", "_0.skh");
    long[] bytes = {1L << 16, 1L << 16, 1L << 16};
    try (BlockCache cache = BlockCache.builder().capacityBytes(1L << 24).build();
        CachedTables cached =
            new CachedTables(null, key, tables, bytes, CachePolicy.CACHED, cache)) {
      assertFalse(cached.holds(1));
      assertEquals(0, reads.get());
    }
  }
}
