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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.store.Directory;

public class TestFirstDocsCollectorManager extends BaseRunQueryTestCase {

  public void testDocumentsAreNotNull() {
    NullPointerException e =
        expectThrows(NullPointerException.class, () -> new FirstDocs(null, true));
    assertEquals("docs", e.getMessage());
  }

  public void testFirstOfEachSegment() throws IOException {
    for (int i = 0; i < 20; i++) {
      IndexSearcher searcher = searcher();
      Query query =
          random().nextInt(4) == 0
              ? MatchAllDocsQuery.INSTANCE
              : RunTermsQuery.ofIds(SHOP, random().longs(100, 0, SHOPS).toArray());
      int limit = 1 + random().nextInt(200);
      FirstDocs actual = searcher.search(query, new FirstDocsCollectorManager(limit));
      boolean[] more = new boolean[1];
      assertArrayEquals(expected(searcher, query, limit, more), actual.docs());
      assertEquals(more[0], actual.stoppedEarly());
    }
  }

  private static int[] expected(IndexSearcher searcher, Query query, int limit, boolean[] more)
      throws IOException {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    Map<Integer, Integer> taken = new HashMap<>();
    List<Integer> docs = new ArrayList<>();
    int all = searcher.getIndexReader().maxDoc();
    for (ScoreDoc hit : searcher.search(query, all, Sort.INDEXORDER).scoreDocs) {
      int leaf = ReaderUtil.subIndex(hit.doc, leaves);
      if (taken.merge(leaf, 1, Integer::sum) <= limit) {
        docs.add(hit.doc);
      } else {
        more[0] = true;
      }
    }
    return docs.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Of two threads each may have some of a segment's documents, in whichever order they end. */
  public void testThreadsThatShareASegment() throws IOException {
    try (Directory shared = newDirectory();
        IndexWriter writer = new IndexWriter(shared, new IndexWriterConfig())) {
      addItems(writer, 10);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReaderContext segment = reader.leaves().get(0);
        for (int limit : new int[] {5, 6, 10, 11, Integer.MAX_VALUE}) {
          FirstDocsCollectorManager manager = new FirstDocsCollectorManager(limit);
          FirstDocsCollectorManager.FirstDocsCollector later = manager.newCollector();
          FirstDocsCollectorManager.FirstDocsCollector earlier = manager.newCollector();
          later.getLeafCollector(segment).collectRange(5, 10);
          LeafCollector docs = earlier.getLeafCollector(segment);
          for (int doc = 0; doc < 5; doc++) {
            docs.collect(doc);
          }
          FirstDocs first = manager.reduce(List.of(later, earlier));
          assertArrayEquals(IntStream.range(0, Math.min(limit, 10)).toArray(), first.docs());
          assertEquals("limit=" + limit, limit < 10, first.stoppedEarly());
        }
      }
    }
  }

  public void testRefusesNoDocuments() {
    expectThrows(IllegalArgumentException.class, () -> new FirstDocsCollectorManager(0));
  }

  /** Top k by the order of the index visits k documents of a segment, of whatever it has. */
  public void testTopOfSortedIndexEndsEarly() throws IOException {
    Sort byPrice = new Sort(new SortField("price", SortField.Type.INT));
    IndexWriterConfig config =
        new IndexWriterConfig().setIndexSort(byPrice).setMergePolicy(NoMergePolicy.INSTANCE);
    int segments = 3;
    try (Directory catalogue = newDirectory();
        IndexWriter writer = new IndexWriter(catalogue, config)) {
      for (int i = 0; i < segments; i++) {
        addItems(writer, 1000);
        writer.commit();
      }
      try (DirectoryReader sorted = DirectoryReader.open(catalogue)) {
        IndexSearcher searcher = new IndexSearcher(sorted);
        searcher.setQueryCache(null);
        Query food = new TermQuery(new Term("kind", "food"));
        AtomicInteger visited = new AtomicInteger();
        TopFieldDocs top = searcher.search(food, counting(byPrice, 10, visited));
        assertTrue("visited=" + visited, visited.get() <= segments * 11);
        TopFieldDocs all =
            searcher.search(food, new TopFieldCollectorManager(byPrice, 10, Integer.MAX_VALUE));
        assertEquals(1500, all.totalHits.value());
        assertArrayEquals(docs(all), docs(top));
        FirstDocs first = searcher.search(food, new FirstDocsCollectorManager(10));
        assertEquals(segments * 10, first.docs().length);
        assertTrue(first.stoppedEarly());
      }
    }
  }

  private static int[] docs(TopFieldDocs top) {
    return Arrays.stream(top.scoreDocs).mapToInt(hit -> hit.doc).toArray();
  }

  private static void addItems(IndexWriter writer, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Document document = new Document();
      document.add(new StringField("kind", i % 2 == 0 ? "food" : "drink", Field.Store.NO));
      document.add(new NumericDocValuesField("price", random().nextInt(10_000)));
      writer.addDocument(document);
    }
  }

  private static CollectorManager<Counting, TopFieldDocs> counting(
      Sort sort, int k, AtomicInteger visited) {
    TopFieldCollectorManager manager = new TopFieldCollectorManager(sort, k, k);
    return new CollectorManager<>() {
      @Override
      public Counting newCollector() {
        return new Counting(manager.newCollector(), visited);
      }

      @Override
      public TopFieldDocs reduce(Collection<Counting> collectors) throws IOException {
        return manager.reduce(collectors.stream().map(counting -> counting.top).toList());
      }
    };
  }

  private static final class Counting extends FilterCollector {
    private final TopFieldCollector top;
    private final AtomicInteger visited;

    Counting(TopFieldCollector top, AtomicInteger visited) {
      super(top);
      this.top = top;
      this.visited = visited;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
      return new FilterLeafCollector(super.getLeafCollector(context)) {
        @Override
        public void collect(int doc) throws IOException {
          visited.incrementAndGet();
          super.collect(doc);
        }
      };
    }
  }
}
