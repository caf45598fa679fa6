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
import dev.streak.bench.data.KeyKind;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.CatalogueIndex;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * How fast a catalogue, and documents that are nothing but a unique key, are indexed and merged.
 */
public final class IndexingWorkload implements Workload {
  private static final int SEGMENTS = 8;
  private static final String UUIDS = "uuids";

  /**
   * What is indexed.
   *
   * @param config settings of an index with a codec
   */
  private record Data(
      String title,
      String ratios,
      int docs,
      IntFunction<Document> documents,
      Function<Codec, IndexWriterConfig> config,
      StreakCodec streak) {}

  @Override
  public String name() {
    return "indexing";
  }

  @Override
  public String description() {
    return "flushing and force-merging a sorted catalogue, and UUIDs, against Lucene's codec";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        Size.docs(200_000, 20_000),
        new Size(UUIDS, 1_000_000, 20_000, 1_000, 100_000_000, "documents with a unique key each"));
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
    measure(
        context,
        new Data(
            "Catalogue",
            "indexing.",
            docs,
            i -> CatalogueIndex.document(items.get(i)),
            CatalogueIndex::config,
            CatalogueIndex.streakCodec()));
    measure(
        context,
        new Data(
            "UUIDs",
            "indexing.uuid.",
            context.size(UUIDS),
            i -> uuid(context.seed(), i),
            codec -> new IndexWriterConfig().setCodec(codec),
            new StreakCodec()));
  }

  private static Document uuid(long seed, int number) {
    Document document = new Document();
    document.add(new StringField("id", KeyKind.UUID.key(seed, number), Field.Store.NO));
    return document;
  }

  private static void measure(BenchContext context, Data data) throws Exception {
    Path lucene = context.scratch("lucene");
    Path streak = context.scratch("streak");
    int rounds = context.quick() ? 3 : 5;
    DuelResult flush =
        context
            .duel(data.title + ": flush " + SEGMENTS + " segments")
            .rounds(0, rounds)
            .byProcessorTime()
            .system("lucene", i -> flush(data, lucene, Codec.getDefault()))
            .system("streak", i -> flush(data, streak, data.streak))
            .run();
    context.table(flush.toTable());
    context.ratio(data.ratios + "flush", flush.speedup("streak"));
    // Each merge needs unmerged segments, which are flushed anew outside the clock.
    DuelResult merge =
        context
            .duel(data.title + ": force-merge to one segment")
            .rounds(0, rounds)
            .byProcessorTime()
            .system(
                "lucene",
                i -> flush(data, lucene, Codec.getDefault()),
                i -> merge(data, lucene, Codec.getDefault()))
            .system(
                "streak",
                i -> flush(data, streak, data.streak),
                i -> merge(data, streak, data.streak))
            .run();
    context.table(merge.toTable());
    context.ratio(data.ratios + "merge", merge.speedup("streak"));
  }

  private static int flush(Data data, Path path, Codec codec) throws IOException {
    IndexWriterConfig config =
        data.config
            .apply(codec)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(Math.max(2, (data.docs + SEGMENTS - 1) / SEGMENTS))
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < data.docs; i++) {
        writer.addDocument(data.documents.apply(i));
      }
      writer.commit();
      return writer.getDocStats().numDocs;
    }
  }

  private static int merge(Data data, Path path, Codec codec) throws IOException {
    // On this thread, whose processor time is what is compared.
    IndexWriterConfig config =
        data.config
            .apply(codec)
            .setMergePolicy(new TieredMergePolicy())
            .setMergeScheduler(new SerialMergeScheduler());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.forceMerge(1);
      return writer.getDocStats().numDocs;
    }
  }
}
