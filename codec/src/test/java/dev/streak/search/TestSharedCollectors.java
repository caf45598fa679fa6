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
package dev.streak.search;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiCollector;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * Two collectors that share what goes forward only, as those of a grouping do. Each document has to
 * reach both before the next one does.
 */
public class TestSharedCollectors extends LuceneTestCase {
  private static final String SHOP = "shop";
  private static final int SHOPS = 20;
  private static final int DOCS = 6000;

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig().setCodec(new StreakCodec()))) {
      for (int doc = 0; doc < DOCS; doc++) {
        Document document = new Document();
        String shop = Character.toString('a' + doc * SHOPS / DOCS);
        document.add(new StringField(SHOP, shop, Field.Store.NO));
        // In many lists, so that these are united bit by bit.
        document.add(new StringField("mixed", "" + doc % 7, Field.Store.NO));
        writer.addDocument(document);
      }
      if (random().nextBoolean()) {
        writer.commit();
        writer.deleteDocuments(new Term("mixed", "3"));
      }
      writer.forceMerge(1, false);
    }
    reader = DirectoryReader.open(directory);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static List<Query> queries() {
    List<BytesRef> shops = new ArrayList<>();
    List<BytesRef> mixed = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      shops.add(new BytesRef(Character.toString('b' + i)));
      mixed.add(new BytesRef("" + i));
    }
    return List.of(
        new TermInSetQuery(SHOP, shops),
        new TermInSetQuery("mixed", mixed),
        new PrefixQuery(new Term(SHOP, "c")),
        TermRangeQuery.newStringRange(SHOP, "b", "h", true, true));
  }

  public void testSearcherOfOurs() throws IOException {
    IndexSearcher searcher = new StreakIndexSearcher(reader);
    for (Query query : queries()) {
      assertInTurn(searcher, query);
    }
    // Lucene by itself gives ranges of it to one after the other.
    assertInTurn(searcher, MatchAllDocsQuery.INSTANCE);
  }

  public void testAcceleratedForLucenesSearcher() throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    // What is in the cache is Lucene's, and handed over as ranges by Lucene.
    searcher.setQueryCache(null);
    for (Query query : queries()) {
      Query accelerated = StreakQueries.accelerate(query);
      assertNotSame(query, accelerated);
      assertInTurn(searcher, accelerated);
    }
  }

  private static void assertInTurn(IndexSearcher searcher, Query query) throws IOException {
    Shared shared = searcher.search(query, new Pair());
    assertEquals("query=" + query, 0, shared.outOfTurn);
    assertEquals("query=" + query, searcher.count(query), shared.hits);
  }

  private static final class Shared {
    private int doc;
    private int hits;
    private int outOfTurn;
  }

  private static final class Pair implements CollectorManager<Collector, Shared> {
    private final Shared shared = new Shared();

    @Override
    public Collector newCollector() {
      Collector moves =
          new Each() {
            @Override
            public void collect(int doc) {
              shared.doc = doc;
            }
          };
      Collector stays =
          new Each() {
            @Override
            public void collect(int doc) {
              shared.hits++;
              shared.outOfTurn += doc == shared.doc ? 0 : 1;
            }
          };
      return MultiCollector.wrap(moves, stays);
    }

    @Override
    public Shared reduce(Collection<Collector> collectors) {
      return shared;
    }
  }

  private abstract static class Each extends SimpleCollector {
    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }
}
