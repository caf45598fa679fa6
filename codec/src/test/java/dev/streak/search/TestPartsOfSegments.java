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
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;

/** Several threads search parts of one segment each. */
public class TestPartsOfSegments extends LuceneTestCase {

  private static final int DOCS = 6_000;

  private static IndexSearcher inParts(DirectoryReader reader, ExecutorService executor) {
    int most = 1 + random().nextInt(DOCS / 2);
    return new StreakIndexSearcher(reader, executor) {
      @Override
      protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
        return slices(leaves, most, 5, true);
      }
    };
  }

  private static List<String> hits(ScoreDoc[] docs) {
    return Arrays.stream(docs).map(doc -> doc.doc + " " + doc.score).toList();
  }

  private static List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    List<BytesRef> shops = new ArrayList<>();
    List<BytesRef> ids = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      shops.add(new BytesRef("s" + random().nextInt(200)));
      ids.add(new BytesRef(Integer.toString(random().nextInt(2 * DOCS))));
    }
    Query ofShops = new TermInSetQuery("shop", shops.subList(0, 1 + random().nextInt(300)));
    Query ofIds = new TermInSetQuery("id", ids);
    queries.add(ofShops);
    queries.add(ofIds);
    queries.add(new PrefixQuery(new Term("id", "1")));
    queries.add(new PrefixQuery(new Term("shop", "s1")));
    queries.add(TermRangeQuery.newStringRange("id", "2", "45", true, false));
    Query blue = new TermQuery(new Term("color", "c1"));
    queries.add(new BooleanQuery.Builder().add(ofShops, Occur.MUST).add(blue, Occur.MUST).build());
    queries.add(
        new BooleanQuery.Builder().add(blue, Occur.MUST).add(ofShops, Occur.MUST_NOT).build());
    queries.add(
        new BooleanQuery.Builder().add(ofIds, Occur.SHOULD).add(ofShops, Occur.SHOULD).build());
    queries.add(new TermInSetQuery("color", List.of(new BytesRef("c0"), new BytesRef("c2"))));
    return queries;
  }

  public void testSameAsLucene() throws Exception {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(StreakCodec.builder().prefixes("id", 1, 2, 100).build());
    if (random().nextBoolean()) {
      config.setIndexSort(new Sort(new SortField("n", SortField.Type.LONG)));
    }
    ExecutorService executor = Executors.newFixedThreadPool(3, new NamedThreadFactory("parts"));
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        int shop = random().nextBoolean() ? i / 30 : random().nextInt(200);
        document.add(new StringField("shop", "s" + shop, Field.Store.NO));
        document.add(new StringField("color", "c" + i % 3, Field.Store.NO));
        document.add(new NumericDocValuesField("n", random().nextInt(50)));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      if (random().nextBoolean()) {
        for (int i = 0; i < DOCS; i += 1 + random().nextInt(40)) {
          writer.deleteDocuments(new Term("id", Integer.toString(i)));
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher lucene = new IndexSearcher(reader);
        lucene.setQueryCache(null);
        for (Query query : queries()) {
          check(query, lucene, inParts(reader, executor));
        }
      }
    } finally {
      executor.shutdown();
    }
  }

  private static void check(Query query, IndexSearcher lucene, IndexSearcher parts)
      throws IOException {
    if (random().nextBoolean()) {
      parts.setQueryCache(null);
    }
    for (int again = 0; again < 3; again++) {
      int count = lucene.count(query);
      assertEquals(count, parts.count(query));
      IndexSearcher.LeafSlice[] slices = parts.getSlices();
      assertEquals(count, (int) parts.search(query, new TotalHitCountCollectorManager(slices)));
      assertEquals(
          hits(lucene.search(query, DOCS).scoreDocs), hits(parts.search(query, DOCS).scoreDocs));
      Sort sort = new Sort(new SortField("n", SortField.Type.LONG), SortField.FIELD_DOC);
      assertEquals(
          hits(lucene.search(query, 50, sort).scoreDocs),
          hits(parts.search(query, 50, sort).scoreDocs));
      int[] all =
          Arrays.stream(lucene.search(query, DOCS).scoreDocs)
              .mapToInt(d -> d.doc)
              .sorted()
              .toArray();
      FirstDocs first = parts.search(query, new FirstDocsCollectorManager(20));
      assertArrayEquals(Arrays.copyOf(all, Math.min(20, all.length)), first.docs());
      assertEquals(all.length > 20, first.stoppedEarly());
    }
  }
}
