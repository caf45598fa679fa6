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
package dev.streak.bench.workload.live;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.codec.StreakCodec;
import dev.streak.search.StreakIndexSearcher;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;

/**
 * The same items, changed by key, in an index of Lucene's default codec and in one of Streak's.
 * Merging goes by documents, not by bytes, so both have the same segments and document numbers.
 */
final class LiveIndex implements Closeable {

  /** Natural merging: flushes until all items have arrived, and while they change. */
  private static final int ARRIVAL_FLUSHES = 64;

  private static final int CHANGE_FLUSHES = 8;

  /** Flushes before all is merged to one segment. */
  private static final int FLUSHES_BEFORE_MERGE = 10;

  /** More segments than any of these indexes has: nothing is merged unasked. */
  private static final int NO_MERGES = 1_000;

  private final LiveDocuments documents;
  private final LiveLayout layout;
  private final int[] operations;
  private final List<Path> paths;
  private final List<DirectoryReader> readers = new ArrayList<>();

  private LiveIndex(BenchContext context, LiveDocuments documents, LiveLayout layout)
      throws IOException {
    this.documents = documents;
    this.layout = layout;
    this.operations = layout.operations(context.random("updates"), documents.count());
    this.paths = List.of(context.scratch("lucene"), context.scratch("streak"));
  }

  /** Builds both indexes and opens them. */
  static LiveIndex build(BenchContext context, LiveDocuments documents, LiveLayout layout)
      throws Exception {
    context.progress(
        "indexing and updating "
            + Numbers.count(documents.count())
            + (layout.sorted() ? " sorted" : " unsorted")
            + " items with both codecs, "
            + (layout.isNatural() ? "natural merges" : layout.segments() + " segments"));
    LiveIndex index = new LiveIndex(context, documents, layout);
    index.write();
    for (Path path : index.paths) {
      index.readers.add(DirectoryReader.open(FSDirectory.open(path)));
    }
    index.check();
    return index;
  }

  private void write() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int side = 0; side < paths.size(); side++) {
        Path path = paths.get(side);
        Codec codec = codec(side);
        futures.add(
            threads.submit(
                () -> {
                  write(path, codec);
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Codec codec(int side) {
    return side == 0 ? Codec.getDefault() : new StreakCodec();
  }

  private void write(Path path, Codec codec) throws IOException {
    try (FSDirectory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config(codec, flushDocs()))) {
      int docs = documents.count();
      int changeFlush = Math.max(1, (operations.length - docs) / CHANGE_FLUSHES);
      for (int i = 0; i < operations.length; i++) {
        if (layout.segments() == 1 && i == docs) {
          writer.forceMerge(1);
        }
        apply(writer, operations[i]);
        if (layout.isNatural() && i >= docs && (i - docs) % changeFlush == 0) {
          writer.flush();
        }
      }
      writer.commit();
    }
  }

  private int flushDocs() {
    int segments = layout.segments();
    int flushes =
        layout.isNatural() ? ARRIVAL_FLUSHES : segments == 1 ? FLUSHES_BEFORE_MERGE : segments;
    int arriving = segments > 1 ? operations.length : documents.count();
    return Math.max(2, Math.ceilDiv(arriving, flushes));
  }

  private void apply(IndexWriter writer, int operation) throws IOException {
    if (operation >= 0) {
      writer.addDocument(documents.document(operation));
      return;
    }
    Term key = documents.key(~operation);
    if (layout.segments() == 1) {
      // The new version would be a second segment.
      writer.deleteDocuments(key);
    } else {
      writer.updateDocument(key, documents.document(~operation));
    }
  }

  private IndexWriterConfig config(Codec codec, int flushDocs) {
    LogDocMergePolicy merges = new LogDocMergePolicy();
    if (layout.isNatural() == false) {
      merges.setMergeFactor(NO_MERGES);
    }
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setMergePolicy(merges)
            .setMergeScheduler(new SerialMergeScheduler())
            .setMaxBufferedDocs(flushDocs)
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    return layout.sorted() ? config.setIndexSort(LiveDocuments.BY_PLACE) : config;
  }

  /** Opens a writer on one of the two indexes, with the same settings but for the codec. */
  IndexWriter writer(int side, int flushDocs) throws IOException {
    return new IndexWriter(FSDirectory.open(paths.get(side)), config(codec(side), flushDocs));
  }

  private void check() {
    DirectoryReader lucene = readers.get(0);
    DirectoryReader streak = readers.get(1);
    int segments = lucene.leaves().size();
    if (segments != streak.leaves().size()
        || (layout.isNatural() == false && segments != layout.segments())) {
      throw new IllegalStateException(
          "segments: " + segments + ", " + streak.leaves().size() + ", wanted " + layout);
    }
    for (int i = 0; i < segments; i++) {
      LeafReader ours = streak.leaves().get(i).reader();
      LeafReader theirs = lucene.leaves().get(i).reader();
      if (ours.maxDoc() != theirs.maxDoc()
          || ours.numDocs() != theirs.numDocs()
          || ours.hasDeletions() == false) {
        throw new IllegalStateException("segments differ or have no deletions: " + ours);
      }
    }
  }

  /** Says what segments there are. */
  Table segments(String title) {
    Table table = new Table(title, "segment", "documents", "deleted");
    for (int i = 0; i < readers.get(1).leaves().size(); i++) {
      LeafReader leaf = readers.get(1).leaves().get(i).reader();
      double deleted = (double) leaf.numDeletedDocs() / leaf.maxDoc();
      table.row(i + 1, Numbers.count(leaf.maxDoc()), Numbers.percent(deleted));
    }
    return table;
  }

  LiveDocuments documents() {
    return documents;
  }

  LiveLayout layout() {
    return layout;
  }

  DirectoryReader luceneReader() {
    return readers.get(0);
  }

  DirectoryReader streakReader() {
    return readers.get(1);
  }

  /** Searches Lucene's index without a query cache. */
  IndexSearcher lucene() {
    return UncachedSearcher.of(luceneReader());
  }

  /** Searches Streak's index without a query cache. */
  IndexSearcher streak() {
    return UncachedSearcher.of(streakReader());
  }

  /** Searches Streak's index without a query cache, and exchanges queries. */
  IndexSearcher streakSearcher() {
    return UncachedSearcher.of(new StreakIndexSearcher(streakReader()));
  }

  @Override
  public void close() throws IOException {
    for (DirectoryReader reader : readers) {
      IOUtils.close(reader, reader.directory());
    }
  }
}
