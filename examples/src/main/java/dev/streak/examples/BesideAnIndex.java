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
package dev.streak.examples;

import dev.streak.search.StreakIndexSearcher;
import dev.streak.sidecar.SidecarFolder;
import dev.streak.sidecar.StreakReaders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * An index keeps Lucene's own codec, and its filters get Streak's speed from a folder beside it.
 * Without the folder everything works as before.
 *
 * <p>From the root of a built clone: {@code java -cp
 * tools/target/streak-tools.jar:examples/target/classes dev.streak.examples.BesideAnIndex}
 */
public final class BesideAnIndex {

  private BesideAnIndex() {}

  /** Runs the example in a temporary folder. */
  public static void main(String[] args) throws IOException {
    try (ScratchFolder folder = new ScratchFolder()) {
      run(folder.path(), System.out);
    }
  }

  private static final class StreakSearchers extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) {
      return new StreakIndexSearcher(reader);
    }
  }

  static int run(Path path, PrintStream out) throws IOException {
    SidecarFolder sidecar = new SidecarFolder(path.resolve("shops.sidecar"));
    IndexWriterConfig config =
        new IndexWriterConfig().setMergedSegmentWarmer(sidecar.warmer()); // the codec is Lucene's
    try (Directory directory = FSDirectory.open(path.resolve("shops"));
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int item = 0; item < 20_000; item++) {
        add(writer, item / 100);
      }
      DirectoryReader reader =
          StreakReaders.withSidecar(DirectoryReader.open(writer), sidecar.path());
      try (SearcherManager searchers = new SearcherManager(reader, new StreakSearchers())) {
        // What was only flushed; call it now and then, in a thread of its own.
        out.println("sidecars built: " + sidecar.build(reader));
        writer.deleteDocuments(new Term("shop", "8"));
        searchers.maybeRefreshBlocking();
        IndexSearcher searcher = searchers.acquire();
        try {
          int hits =
              searcher.count(
                  new TermInSetQuery("shop", List.of(new BytesRef("7"), new BytesRef("8"))));
          out.println(
              "items of two shops, one of which has closed: "
                  + hits
                  + ", segments with a sidecar: "
                  + StreakReaders.segmentsWithSidecar(searcher.getIndexReader()));
          return hits;
        } finally {
          searchers.release(searcher);
        }
      }
    }
  }

  private static void add(IndexWriter writer, int shop) throws IOException {
    Document item = new Document();
    item.add(new StringField("shop", Integer.toString(shop), Field.Store.NO));
    writer.addDocument(item);
  }
}
