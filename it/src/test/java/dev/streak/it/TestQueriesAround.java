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
package dev.streak.it;

import dev.streak.codec.StreakCodec;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.search.StreakQueries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.facet.DrillDownQuery;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.search.join.ScoreMode;
import org.apache.lucene.search.join.ToParentBlockJoinQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Filters are exchanged inside queries of Lucene's other modules, and find the same there. */
public class TestQueriesAround extends LuceneTestCase {

  private static final int SHOPS = 300;

  private Directory directory;
  private DirectoryReader reader;
  private final FacetsConfig facets = new FacetsConfig();

  /** Shops with their items before them, as blocks; some of both are deleted. */
  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(400);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int shop = 0; shop < SHOPS; shop++) {
        List<Document> block = new ArrayList<>();
        for (int item = random().nextInt(8); item >= 0; item--) {
          block.add(document("item", Integer.toString(shop * 10 + item)));
        }
        block.add(document("shop", Integer.toString(shop)));
        writer.addDocuments(block);
      }
      for (int i = 0; i < 20; i++) {
        writer.deleteDocuments(new Term("item", "" + random().nextInt(SHOPS * 10)));
        writer.deleteDocuments(new Term("shop", "" + random().nextInt(SHOPS)));
      }
    }
    reader = DirectoryReader.open(directory);
  }

  private Document document(String kind, String id) throws IOException {
    Document document = new Document();
    document.add(new StringField("kind", kind, Field.Store.NO));
    document.add(new StringField(kind, id, Field.Store.NO));
    document.add(new NumericDocValuesField("price", random().nextInt(1000)));
    document.add(
        new SortedSetDocValuesFacetField("color", random().nextBoolean() ? "red" : "green"));
    return facets.build(document);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static List<Query> leaves() {
    List<BytesRef> items = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      items.add(new BytesRef("" + random().nextInt(SHOPS * 10)));
    }
    return List.of(
        new TermInSetQuery("item", items),
        new PrefixQuery(new Term("item", "1")),
        TermRangeQuery.newStringRange("item", "2", "31", true, false));
  }

  private static Query and(Query query) {
    return new BooleanQuery.Builder()
        .add(query, Occur.MUST)
        .add(new TermQuery(new Term("kind", "item")), Occur.FILTER)
        .build();
  }

  private void assertExchanged(Query query) throws IOException {
    IndexSearcher stock = new IndexSearcher(reader);
    IndexSearcher streak = new StreakIndexSearcher(reader);
    stock.setQueryCache(null);
    streak.setQueryCache(null);
    long before = StreakQueries.replaced();
    TopDocs found = streak.search(query, 10_000);
    assertTrue("nothing was exchanged in " + query, StreakQueries.replaced() > before);
    TopDocs expected = stock.search(query, 10_000);
    assertTrue("nothing is found by " + query, expected.scoreDocs.length > 0);
    assertEquals(hits(expected), hits(found));
    assertEquals(stock.count(query), streak.count(query));
  }

  private static List<String> hits(TopDocs docs) {
    List<String> hits = new ArrayList<>();
    for (ScoreDoc hit : docs.scoreDocs) {
      hits.add(hit.doc + ":" + hit.score);
    }
    return hits;
  }

  public void testParentsOfItems() throws IOException {
    QueryBitSetProducer shops = new QueryBitSetProducer(new TermQuery(new Term("kind", "shop")));
    for (Query leaf : leaves()) {
      // With scores it makes the weight of what is directly inside by itself.
      assertExchanged(new ToParentBlockJoinQuery(leaf, shops, ScoreMode.None));
      for (ScoreMode mode : List.of(ScoreMode.None, ScoreMode.Max, ScoreMode.Total)) {
        assertExchanged(new ToParentBlockJoinQuery(and(leaf), shops, mode));
      }
    }
  }

  public void testDrillDown() throws IOException {
    for (Query leaf : leaves()) {
      DrillDownQuery inBase = new DrillDownQuery(facets, leaf);
      inBase.add("color", "red");
      assertExchanged(inBase);
      DrillDownQuery asDimension = new DrillDownQuery(facets);
      asDimension.add("color", "green");
      asDimension.add("item", leaf);
      assertExchanged(asDimension);
    }
  }

  public void testScoresOfFunctions() throws IOException {
    DoubleValuesSource price = DoubleValuesSource.fromIntField("price");
    for (Query leaf : leaves()) {
      assertExchanged(new FunctionScoreQuery(leaf, price));
      assertExchanged(new FunctionScoreQuery(and(leaf), price));
      assertExchanged(FunctionScoreQuery.boostByValue(leaf, price));
      assertExchanged(new FunctionScoreQuery(new FunctionScoreQuery(leaf, price), price));
    }
  }
}
