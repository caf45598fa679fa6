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
import dev.streak.docset.WindowedUnion;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/** Terms of many documents each, whose lists are read no further than hits are wanted. */
public class TestLongLists extends LuceneTestCase {

  private static final int DOCS = 20_000;
  private static final String[] COLORS = {"red", "green", "greenish", "gray", "blue"};

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    config.setMaxBufferedDocs(DOCS + 1).setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    boolean multiValued = random().nextBoolean();
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        document.add(new StringField("color", color(i), Field.Store.NO));
        if (multiValued) {
          document.add(new StringField("color", color(random().nextInt(DOCS)), Field.Store.NO));
        }
        document.add(new StringField("tenth", Integer.toString(i / 7 % 10), Field.Store.NO));
        document.add(new NumericDocValuesField("price", random().nextInt(100)));
        writer.addDocument(document);
      }
      writer.commit();
      for (int deleted = random().nextInt(3) * 100; deleted > 0; deleted--) {
        writer.deleteDocuments(new Term("id", Integer.toString(random().nextInt(DOCS))));
      }
    }
    reader = DirectoryReader.open(directory);
  }

  /** Some documents in a row have one, so some terms are one run. */
  private static String color(int doc) {
    return doc >= 5_000 && doc < 5_100
        ? "violet"
        : doc == 7_000 ? "white" : COLORS[random().nextInt(COLORS.length)];
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static BytesRef[] someColors() {
    List<BytesRef> terms = new ArrayList<>();
    for (String color : COLORS) {
      if (random().nextBoolean()) {
        terms.add(new BytesRef(color));
      }
    }
    for (String color : new String[] {"violet", "white", "none"}) {
      if (random().nextInt(3) == 0) {
        terms.add(new BytesRef(color));
      }
    }
    return terms.toArray(BytesRef[]::new);
  }

  private static Query beside(Query query, Query other) {
    return new BooleanQuery.Builder().add(query, Occur.FILTER).add(other, Occur.MUST).build();
  }

  public void testFindsWhatLuceneFinds() throws Exception {
    IndexSearcher searcher = newSearcher(reader, false, random().nextBoolean());
    for (int iteration = 0; iteration < 30; iteration++) {
      BytesRef[] colors = someColors();
      Query expected = new TermInSetQuery("color", List.of(colors));
      Query actual = new RunTermsQuery("color", colors);
      if (random().nextInt(3) == 0) {
        expected = new PrefixQuery(new Term("color", "gr"));
        actual = new RunPrefixQuery("color", "gr");
      }
      Query rare = new TermQuery(new Term("id", Integer.toString(random().nextInt(DOCS))));
      Query tenth = new TermQuery(new Term("tenth", Integer.toString(random().nextInt(10))));
      BaseRunQueryTestCase.assertSameHits(searcher, expected, actual);
      BaseRunQueryTestCase.assertSameHits(searcher, beside(expected, rare), beside(actual, rare));
      BaseRunQueryTestCase.assertSameHits(searcher, beside(expected, tenth), beside(actual, tenth));
      BaseRunQueryTestCase.assertSameHits(
          searcher, new ConstantScoreQuery(expected), new ConstantScoreQuery(actual));
    }
  }

  /** As Lucene's own, so that nobody loses who asks for few hits of terms of many documents. */
  public void testNothingIsUnitedForFewHits() throws Exception {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    Query query = RunTermsQuery.ofStrings("color", "red", "green", "violet");
    Weight few = searcher.createWeight(query, ScoreMode.TOP_DOCS, 1f);
    assertFalse(isUnitedAfter(few, Long.MAX_VALUE));
    ScoreMode first = new FirstDocsCollectorManager(10).newCollector().scoreMode();
    assertFalse(isUnitedAfter(searcher.createWeight(query, first, 1f), Long.MAX_VALUE));
    Weight all = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
    assertFalse(isUnitedAfter(all, 1 + random().nextInt(10)));
    // So many that windows are full of them, and somebody may stop after the first.
    assertFalse(isUnitedAfter(all, TestUtil.nextInt(random(), 1_000, Integer.MAX_VALUE)));
    long everything = random().nextBoolean() ? Long.MAX_VALUE : 100 + random().nextInt(500);
    assertTrue(isUnitedAfter(all, everything));
    // What was united for somebody is there for all.
    assertTrue(isUnitedAfter(all, 1));
  }

  private boolean isUnitedAfter(Weight weight, long leadCost) throws IOException {
    return isUnitedAfter(weight, reader.leaves().get(0), leadCost);
  }

  private static boolean isUnitedAfter(Weight weight, LeafReaderContext leaf, long leadCost)
      throws IOException {
    ScorerSupplier supplier = weight.scorerSupplier(leaf);
    Scorer scorer = supplier.get(leadCost);
    assertNotEquals(DocIdSetIterator.NO_MORE_DOCS, scorer.iterator().nextDoc());
    return scorer.iterator() instanceof WindowedUnion == false;
  }

  /** As many as a query may have clauses for: they are read in windows before they are united. */
  public void testManyListsBesideFewDocuments() throws Exception {
    int lists = TestUtil.nextInt(random(), 65, 90);
    int docs = 600 * lists;
    withTerms(
        new StreakCodec(),
        docs,
        doc -> Integer.toString(doc * 7919 % (lists + 1)),
        searcher -> {
          List<BytesRef> terms = new ArrayList<>();
          for (int i = 0; i < lists; i++) {
            terms.add(new BytesRef(Integer.toString(i)));
          }
          Query query = new RunTermsQuery("term", terms);
          Query expected = new TermInSetQuery("term", terms);
          LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
          Weight all = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
          assertFalse(isUnitedAfter(all, leaf, 1 + random().nextInt(4)));
          BaseRunQueryTestCase.assertSameHits(searcher, expected, query);
          // Whoever may want all would have iterators made in vain: no list is long.
          assertTrue(
              isUnitedAfter(searcher.createWeight(query, ScoreMode.TOP_DOCS, 1f), leaf, docs));
          // One by one, first from windows, then from what was united.
          DocIdSetIterator found = all.scorerSupplier(leaf).get(1 + random().nextInt(4)).iterator();
          assertTrue(found instanceof WindowedUnion);
          DocIdSetIterator wanted =
              searcher
                  .createWeight(
                      searcher.rewrite(new ConstantScoreQuery(expected)),
                      ScoreMode.COMPLETE_NO_SCORES,
                      1f)
                  .scorer(leaf)
                  .iterator();
          int doc;
          do {
            doc = wanted.nextDoc();
            assertEquals(doc, found.nextDoc());
          } while (doc != DocIdSetIterator.NO_MORE_DOCS);
          assertTrue(isUnitedAfter(all, leaf, 1));
        });
  }

  private static boolean looksAtValues(IndexSearcher searcher, Query query, long leadCost)
      throws IOException {
    Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
    LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
    return weight.scorerSupplier(leaf).get(leadCost).twoPhaseIterator() != null;
  }

  /** Where a query has doc values to look at, nothing is united for a few documents. */
  public void testValuesOfFewDocuments() throws Exception {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      terms.add(new BytesRef(Integer.toString(i)));
    }
    Query expected = KeywordField.newSetQuery("term", terms);
    Query query = StreakQueries.accelerate(expected);
    assertNotEquals(expected, query);
    withTerms(
        new StreakCodec(),
        2 * DOCS,
        doc -> Integer.toString(doc * 7919 % 50),
        searcher -> {
          assertTrue(looksAtValues(searcher, query, random().nextInt(20)));
          assertFalse(looksAtValues(searcher, query, TestUtil.nextInt(random(), 500, DOCS)));
          assertFalse(looksAtValues(searcher, query, Long.MAX_VALUE));
          assertFalse(looksAtValues(searcher, new RunTermsQuery("term", terms), 1));
          for (int i = 0; i < 20; i++) {
            Query rare = new TermQuery(new Term("id", Integer.toString(random().nextInt(DOCS))));
            BaseRunQueryTestCase.assertSameHits(
                searcher, beside(expected, rare), beside(query, rare));
          }
        });
    withTerms(
        new StreakCodec(),
        doc -> Integer.toString(doc / (DOCS / 50)),
        searcher -> assertFalse("runs", looksAtValues(searcher, query, 1)));
    withTerms(
        new StreakCodec(),
        doc -> Integer.toString(doc * 7919 % 8),
        searcher -> assertFalse("united as bits", looksAtValues(searcher, query, 1)));
  }

  /** An index of one segment, whose documents have a term each. */
  private static void withTerms(
      StreakCodec codec, IntFunction<String> terms, IOConsumer<IndexSearcher> check)
      throws IOException {
    withTerms(codec, DOCS, terms, check);
  }

  private static void withTerms(
      StreakCodec codec, int docs, IntFunction<String> terms, IOConsumer<IndexSearcher> check)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec);
    try (Directory other = newDirectory();
        IndexWriter writer = new IndexWriter(other, config)) {
      for (int i = 0; i < docs; i++) {
        Document document = new Document();
        document.add(new KeywordField("term", terms.apply(i), Field.Store.NO));
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        document.add(new NumericDocValuesField("price", random().nextInt(100)));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      if (random().nextBoolean()) {
        writer.deleteDocuments(new Term("term", terms.apply(0)));
      }
      try (DirectoryReader all = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(all);
        searcher.setQueryCache(null);
        check.accept(searcher);
      }
    }
  }

  /** A stored prefix has documents that are in no list. */
  public void testListsBesideStoredPrefix() throws Exception {
    withTerms(
        StreakCodec.builder().prefixes("term", 1, 1, 100).build(),
        doc -> doc < DOCS / 4 ? "a" + doc : doc % 2 == 0 ? "b" : "c",
        searcher -> {
          LeafReader leaf = searcher.getIndexReader().leaves().get(0).reader();
          PrefixSets sets = ((StreakTerms) leaf.terms("term")).prefixSets();
          assertEquals(new BytesRef("a"), sets.prefix(0));
          assertTrue(sets.hasDocs(0));
          TermRangeQuery range = TermRangeQuery.newStringRange("term", "a", "b", true, true);
          BaseRunQueryTestCase.assertSameHits(searcher, range, new RunTermRangeQuery(range));
        });
  }

  /** So many terms are one document each that their runs are not put down. */
  public void testListBesideManyRuns() throws Exception {
    withTerms(
        new StreakCodec(),
        doc -> doc % 20 == 0 ? "often" : Integer.toString(doc),
        searcher -> {
          List<BytesRef> terms = new ArrayList<>(List.of(new BytesRef("often")));
          for (int i = 0; i < DOCS / 2; i++) {
            terms.add(new BytesRef(Integer.toString(i)));
          }
          BaseRunQueryTestCase.assertSameHits(
              searcher, new TermInSetQuery("term", terms), new RunTermsQuery("term", terms));
        });
  }

  /** Whoever goes through the only list has the run's documents, too. */
  public void testOneListBesideOneRun() throws Exception {
    withTerms(
        new StreakCodec(),
        doc -> doc >= 5_000 && doc < 5_100 ? "run" : doc % 20 == 0 ? "often" : "other",
        searcher -> {
          Query both = RunTermsQuery.ofStrings("term", "often", "run");
          Query expected =
              new TermInSetQuery("term", List.of(new BytesRef("often"), new BytesRef("run")));
          BaseRunQueryTestCase.assertSameHits(searcher, expected, both);
          LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
          for (ScoreMode mode : ScoreMode.values()) {
            Weight weight = searcher.createWeight(both, mode, 1f);
            DocIdSetIterator docs = weight.scorerSupplier(leaf).get(1).iterator();
            assertEquals(5_000, docs.advance(4_990));
            assertEquals(5_099, docs.advance(5_099));
            assertEquals(5_100, docs.nextDoc());
            assertEquals(5_120, docs.nextDoc());
          }
        });
  }
}
