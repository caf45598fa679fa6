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
package dev.streak.bench.workload;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Chart;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.offheap.BlockCache;
import dev.streak.offheap.CachePolicy;
import dev.streak.termsindex.FieldTermsIndex;
import dev.streak.termsindex.TermsIndexReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** How much of the terms index is on the heap, and how much outside. */
final class TermsIndexHeap {
  private static final int SEGMENTS = 1_000;
  private static final int FIELDS = 10;
  private static final int KEYS = 1_000;

  /** Of the codec's dictionary; each block has one key in the index. */
  private static final int TERMS_PER_BLOCK = 32;

  private static final int LEAST_TERMS = 10_000;
  private static final long CACHE_BYTES = 256 << 20;

  private TermsIndexHeap() {}

  /** Many small indexes, as a node with many shards has them. */
  static void manySegments(BenchContext context) throws Exception {
    context.progress("opening " + SEGMENTS + " segments of " + FIELDS + " fields");
    List<BytesRef[]> fields = new ArrayList<>();
    Random random = context.random("fields");
    for (int i = 0; i < FIELDS; i++) {
      fields.add(IndexKeys.random(random, KEYS));
    }
    try (OpenIndexes indexes = new OpenIndexes(context, fields, SEGMENTS)) {
      long before = usedHeap();
      indexes.open();
      double open = (double) (usedHeap() - before) / indexes.size();
      indexes.touch(fields.get(0)[0]);
      double loaded = (double) (usedHeap() - before) / indexes.size();
      Table table = new Table("Heap a field of a segment", "", "bytes");
      table.row("reader open", String.format(Locale.ROOT, "%.0f", open));
      table.row("and its block in the cache", String.format(Locale.ROOT, "%.0f", loaded));
      table.row("outside the heap", Numbers.bytes(indexes.bytesOutside() / indexes.size()));
      context.table(table);
      context.ratio("termsindex.heap_200_bytes", 200 / open);
    }
  }

  /** One field with more and more terms, all of its blocks in use, beside FSTs on the heap. */
  static void growth(BenchContext context, int mostKeys) throws Exception {
    Table table =
        new Table(
            "Terms index of a growing field, all blocks in use",
            "terms",
            "FSTs, heap",
            "Streak, heap",
            "Streak, outside",
            "heap, times less");
    Chart chart =
        context.chart(
            "termsindex.growth",
            "Terms index of a field, all blocks in use",
            new Chart.Axis("terms of the field", Chart.Scale.LOG),
            new Chart.Axis("bytes", Chart.Scale.LOG));
    for (long keys = LEAST_TERMS / TERMS_PER_BLOCK; keys < mostKeys; keys *= 10) {
      growth(context, (int) keys, table, chart);
    }
    double timesLess = growth(context, mostKeys, table, chart);
    context.ratio("termsindex.growth.heap_vs_fsts", timesLess);
    context.table(table);
  }

  /** Returns how many times less heap Streak takes. */
  private static double growth(BenchContext context, int keyCount, Table table, Chart chart)
      throws Exception {
    context.progress("terms index of " + Numbers.count(keyCount) + " blocks of terms");
    BytesRef[] keys = IndexKeys.random(context.random("growth"), keyCount);
    int copies = Math.clamp(1_000_000 / keyCount, context.quick() ? 5 : 20, 300);
    int terms = keyCount * TERMS_PER_BLOCK;
    try (OpenIndexes indexes = new OpenIndexes(context, Collections.singletonList(keys), copies)) {
      long before = usedHeap();
      indexes.open();
      for (BytesRef key : keys) {
        indexes.touch(key);
      }
      long heap = (usedHeap() - before) / copies;
      long outside = indexes.bytesOutside() / copies;
      long fsts = heapOfFsts(keys, indexes.blocks(), copies);
      double less = (double) fsts / heap;
      table.row(
          Numbers.count(terms),
          Numbers.bytes(fsts),
          Numbers.bytes(heap),
          Numbers.bytes(outside),
          Numbers.times(less));
      chart.point("FSTs on the heap", terms, (double) fsts);
      chart.point("Streak, on the heap", terms, (double) heap);
      chart.point("Streak, outside the heap", terms, (double) outside);
      return less;
    }
  }

  private static long heapOfFsts(BytesRef[] keys, int blocks, int copies) throws Exception {
    List<HeapFsts> fsts = new ArrayList<>();
    long before = usedHeap();
    for (int i = 0; i < copies; i++) {
      fsts.add(new HeapFsts(keys, blocks));
    }
    long after = usedHeap();
    return (after - before) / fsts.size();
  }

  private static long usedHeap() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The same segment many times over, each one for itself: blocks are not shared. */
  private static final class OpenIndexes implements Closeable {
    private final Directory directory;
    private final IndexKeys.Segment segment;
    private final BlockCache cache = BlockCache.builder().capacityBytes(CACHE_BYTES).build();
    private final List<TermsIndexReader> readers;
    private final List<FieldTermsIndex> indexes;
    private final int fields;
    private final int copies;

    OpenIndexes(BenchContext context, List<BytesRef[]> fields, int copies) throws IOException {
      this.fields = fields.size();
      this.copies = copies;
      this.readers = new ArrayList<>(copies);
      this.indexes = new ArrayList<>(copies * this.fields);
      this.directory = FSDirectory.open(context.scratch("segments"));
      this.segment = IndexKeys.write(directory, fields);
    }

    void open() throws IOException {
      for (int i = 0; i < copies; i++) {
        TermsIndexReader reader = segment.withIdOf(i).open(cache);
        readers.add(reader);
        for (int field = 0; field < fields; field++) {
          indexes.add(reader.field(field, CachePolicy.CACHED));
        }
      }
    }

    int size() {
      return indexes.size();
    }

    int blocks() {
      return indexes.get(0).blockCount();
    }

    /** Loads the block of a term. */
    void touch(BytesRef term) throws IOException {
      for (FieldTermsIndex index : indexes) {
        index.browser().floor(term);
      }
    }

    long bytesOutside() {
      return cache.stats().usedBytes();
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(readers);
      cache.close();
      directory.close();
    }
  }
}
