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
package dev.streak.bench.demo;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.UsedHeap;
import dev.streak.bench.workload.CatalogueIndex;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.cache.BlockCache;
import dev.streak.compression.NativeMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;

/** What an open index holds in memory. */
final class DemoMemory {
  private static final int READERS = 50;

  private DemoMemory() {}

  /** Called while readers of both indexes are open and have answered queries. */
  static void measure(
      BenchContext context, SideBySide table, TwinIndex.Side lucene, TwinIndex.Side streak)
      throws IOException {
    context.progress("Memory of an open index");
    table.section("Memory of an open index");
    table.bytes("Java heap", heapOfReader(lucene), heapOfReader(streak));
    table.values(
        "terms index and hash tables, own memory",
        "page cache",
        Numbers.bytes(BlockCache.shared().stats().usedBytes()));
    table.values(
        "Zstandard contexts and dictionaries", "", Numbers.bytes(NativeMemory.held().bytes()));
  }

  /** The mean of many, because the heap's own noise is as large as a reader. */
  private static long heapOfReader(TwinIndex.Side side) throws IOException {
    List<DirectoryReader> readers = new ArrayList<>();
    try {
      // The first one also loads classes.
      readers.add(openAndUse(side));
      long before = UsedHeap.bytes();
      for (int i = 0; i < READERS; i++) {
        readers.add(openAndUse(side));
      }
      return Math.max(0, UsedHeap.bytes() - before) / READERS;
    } finally {
      for (DirectoryReader reader : readers) {
        reader.close();
      }
    }
  }

  private static DirectoryReader openAndUse(TwinIndex.Side side) throws IOException {
    DirectoryReader reader = side.open();
    IndexSearcher searcher = UncachedSearcher.of(reader);
    for (String field :
        List.of(CatalogueIndex.ID, CatalogueIndex.SHOP, CatalogueIndex.DESCRIPTION)) {
      searcher.count(new TermQuery(new Term(field, "no such term")));
    }
    return reader;
  }
}
