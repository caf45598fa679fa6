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

import dev.streak.codec.RewriteOtherCodecsMergePolicy;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * An index of Lucene's default codec moves to Streak and back, one segment after the other. It
 * answers the same all the time.
 *
 * <p>From the root of a built clone: {@code java -cp
 * tools/target/streak-tools.jar:examples/target/classes dev.streak.examples.MoveInAndOut}
 */
public final class MoveInAndOut {
  private static final int ORDERS = 3_000;
  private static final int CUSTOMERS = 100;
  private static final int ORDERS_PER_COMMIT = 1_000;

  private MoveInAndOut() {}

  /** Runs the example in a temporary folder. */
  public static void main(String[] args) throws IOException {
    try (ScratchFolder folder = new ScratchFolder()) {
      run(folder.path(), System.out);
    }
  }

  static int run(Path path, PrintStream out) throws IOException {
    Codec lucene = Codec.getDefault();
    Codec streak = new StreakCodec();
    try (Directory directory = FSDirectory.open(path)) {
      write(directory, lucene);
      int orders = report(directory, "as it was", out);
      rewrite(directory, streak);
      orders += report(directory, "moved in", out);
      // The jar stays on the class path until no segment of Streak's is left.
      rewrite(directory, lucene);
      return orders + report(directory, "moved out", out);
    }
  }

  private static void write(Directory directory, Codec codec) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec))) {
      for (int i = 0; i < ORDERS; i++) {
        Document order = new Document();
        order.add(new StringField("customer", "customer" + i % CUSTOMERS, Field.Store.YES));
        writer.addDocument(order);
        if ((i + 1) % ORDERS_PER_COMMIT == 0) {
          writer.commit();
        }
      }
    }
  }

  /** A service would keep its writer open, and the segments would change in the background. */
  private static void rewrite(Directory directory, Codec codec) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec);
    config.setMergePolicy(new RewriteOtherCodecsMergePolicy(config.getMergePolicy(), codec));
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      // Returns when no segment of another codec is left.
      writer.forceMerge(Integer.MAX_VALUE);
    }
  }

  private static int report(Directory directory, String state, PrintStream out) throws IOException {
    Set<String> codecs = new TreeSet<>();
    for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
      codecs.add(segment.info.getCodec().getName());
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      int orders = searcher.count(new TermQuery(new Term("customer", "customer7")));
      out.println(state + ": " + orders + " orders of customer7 in segments of " + codecs);
      return orders;
    }
  }
}
