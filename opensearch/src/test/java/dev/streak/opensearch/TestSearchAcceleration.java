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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import dev.streak.codec.StreakCodec;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakQueries;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.aggregations.SearchContextAggregations;
import org.opensearch.search.collapse.CollapseContext;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FetchFieldsContext;
import org.opensearch.search.internal.FilteredSearchContext;
import org.opensearch.search.internal.ScrollContext;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.sort.SortAndFormats;

public class TestSearchAcceleration {

  private static final Query ASKED = new PrefixQuery(new Term("name", "s"));
  private static final Query ALIAS = new TermQuery(new Term("name", "shirt"));

  /** Of a search through an alias that has a filter. */
  private static final class Context extends FilteredSearchContext {
    private ParsedQuery parsed = new ParsedQuery(ASKED);
    private Query query = filtered(ASKED);
    private int terminateAfter;
    private boolean parts;
    private int size = 10;
    private int counted = 100;
    private SortAndFormats sort;

    Context() {
      super(null);
    }

    /** Of a search that ends early, or that several threads have parts of a segment of. */
    Context(Query query, int terminateAfter, boolean parts) {
      this();
      this.query = query;
      this.terminateAfter = terminateAfter;
      this.parts = parts;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public int trackTotalHitsUpTo() {
      return counted;
    }

    @Override
    public SortAndFormats sort() {
      return sort;
    }

    @Override
    public SearchContextAggregations aggregations() {
      return null;
    }

    @Override
    public CollapseContext collapse() {
      return null;
    }

    @Override
    public ScrollContext scrollContext() {
      return null;
    }

    @Override
    public Float minimumScore() {
      return null;
    }

    @Override
    public boolean shouldUseIntraSegmentSearch() {
      return parts;
    }

    @Override
    public int terminateAfter() {
      return terminateAfter;
    }

    @Override
    public SearchContext parsedQuery(ParsedQuery other) {
      parsed = other;
      query = other.query();
      return this;
    }

    @Override
    public ParsedQuery parsedQuery() {
      return parsed;
    }

    @Override
    public Query query() {
      return query;
    }

    @Override
    public ParsedQuery parsedPostFilter() {
      return null;
    }

    @Override
    public FetchDocValuesContext docValuesContext() {
      return null;
    }

    @Override
    public SearchContext docValuesContext(FetchDocValuesContext context) {
      return this;
    }

    @Override
    public FetchFieldsContext fetchFieldsContext() {
      return null;
    }

    @Override
    public SearchContext fetchFieldsContext(FetchFieldsContext context) {
      return this;
    }
  }

  private static Query filtered(Query query) {
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(ALIAS, Occur.FILTER).build();
  }

  /** Highlighters look for what was asked. What is explained has the filters of the host, too. */
  @Test
  public void testWhatWasAskedStays() {
    SearchAcceleration acceleration =
        new SearchAcceleration(new NodeSettings(Settings.EMPTY)::accelerates);
    Query faster = filtered(StreakQueries.accelerate(ASKED));
    Context context = new Context();
    for (int i = 0; i < 2; i++) {
      acceleration.onPreQueryPhase(context);
      assertEquals(faster, context.query());
      assertSame(ASKED, context.parsedQuery().query());
    }
  }

  /** The host knows neither how to end a search amid a run, nor that a count is of all parts. */
  @Test
  public void testOneByOneWhereTheHostNeedsIt() throws IOException {
    SearchAcceleration acceleration =
        new SearchAcceleration(new NodeSettings(Settings.EMPTY)::accelerates);
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 100; i++) {
          Document document = new Document();
          document.add(new StringField("shop", Integer.toString(70 + i / 10), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        List<Query> queries =
            List.of(
                RunTermsQuery.ofIds("shop", 77, 78),
                new ConstantScoreQuery(new PrefixQuery(new Term("shop", "7"))),
                new WildcardQuery(new Term("shop", "*7*")),
                TermRangeQuery.newStringRange("shop", "71", "74", true, true));
        for (Query query : queries) {
          int matches = searcher.count(query);
          for (int terminateAfter : new int[] {0, 5}) {
            Context context = new Context(query, terminateAfter, terminateAfter == 0);
            acceleration.onPreQueryPhase(context);
            Single single = new Single();
            searcher.search(context.query(), single);
            assertEquals(matches, single.count);
            Weight weight =
                searcher.createWeight(
                    searcher.rewrite(context.query()), ScoreMode.COMPLETE_NO_SCORES, 1);
            assertEquals(-1, weight.count(reader.leaves().getFirst()));
          }
          Context context = new Context(query, 0, false);
          acceleration.onPreQueryPhase(context);
          Query faster = context.query();
          assertThrows(AssertionError.class, () -> searcher.search(faster, new Single()));
        }
        Context other = new Context(ALIAS, 5, true);
        acceleration.onPreQueryPhase(other);
        assertSame(ALIAS, other.query());
      }
    }
  }

  /** Documents that cannot be among the best are passed over, as without a query of ours. */
  @Test
  public void testOneByOnePassesOverLowScores() throws IOException {
    SearchAcceleration acceleration =
        new SearchAcceleration(new NodeSettings(Settings.EMPTY)::accelerates);
    int docs = 20_000;
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < docs; i++) {
          Document document = new Document();
          document.add(new StringField("shop", Integer.toString(i % 100), Field.Store.NO));
          String words = i < 50 ? "often seldom seldom" : "often with many other words";
          document.add(new TextField("words", words, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        Query query =
            new BooleanQuery.Builder()
                .add(new TermQuery(new Term("words", "often")), Occur.SHOULD)
                .add(new TermQuery(new Term("words", "seldom")), Occur.SHOULD)
                .add(RunTermsQuery.ofIds("shop", 77, 78), Occur.MUST_NOT)
                .build();
        Context context = new Context(query, 5, false);
        acceleration.onPreQueryPhase(context);
        assertNotSame(query, context.query());
        TopDocs best =
            searcher.search(context.query(), new TopScoreDocCollectorManager(10, null, 10));
        assertEquals(10, best.scoreDocs.length);
        assertTrue("visited " + best.totalHits, best.totalHits.value() < docs / 10);
      }
    }
  }

  /** Many groups that may see a document: where the best are asked for, values are looked at. */
  @Test
  public void testSetsAreToldWhereTheBestAreAskedFor() throws IOException {
    SearchAcceleration acceleration =
        new SearchAcceleration(new NodeSettings(Settings.EMPTY)::accelerates);
    List<BytesRef> groups = new ArrayList<>();
    for (int i = 0; i < 560; i++) {
      groups.add(new BytesRef("group" + i));
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 60_000; i++) {
          Document document = new Document();
          for (int group = 0; group < 12; group++) {
            String name = "group" + (i * 7 + 50 * group) % 600;
            document.add(new KeywordField("acl", name, Field.Store.NO));
          }
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Query query =
            new BooleanQuery.Builder()
                .add(KeywordField.newSetQuery("acl", groups), Occur.FILTER)
                .build();
        Context best = new Context(query, 0, false);
        assertTrue(looksAtValues(acceleration, best, reader));
        Context sorted = new Context(query, 0, false);
        sorted.sort = new SortAndFormats(Sort.INDEXORDER, new DocValueFormat[1]);
        assertFalse(looksAtValues(acceleration, sorted, reader));
        Context all = new Context(query, 0, false);
        all.counted = SearchContext.TRACK_TOTAL_HITS_ACCURATE;
        assertFalse(looksAtValues(acceleration, all, reader));
        Context count = new Context(query, 0, false);
        count.size = 0;
        assertFalse(looksAtValues(acceleration, count, reader));
      }
    }
  }

  private static boolean looksAtValues(
      SearchAcceleration acceleration, Context context, DirectoryReader reader) throws IOException {
    acceleration.onPreQueryPhase(context);
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher
            .createWeight(searcher.rewrite(context.query()), ScoreMode.COMPLETE_NO_SCORES, 1)
            .scorerSupplier(reader.leaves().getFirst())
            .get(reader.maxDoc())
            .twoPhaseIterator()
        != null;
  }

  /** What another plugin finds by the class of the query that was asked for. */
  @Test
  public void testQueriesOfOtherPluginsStay() throws Exception {
    SearchAcceleration acceleration =
        new SearchAcceleration(new NodeSettings(Settings.EMPTY)::accelerates);
    for (boolean other : new boolean[] {false, true}) {
      Class<?> type = other ? new OtherPlugin().loadClass(Hybrid.class.getName()) : Hybrid.class;
      Query hybrid = (Query) type.getDeclaredConstructor().newInstance();
      Query asked = new BooleanQuery.Builder().add(ASKED, Occur.FILTER).build();
      Context context = new Context(asked, 5, true);
      context.parsed = new ParsedQuery(hybrid);
      acceleration.onPreQueryPhase(context);
      assertEquals(other, context.query() == asked);
      assertSame(hybrid, context.parsedQuery().query());
    }
  }

  /** Has classes of its own, as each plugin has. */
  private static final class OtherPlugin extends ClassLoader {
    OtherPlugin() {
      super(TestSearchAcceleration.class.getClassLoader());
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      if (name.equals(Hybrid.class.getName()) == false) {
        return super.loadClass(name);
      }
      String file = "/" + name.replace('.', '/') + ".class";
      try (InputStream in = TestSearchAcceleration.class.getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Whatever another plugin searches for. */
  public static final class Hybrid extends Query {
    @Override
    public String toString(String field) {
      return "hybrid";
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other);
    }

    @Override
    public int hashCode() {
      return classHash();
    }
  }

  /** Of an index that went back to another codec. */
  @Test
  public void testOneByOneWhereNothingIsReplaced() {
    SearchAcceleration acceleration = new SearchAcceleration(() -> false);
    Context ours = new Context(RunTermsQuery.ofIds("shop", 77, 78), 5, false);
    acceleration.onPreQueryPhase(ours);
    assertEquals(OneByOne.class, ours.query().getClass());
    Context users = new Context(ASKED, 5, false);
    acceleration.onPreQueryPhase(users);
    assertSame(ASKED, users.query());
  }

  /** Takes single documents only. */
  private static final class Single extends SimpleCollector {
    private int count;

    @Override
    public void collect(int document) {
      count++;
    }

    @Override
    public void collectRange(int min, int max) {
      throw new AssertionError("from " + min + " to " + max);
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }
}
