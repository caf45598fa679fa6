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

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.CatalogueIndex;
import dev.streak.tools.cli.Console;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.verify.Verification;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** How fast the tools read and rewrite an index, beside what Lucene has for the same. */
public final class ToolsWorkload implements Workload {
  private static final int SEGMENTS = 4;

  private static final Console SILENT =
      new Console(nowhere(), nowhere(), /* terminal= */ false, /* json= */ false);

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return "tools";
  }

  @Override
  public String description() {
    return "digest, verify and convert an index, and sidecars, against what Lucene has";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        Size.docs(300_000, 20_000),
        new Size(
            "shop-docs", 10_000_000, 200_000, 1_000, 1_000_000_000, "documents beside a sidecar"));
  }

  @Override
  public String needs() {
    return "1 GB of heap, 1 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    int docs = context.size("docs");
    context.progress("indexing " + Numbers.count(docs) + " items");
    Path lucene = context.scratch("lucene");
    Path streak = context.scratch("streak");
    Catalogue catalogue = new Catalogue(context.seed(), docs);
    index(catalogue, docs, lucene);
    copy(lucene, streak);
    convert(streak);
    reading(context, streak);
    rewriting(context, lucene);
    SidecarDuels.building(context, path -> index(catalogue, docs, path));
    SidecarDuels.searching(context, context.size("shop-docs"));
  }

  /** One thread each, on the same index: what more threads do differs by how they share work. */
  private static void reading(BenchContext context, Path path) throws Exception {
    DuelResult result =
        context
            .duel("Read all of an index of Streak, one thread")
            .rounds(1, context.quick() ? 2 : 5)
            .byProcessorTime()
            .system("CheckIndex", i -> checkIndex(path))
            .system("digest", i -> digest(path))
            .system("verify", i -> verify(path))
            .run();
    context.table(result.toTable());
    context.ratio("tools.digest_vs_checkindex", result.speedup("digest"));
    context.ratio("tools.verify_vs_checkindex", result.speedup("verify"));
  }

  private static void rewriting(BenchContext context, Path source) throws Exception {
    Path merged = context.scratch("merged");
    Path converted = context.scratch("converted");
    DuelResult result =
        context
            .duel("Rewrite an index of Lucene's default codec, one thread")
            .rounds(1, context.quick() ? 2 : 5)
            .byProcessorTime()
            .system("forced merge", i -> copy(source, merged), i -> merge(merged))
            .system("convert", i -> copy(source, converted), i -> convert(converted))
            .run();
    context.table(result.toTable());
    context.ratio("tools.convert_vs_merge", result.speedup("convert"));
  }

  private static int index(Catalogue catalogue, int docs, Path path) throws IOException {
    IndexWriterConfig config =
        CatalogueIndex.config(Codec.getDefault())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(Math.max(2, (docs + SEGMENTS - 1) / SEGMENTS))
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int item = 0; item < docs; item++) {
        writer.addDocument(CatalogueIndex.document(catalogue.item(item)));
      }
    }
    return docs;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(to)) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static boolean checkIndex(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        CheckIndex check = new CheckIndex(directory)) {
      check.setThreadCount(1);
      // All that it looks at, as before release 10; by itself it reads checksums only.
      check.setLevel(CheckIndex.Level.MIN_LEVEL_FOR_INTEGRITY_CHECKS);
      return check.checkIndex().clean;
    }
  }

  private static boolean digest(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      return IndexDigest.of(IndexDigest.segments(reader), 1, SILENT, "digest").documents() > 0;
    }
  }

  private static boolean verify(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        Verification verification = new Verification(directory, /* slow= */ false)) {
      return verification.run(1, SILENT, "verify").isEmpty();
    }
  }

  private static int merge(Path path) throws IOException {
    IndexWriterConfig config =
        CatalogueIndex.config(CatalogueIndex.streakCodec())
            .setMergePolicy(new TieredMergePolicy())
            .setMergeScheduler(new SerialMergeScheduler());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.forceMerge(1);
      return writer.getDocStats().numDocs;
    }
  }

  private static int convert(Path path) throws IOException {
    Conversion conversion =
        new Conversion(
            IndexFolder.existing(path.toString()),
            CatalogueIndex.streakCodec(),
            /* toStreak= */ true,
            Optional.empty(),
            Optional.empty());
    conversion.run(1, SILENT, segment -> {});
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      return reader.numDocs();
    }
  }
}
