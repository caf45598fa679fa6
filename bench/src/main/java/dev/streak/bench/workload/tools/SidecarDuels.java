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
package dev.streak.bench.workload.tools;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.terms.IdSets;
import dev.streak.bench.workload.terms.TermsIndex;
import dev.streak.bench.workload.terms.TermsLayout;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.sidecar.SidecarFolder;
import dev.streak.sidecar.StreakReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** What a sidecar gives an index of Lucene's own codec, and what it costs to build. */
public final class SidecarDuels {
  private static final String STOCK = "Lucene TermInSetQuery";
  private static final String UNCHANGED = "TermInSetQuery, exchanged, with a sidecar";
  private static final String RUNS = "RunTermsQuery, with a sidecar";
  private static final int DOCS_PER_SHOP = 100;
  private static final int IDS = 10_000;

  private SidecarDuels() {}

  /** Filters by ids on documents that lie in the order of their shops. */
  public static void searching(BenchContext context, int docs) throws Exception {
    TermsLayout layout = new TermsLayout(docs, DOCS_PER_SHOP, TermsLayout.Order.SORTED);
    context.progress("indexing " + Numbers.count(docs) + " documents of shops");
    Path path = context.scratch("shops");
    Path sidecar = context.scratch("shops-sidecar");
    try (Directory directory = FSDirectory.open(path)) {
      index(directory, layout);
      try (DirectoryReader stock = DirectoryReader.open(directory)) {
        new SidecarFolder(sidecar).build(stock);
        try (DirectoryReader served =
            StreakReaders.withSidecar(DirectoryReader.open(directory), sidecar)) {
          search(context, layout, new IndexSearcher(stock), new StreakIndexSearcher(served));
        }
      }
      context.table(sizes(path, sidecar));
    }
  }

  private static void index(Directory directory, TermsLayout layout) throws IOException {
    TermsLayout.Ownership ownership = layout.ownership();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int doc = 0; doc < layout.docs(); doc++) {
        long id = TermsIndex.id(ownership.ownerOf(doc));
        writer.addDocument(TermsIndex.document(doc, id, /* withText= */ false));
      }
      writer.forceMerge(1);
    }
  }

  private static void search(
      BenchContext context, TermsLayout layout, IndexSearcher stock, IndexSearcher served)
      throws Exception {
    stock.setQueryCache(null);
    served.setQueryCache(null);
    IdSets sets = IdSets.random(context, layout, IDS);
    DuelResult result =
        context
            .duel("Build and count, 10k ids, an index of Lucene's codec in order")
            .inputs(sets.count())
            .byProcessorTime()
            .system(STOCK, i -> stock.count(sets.stock(i)))
            .system(UNCHANGED, i -> served.count(sets.stock(i)))
            .system(RUNS, i -> served.count(RunTermsQuery.ofIds(TermsIndex.SHOP, sets.ids(i))))
            .run();
    context.table(result.toTable());
    context.ratio("tools.sidecar.10k", result.speedup(RUNS));
  }

  private static Table sizes(Path index, Path sidecar) throws IOException {
    return new Table("Size", "", "bytes")
        .row("index", Numbers.bytes(bytes(index)))
        .row("sidecar", Numbers.bytes(bytes(sidecar)));
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** The work of writing an index. */
  public interface Indexing {
    int index(Path path) throws IOException;
  }

  /**
   * Building sidecars for all segments of an index that {@code indexing} writes, one thread each.
   */
  public static void building(BenchContext context, Indexing indexing) throws Exception {
    Path path = context.scratch("indexed");
    Path sidecar = context.scratch("built");
    DuelResult result =
        context
            .duel("Write an index of Lucene's codec, and a sidecar for it, one thread")
            .rounds(1, context.quick() ? 2 : 5)
            .byProcessorTime()
            .system("indexing", i -> clear(path), i -> indexing.index(path))
            .system("sidecar", i -> clear(sidecar), i -> build(path, sidecar))
            .run();
    context.table(result.toTable());
    context.ratio("tools.sidecar.build_vs_indexing", result.speedup("sidecar"));
    context.table(sizes(path, sidecar));
  }

  private static int build(Path path, Path sidecar) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      new SidecarFolder(sidecar).build(reader);
      return reader.numDocs();
    }
  }

  private static void clear(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all.subList(0, all.size() - 1)) {
      Files.delete(file);
    }
  }
}
