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
import dev.streak.bench.harness.Numbers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.FSDirectory;

/**
 * The same documents in two indexes, of one segment unless said otherwise: one by Lucene's default
 * codec, one by another. Both are written at the same time, each by one thread, with the same
 * segments flushed and the same merge, so document numbers agree and both meet the same machine.
 * The clock is the thread's own processor time, and making the documents does not count.
 */
public final class TwinIndex {
  private static final int FLUSHED_SEGMENTS = 10;
  private static final int BATCH = 1_000;
  private static final int WARM_UP_DOCS = 20_000;
  private static final int PROGRESS_DOCS = 100_000;

  /** One of the two. */
  public record Side(String name, Path path, double writeNanos, double mergeNanos) {

    /** Opens the index; the caller closes it. */
    public DirectoryReader open() throws IOException {
      return DirectoryReader.open(FSDirectory.open(path));
    }

    /** Size of all files. */
    public long bytes() throws IOException {
      long bytes = 0;
      try (FSDirectory directory = FSDirectory.open(path)) {
        for (String file : directory.listAll()) {
          bytes += directory.fileLength(file);
        }
      }
      return bytes;
    }
  }

  private final BenchContext context;
  private final int docs;
  private final IntFunction<Document> documents;
  private final Supplier<IndexWriterConfig> config;
  private final int flushedSegments;
  private final boolean merge;

  private TwinIndex(
      BenchContext context,
      int docs,
      IntFunction<Document> documents,
      Supplier<IndexWriterConfig> config,
      int flushedSegments,
      boolean merge) {
    this.context = context;
    this.docs = docs;
    this.documents = documents;
    this.config = config;
    this.flushedSegments = flushedSegments;
    this.merge = merge;
  }

  /** Builds both; Lucene's comes first. {@code documents} is called by two threads. */
  public static List<Side> build(
      BenchContext context,
      int docs,
      IntFunction<Document> documents,
      Supplier<IndexWriterConfig> config,
      Codec streak)
      throws Exception {
    context.progress("indexing " + Numbers.count(docs) + " documents with both codecs");
    return new TwinIndex(context, docs, documents, config, FLUSHED_SEGMENTS, true).write(streak);
  }

  /** As above, after a warm-up: whoever met the code first would pay for its compilation. */
  public static List<Side> buildTimed(
      BenchContext context,
      int docs,
      IntFunction<Document> documents,
      Supplier<IndexWriterConfig> config,
      Codec streak)
      throws Exception {
    context.progress("warming up");
    for (Side side : build(context, Math.min(docs / 4, WARM_UP_DOCS), documents, config, streak)) {
      context.discard(side.path());
    }
    return build(context, docs, documents, config, streak);
  }

  /** Leaves that many segments of equally many documents. */
  public static List<Side> buildSegments(
      BenchContext context,
      int docs,
      IntFunction<Document> documents,
      Supplier<IndexWriterConfig> config,
      Codec streak,
      int segments)
      throws Exception {
    context.progress(
        "indexing " + Numbers.count(docs) + " documents in segments, " + segments + " of them");
    return new TwinIndex(context, docs, documents, config, segments, false).write(streak);
  }

  private List<Side> write(Codec streak) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Side>> futures =
          List.of(
              threads.submit(() -> write("Lucene", Codec.getDefault())),
              threads.submit(() -> write("Streak", streak)));
      List<Side> sides = new ArrayList<>();
      for (Future<Side> future : futures) {
        sides.add(future.get());
      }
      return sides;
    } finally {
      threads.shutdownNow();
    }
  }

  private Side write(String name, Codec codec) throws IOException {
    Path path = context.scratch(name);
    long writeNanos = 0;
    try (FSDirectory directory = FSDirectory.open(path)) {
      try (IndexWriter writer =
          new IndexWriter(
              directory,
              config(codec)
                  .setMergePolicy(NoMergePolicy.INSTANCE)
                  .setMaxBufferedDocs(Math.max(2, Math.ceilDiv(docs, flushedSegments)))
                  .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH))) {
        for (int from = 0; from < docs; from += BATCH) {
          writeNanos += addBatch(writer, from);
          reportProgress(name, Math.min(docs, from + BATCH));
        }
        long start = cpuNanos();
        writer.commit();
        writeNanos += cpuNanos() - start;
      }
      if (!merge) {
        return new Side(name, path, writeNanos, 0);
      }
      if (docs >= PROGRESS_DOCS) {
        context.progress(name + ": merging to one segment");
      }
      long start = cpuNanos();
      try (IndexWriter writer =
          new IndexWriter(directory, config(codec).setMergePolicy(mergePolicy()))) {
        writer.forceMerge(1);
      }
      return new Side(name, path, writeNanos, cpuNanos() - start);
    }
  }

  private IndexWriterConfig config(Codec codec) {
    return config
        .get()
        .setCodec(codec)
        .setMergeScheduler(new SerialMergeScheduler())
        .setUseCompoundFile(false);
  }

  /**
   * Merges neighbours only, whatever their sizes, so that document numbers do not depend on them.
   */
  private static LogDocMergePolicy mergePolicy() {
    LogDocMergePolicy policy = new LogDocMergePolicy();
    policy.setMergeFactor(FLUSHED_SEGMENTS + 1);
    policy.setNoCFSRatio(0);
    return policy;
  }

  private long addBatch(IndexWriter writer, int from) throws IOException {
    List<Document> batch = new ArrayList<>(BATCH);
    for (int i = from; i < Math.min(docs, from + BATCH); i++) {
      batch.add(documents.apply(i));
    }
    long start = cpuNanos();
    for (Document document : batch) {
      writer.addDocument(document);
    }
    return cpuNanos() - start;
  }

  private void reportProgress(String name, int done) {
    if (docs > PROGRESS_DOCS && done / PROGRESS_DOCS > Math.max(0, done - BATCH) / PROGRESS_DOCS) {
      context.progress(name + ": " + Numbers.count(done) + " indexed");
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
