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

import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveRanksOfReaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

public class TestRunTermsQuery extends BaseRunQueryTestCase {

  private static long[] randomIds(int most) {
    long[] ids = new long[TestUtil.nextInt(random(), 1, most)];
    for (int i = 0; i < ids.length; i++) {
      // Some of them beyond what the index has.
      ids[i] = random().nextInt(most + 20);
    }
    if (random().nextBoolean()) {
      Arrays.sort(ids);
    }
    return ids;
  }

  private static BytesRef[] terms(long[] ids) {
    return Arrays.stream(ids).mapToObj(id -> new BytesRef("" + id)).toArray(BytesRef[]::new);
  }

  private static Query stock(String field, long[] ids) {
    return new TermInSetQuery(field, Arrays.asList(terms(ids)));
  }

  private static Query run(String field, long[] ids) {
    return switch (random().nextInt(4)) {
      case 0 -> RunTermsQuery.ofIds(field, ids);
      case 1 -> new RunTermsQuery(field, terms(ids));
      case 2 -> new RunTermsQuery(field, new TreeSet<>(Arrays.asList(terms(ids))));
      default ->
          RunTermsQuery.ofStrings(
              field, Arrays.stream(ids).mapToObj(Long::toString).toArray(String[]::new));
    };
  }

  private static long[] someIds(String field) {
    return randomIds(field.equals(SHOP) ? SHOPS : TAGS);
  }

  private static String someField() {
    return random().nextBoolean() ? SHOP : TAG;
  }

  public void testDuelWithTermInSetQuery() throws IOException {
    for (int i = 0; i < 15; i++) {
      String field = someField();
      long[] ids = someIds(field);
      assertSameHits(searcher(), stock(field, ids), run(field, ids));
    }
  }

  public void testDuelInConjunctionsAndExclusions() throws IOException {
    for (int i = 0; i < 15; i++) {
      String field = someField();
      long[] ids = someIds(field);
      Occur occur = random().nextBoolean() ? Occur.FILTER : Occur.MUST_NOT;
      Query text = new TermQuery(new Term(TEXT, "a"));
      BooleanQuery.Builder expected = new BooleanQuery.Builder().add(text, Occur.MUST);
      BooleanQuery.Builder actual = new BooleanQuery.Builder().add(text, Occur.MUST);
      expected.add(stock(field, ids), occur);
      actual.add(run(field, ids), occur);
      assertSameHits(searcher(), expected.build(), actual.build());
    }
  }

  public void testFieldWithFrequenciesTakesLucenesPath() throws IOException {
    Query expected = new TermInSetQuery(TEXT, List.of(new BytesRef("a"), new BytesRef("b")));
    assertSameHits(searcher(), expected, RunTermsQuery.ofStrings(TEXT, "a", "b"));
  }

  /** Where Lucene counts, live documents need not be ranked. */
  public void testNoRanksOfOtherSegments() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
      config.setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (String id : new String[] {"1", "2", "3"}) {
          Document document = new Document();
          document.add(new StringField("id", id, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
        writer.deleteDocuments(new Term("id", "2"));
      }
      try (DirectoryReader opened = DirectoryReader.open(directory)) {
        assertTrue(opened.hasDeletions());
        long before = LiveRanksOfReaders.stats().readers();
        assertEquals(1, new IndexSearcher(opened).count(RunTermsQuery.ofIds("id", 2, 3)));
        assertEquals(before, LiveRanksOfReaders.stats().readers());
      }
    }
  }

  public void testNoTermsAndNoField() throws IOException {
    IndexSearcher searcher = searcher();
    assertTrue(searcher.rewrite(RunTermsQuery.ofIds(SHOP)) instanceof MatchNoDocsQuery);
    assertEquals(0, searcher.count(RunTermsQuery.ofIds("nowhere", 1, 2, 3)));
    assertEquals(0, searcher.count(RunTermsQuery.ofIds(SHOP, -1, SHOPS + 5)));
  }

  public void testQueryUtils() {
    // The checks take a deleted match for one that was skipped over.
    assumeFalse("index has deletions", reader.hasDeletions());
    IndexSearcher searcher = newSearcher(reader);
    for (int i = 0; i < 3; i++) {
      String field = someField();
      QueryUtils.check(random(), run(field, someIds(field)), searcher);
    }
  }

  public void testEqualsWhateverTheOrder() {
    long[] ids = {5, 3, 9, 3};
    QueryUtils.checkEqual(
        RunTermsQuery.ofIds(SHOP, ids), RunTermsQuery.ofIds(SHOP, new long[] {9, 5, 3}));
    QueryUtils.checkEqual(
        new RunTermsQuery(SHOP, terms(ids)),
        new RunTermsQuery(SHOP, terms(new long[] {3, 5, 9, 9})));
    QueryUtils.checkUnequal(RunTermsQuery.ofIds(SHOP, 5, 3, 9), RunTermsQuery.ofIds(SHOP, 5, 3, 8));
    QueryUtils.checkUnequal(RunTermsQuery.ofIds(SHOP, 5, 3), RunTermsQuery.ofIds(TAG, 5, 3));
    QueryUtils.checkUnequal(
        RunTermsQuery.ofStrings(SHOP, "a"), RunTermsQuery.ofStrings(SHOP, "a", "b"));
    // One of them refuses a field without terms.
    QueryUtils.checkUnequal(
        new RunTermsQuery(SHOP, terms(ids)),
        RunTermsQuery.inPlace(SHOP, terms(ids), stock(SHOP, ids)));
  }

  public void testIdsAndTermsAreCopied() {
    long[] ids = {1, 2, 3};
    Query query = RunTermsQuery.ofIds(SHOP, ids);
    ids[0] = 77;
    assertEquals(RunTermsQuery.ofIds(SHOP, 1, 2, 3), query);
    BytesRef[] terms = terms(new long[] {1, 2, 3});
    query = new RunTermsQuery(SHOP, terms);
    terms[0] = new BytesRef("77");
    assertEquals(RunTermsQuery.ofStrings(SHOP, "1", "2", "3"), query);
  }

  /** Counting must not visit documents, and cost must be the truth. */
  public void testCountAndCostAreExact() throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    for (int i = 0; i < 20; i++) {
      String field = someField();
      Query query = run(field, someIds(field));
      Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
      for (LeafReaderContext context : reader.leaves()) {
        if (context.reader().terms(field) instanceof StreakTerms) {
          checkCountAndCost(weight, context, field);
        }
      }
    }
  }

  private static void checkCountAndCost(Weight weight, LeafReaderContext context, String field)
      throws IOException {
    ScorerSupplier supplier = weight.scorerSupplier(context);
    long cost = supplier == null ? 0 : supplier.cost();
    int matches = 0;
    if (supplier != null) {
      var iterator = supplier.get(Long.MAX_VALUE).iterator();
      while (iterator.nextDoc() != Integer.MAX_VALUE) {
        matches++;
      }
    }
    if (field.equals(SHOP)) {
      assertEquals(matches, cost);
    } else {
      assertTrue(matches <= cost);
    }
    int count = weight.count(context);
    Bits liveDocs = context.reader().getLiveDocs();
    int live = matches;
    if (liveDocs != null && supplier != null) {
      live = 0;
      var iterator = weight.scorerSupplier(context).get(Long.MAX_VALUE).iterator();
      for (int doc = iterator.nextDoc(); doc != Integer.MAX_VALUE; doc = iterator.nextDoc()) {
        live += liveDocs.get(doc) ? 1 : 0;
      }
    }
    assertEquals(live, count);
  }

  public void testQueryCacheKeepsHits() throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    LRUQueryCache cache = new LRUQueryCache(100, 1 << 24, context -> true, 1);
    searcher.setQueryCache(cache);
    searcher.setQueryCachingPolicy(
        new QueryCachingPolicy() {
          @Override
          public void onUse(Query query) {}

          @Override
          public boolean shouldCache(Query query) {
            return true;
          }
        });
    String field = someField();
    long[] ids = someIds(field);
    BooleanQuery query =
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term(TEXT, "a")), Occur.MUST)
            .add(new ConstantScoreQuery(run(field, ids)), Occur.FILTER)
            .build();
    int first = searcher.count(query);
    assertEquals(first, searcher.count(query));
    assertTrue(cache.getCacheCount() > 0);
    assertTrue(cache.getHitCount() > 0);
  }

  public void testVisit() {
    List<Term> terms = new ArrayList<>();
    ByteRunAutomaton[] automaton = new ByteRunAutomaton[1];
    QueryVisitor visitor =
        new QueryVisitor() {
          @Override
          public void consumeTerms(Query query, Term... consumed) {
            Collections.addAll(terms, consumed);
          }

          @Override
          public void consumeTermsMatching(
              Query query, String field, java.util.function.Supplier<ByteRunAutomaton> supplier) {
            automaton[0] = supplier.get();
          }
        };
    RunTermsQuery.ofIds(SHOP, 12).visit(visitor);
    assertEquals(List.of(new Term(SHOP, "12")), terms);
    terms.clear();
    RunTermsQuery.ofIds(SHOP, 12, 12).visit(visitor);
    assertEquals("given twice", List.of(new Term(SHOP, "12")), terms);
    RunTermsQuery.ofIds(SHOP, 12, 5).visit(visitor);
    assertTrue(automaton[0].run(new byte[] {'1', '2'}, 0, 2));
    assertTrue(automaton[0].run(new byte[] {'5'}, 0, 1));
    assertFalse(automaton[0].run(new byte[] {'1'}, 0, 1));
  }

  /** Highlighters take the text for a term, and an automaton of a million ids for a good idea. */
  public void testManyTermsAreNotWrittenDown() {
    RunTermsQuery many = RunTermsQuery.ofIds(SHOP, LongStream.range(100_000, 110_001).toArray());
    String text = many.toString();
    assertTrue(text, text.startsWith(SHOP + ":(100000 100001 ") && text.endsWith(" 9901 more)"));
    List<Query> leaves = new ArrayList<>();
    QueryVisitor visitor =
        new QueryVisitor() {
          @Override
          public void visitLeaf(Query query) {
            leaves.add(query);
          }

          @Override
          public void consumeTermsMatching(
              Query query, String field, java.util.function.Supplier<ByteRunAutomaton> supplier) {
            fail("an automaton of many terms is offered");
          }
        };
    many.visit(visitor);
    assertEquals(List.of(many), leaves);
  }

  public void testRamBytesUsedGrowsWithTerms() {
    long small = RunTermsQuery.ofIds(SHOP, new long[10]).ramBytesUsed();
    long large = RunTermsQuery.ofIds(SHOP, new long[1000]).ramBytesUsed();
    assertEquals(990 * Long.BYTES, large - small);
  }
}
