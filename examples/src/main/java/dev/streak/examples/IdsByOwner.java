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
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakIndexSearcher;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Items of shops, found by thousands of shop ids. The index is sorted by shop, so each shop's items
 * are one run.
 *
 * <p>From the root of a built clone: {@code java -cp
 * tools/target/streak-tools.jar:examples/target/classes dev.streak.examples.IdsByOwner}
 */
public final class IdsByOwner {

  private static final int SHOPS = 2_000;
  private static final int ITEMS_PER_SHOP = 20;

  private IdsByOwner() {}

  /** Runs the example in a temporary folder. */
  public static void main(String[] args) throws IOException {
    try (ScratchFolder folder = new ScratchFolder()) {
      run(folder.path(), System.out);
    }
  }

  static int run(Path path, PrintStream out) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      write(directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StreakIndexSearcher searcher = new StreakIndexSearcher(reader);
        long[] nearMe = new Random(42).longs(1_000, 0, SHOPS).toArray();
        Query shops = RunTermsQuery.ofIds("shop", nearMe);
        out.println("items of the shops near me: " + searcher.count(shops));
        Query pizza =
            new BooleanQuery.Builder()
                .add(new TermQuery(new Term("name", "pizza")), Occur.MUST)
                .add(shops, Occur.FILTER)
                .build();
        int pizzas = searcher.count(pizza);
        out.println("pizzas among them: " + pizzas);
        out.println("best: " + searcher.search(pizza, 3).scoreDocs.length + " shown");
        return pizzas;
      }
    }
  }

  private static void write(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setIndexSort(new Sort(new SortField("shop_sort", SortField.Type.LONG)));
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      // Items arrive in no order; the index sort brings those of a shop together.
      for (int i = 0; i < SHOPS * ITEMS_PER_SHOP; i++) {
        int shop = (int) (i * 7919L % SHOPS);
        Document item = new Document();
        item.add(new StringField("shop", Integer.toString(shop), Field.Store.NO));
        item.add(new NumericDocValuesField("shop_sort", shop));
        String name = i % 5 == 0 ? "pizza margherita" : "noodle soup";
        item.add(new TextField("name", name, Field.Store.YES));
        writer.addDocument(item);
      }
    }
  }
}
