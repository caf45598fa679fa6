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

import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakWarmer;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.StreakIndexSearcher;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Names found by their first letters while the index changes. Prefixes of one to three letters are
 * stored sets. The writer warms merged segments, a {@link SearcherManager} each new reader, before
 * anybody sees them.
 *
 * <p>From the root of a built clone: {@code java -cp
 * tools/target/streak-tools.jar:examples/target/classes dev.streak.examples.NamesAsTyped}
 */
public final class NamesAsTyped {

  private static final String[] FIRST = {"Anna", "Bao", "Carla", "Deniz", "Emil", "Fatou", "Gao"};
  private static final String[] LAST = {"Abe", "Berg", "Costa", "Diallo", "Egger", "Fischer"};

  private NamesAsTyped() {}

  /** Runs the example in a temporary folder. */
  public static void main(String[] args) throws IOException {
    try (ScratchFolder folder = new ScratchFolder()) {
      run(folder.path(), System.out);
    }
  }

  /** Makes searchers of ours, of readers whose terms indexes are in memory. */
  private static final class WarmSearchers extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) throws IOException {
      StreakWarmer.warm(reader);
      return new StreakIndexSearcher(reader);
    }
  }

  static int run(Path path, PrintStream out) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().prefixes("name", 1, 3).build())
            .setMergedSegmentWarmer(StreakWarmer::warm);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 20_000; i++) {
        add(writer, FIRST[i % FIRST.length] + " " + LAST[i % LAST.length] + " " + i);
      }
      try (SearcherManager searchers = new SearcherManager(writer, new WarmSearchers())) {
        out.println("names that begin with F: " + count(searchers, "F"));
        add(writer, "Fu Xi");
        searchers.maybeRefreshBlocking();
        int fu = count(searchers, "Fu");
        out.println("names that begin with Fu, after a refresh: " + fu);
        return fu;
      }
    }
  }

  private static int count(SearcherManager searchers, String prefix) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return searcher.count(new RunPrefixQuery("name", prefix));
    } finally {
      searchers.release(searcher);
    }
  }

  private static void add(IndexWriter writer, String name) throws IOException {
    Document person = new Document();
    person.add(new StringField("name", name, Field.Store.YES));
    writer.addDocument(person);
  }
}
