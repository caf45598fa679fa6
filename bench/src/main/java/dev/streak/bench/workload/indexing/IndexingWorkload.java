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
package dev.streak.bench.workload.indexing;

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.CatalogueIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** How fast a catalogue is indexed and merged. */
public final class IndexingWorkload implements Workload {
  private static final int SEGMENTS = 8;

  @Override
  public String name() {
    return "indexing";
  }

  @Override
  public String description() {
    return "flushing and force-merging a sorted catalogue, against Lucene's default codec";
  }

  @Override
  public List<Size> sizes() {
    return List.of(Size.docs(200_000, 20_000));
  }

  @Override
  public String needs() {
    return "1 GB of heap, 1 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    int docs = context.size("docs");
    context.progress("generating " + Numbers.count(docs) + " items");
    Catalogue catalogue = new Catalogue(context.seed(), docs);
    List<Catalogue.Item> items = IntStream.range(0, docs).mapToObj(catalogue::item).toList();
    Path lucene = context.scratch("lucene");
    Path streak = context.scratch("streak");
    int rounds = context.quick() ? 3 : 5;
    DuelResult flush =
        context
            .duel("Flush " + SEGMENTS + " segments")
            .rounds(0, rounds)
            .byProcessorTime()
            .system("lucene", i -> flush(items, lucene, Codec.getDefault()))
            .system("streak", i -> flush(items, streak, CatalogueIndex.streakCodec()))
            .run();
    context.table(flush.toTable());
    context.ratio("indexing.flush", flush.speedup("streak"));
    DuelResult merge = mergeDuel(context, items, lucene, streak, rounds);
    context.table(merge.toTable());
    context.ratio("indexing.merge", merge.speedup("streak"));
  }

  /** Each merge needs unmerged segments, which are flushed anew outside the clock. */
  private static DuelResult mergeDuel(
      BenchContext context, List<Catalogue.Item> items, Path lucene, Path streak, int rounds)
      throws Exception {
    Duel duel = context.duel("Force-merge to one segment").rounds(0, rounds).byProcessorTime();
    duel.system(
        "lucene",
        i -> flush(items, lucene, Codec.getDefault()),
        i -> merge(lucene, Codec.getDefault()));
    duel.system(
        "streak",
        i -> flush(items, streak, CatalogueIndex.streakCodec()),
        i -> merge(streak, CatalogueIndex.streakCodec()));
    return duel.run();
  }

  private static int flush(List<Catalogue.Item> items, Path path, Codec codec) throws IOException {
    IndexWriterConfig config =
        CatalogueIndex.config(codec)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(Math.max(2, (items.size() + SEGMENTS - 1) / SEGMENTS))
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (Catalogue.Item item : items) {
        writer.addDocument(CatalogueIndex.document(item));
      }
      writer.commit();
      return writer.getDocStats().numDocs;
    }
  }

  private static int merge(Path path, Codec codec) throws IOException {
    // On this thread, whose processor time is what is compared.
    IndexWriterConfig config =
        CatalogueIndex.config(codec)
            .setMergePolicy(new TieredMergePolicy())
            .setMergeScheduler(new SerialMergeScheduler());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.forceMerge(1);
      return writer.getDocStats().numDocs;
    }
  }
}
