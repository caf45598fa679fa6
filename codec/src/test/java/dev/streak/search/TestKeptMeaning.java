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
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilteredTermsEnum;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.NamedMatches;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.AttributeSource;
import org.apache.lucene.util.BytesRef;

/** What an application means by its queries and sets is what it gets. */
public class TestKeptMeaning extends LuceneTestCase {

  private static final String ID = "id";

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig().setCodec(new StreakCodec()))) {
      for (int i = 0; i < 10; i++) {
        Document document = new Document();
        document.add(new StringField(ID, "a" + i, Field.Store.NO));
        document.add(new LongPoint("point", i));
        document.add(new NumericDocValuesField("value", i));
        writer.addDocument(document);
      }
    }
    reader = DirectoryReader.open(directory);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static TermsEnum withoutA3(TermsEnum terms) {
    return new FilteredTermsEnum(terms, false) {
      @Override
      protected AcceptStatus accept(BytesRef term) {
        return term.utf8ToString().equals("a3") ? AcceptStatus.NO : AcceptStatus.YES;
      }
    };
  }

  private static final class PrefixWithoutA3 extends PrefixQuery {
    PrefixWithoutA3() {
      super(new Term(ID, "a"));
    }

    @Override
    protected TermsEnum getTermsEnum(Terms terms, AttributeSource attributes) throws IOException {
      return withoutA3(super.getTermsEnum(terms, attributes));
    }
  }

  private static final class RangeWithoutA3 extends TermRangeQuery {
    RangeWithoutA3() {
      super(ID, new BytesRef("a2"), new BytesRef("a4"), true, true);
    }

    @Override
    protected TermsEnum getTermsEnum(Terms terms, AttributeSource attributes) throws IOException {
      return withoutA3(super.getTermsEnum(terms, attributes));
    }
  }

  private static final class SetWithoutA3 extends TermInSetQuery {
    SetWithoutA3() {
      super(ID, List.of(new BytesRef("a1"), new BytesRef("a3")));
    }

    @Override
    protected TermsEnum getTermsEnum(Terms terms, AttributeSource attributes) throws IOException {
      return withoutA3(terms.iterator());
    }
  }

  /** Finds less than the query that it shows to visitors, as for a highlighter. */
  private static final class ShowsAnother extends MultiTermQuery {
    private final MultiTermQuery shown;

    ShowsAnother(MultiTermQuery shown) {
      super(ID, CONSTANT_SCORE_BLENDED_REWRITE);
      this.shown = shown;
    }

    @Override
    protected TermsEnum getTermsEnum(Terms terms, AttributeSource attributes) throws IOException {
      return withoutA3(terms.iterator());
    }

    @Override
    public void visit(QueryVisitor visitor) {
      shown.visit(visitor);
    }

    @Override
    public String toString(String field) {
      return "without a3";
    }

    @Override
    public boolean equals(Object other) {
      return super.equals(other) && shown.equals(((ShowsAnother) other).shown);
    }

    @Override
    public int hashCode() {
      return 31 * super.hashCode() + shown.hashCode();
    }
  }

  public void testQueriesThatShowOthersKeepTheirMeaning() throws IOException {
    PrefixQuery all = new PrefixQuery(new Term(ID, "a"));
    PrefixQuery scored = new PrefixQuery(new Term(ID, "a"), MultiTermQuery.SCORING_BOOLEAN_REWRITE);
    for (Query query : List.of(new ShowsAnother(all), new ShowsAnother(scored))) {
      assertEquals(9, new IndexSearcher(reader).count(query));
      assertEquals(9, new StreakIndexSearcher(reader).count(query));
      Query named = NamedMatches.wrapQuery("named", query);
      assertEquals(9, new StreakIndexSearcher(reader).count(named));
    }
  }

  public void testSubclassesKeepTheirMeaning() throws IOException {
    for (Query query : List.of(new PrefixWithoutA3(), new RangeWithoutA3(), new SetWithoutA3())) {
      assertSame(query, StreakQueries.accelerate(query));
      assertEquals(
          new IndexSearcher(reader).count(query), new StreakIndexSearcher(reader).count(query));
    }
    expectThrows(IllegalArgumentException.class, () -> new RunTermRangeQuery(new RangeWithoutA3()));
    for (MultiTermQuery.RewriteMethod method :
        List.of(
            MultiTermQuery.SCORING_BOOLEAN_REWRITE,
            MultiTermQuery.CONSTANT_SCORE_BOOLEAN_REWRITE,
            MultiTermQuery.DOC_VALUES_REWRITE,
            new MultiTermQuery.TopTermsScoringBooleanQueryRewrite(5))) {
      TermRangeQuery range = new TermRangeQuery("f", new BytesRef("a"), null, true, true, method);
      Exception e =
          expectThrows(IllegalArgumentException.class, () -> new RunTermRangeQuery(range));
      assertTrue(e.getMessage(), e.getMessage().startsWith("rewriteMethod of range must be "));
    }
  }

  public void testSubclassBesideDocValuesKeepsItsMeaning() {
    Query query =
        new IndexOrDocValuesQuery(
            new SetWithoutA3(),
            new TermInSetQuery(MultiTermQuery.DOC_VALUES_REWRITE, ID, List.of(new BytesRef("a1"))));
    assertSame(query, StreakQueries.accelerate(query));
  }

  public void testSetsThatTellEqualTermsApart() throws IOException {
    Set<BytesRef> byIdentity = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<BytesRef> byOwnOrder = new TreeSet<>(Comparator.comparingInt(System::identityHashCode));
    for (Collection<BytesRef> set : List.of(byIdentity, byOwnOrder)) {
      set.addAll(List.of(new BytesRef("a2"), new BytesRef("a1"), new BytesRef("a2")));
      assertEquals(3, set.size());
      assertCounts(2, new RunTermsQuery(ID, set));
    }
    assertCounts(2, new RunTermsQuery(ID, new HashSet<>(byIdentity)));
  }

  private void assertCounts(int expected, Query query) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    assertEquals(expected, searcher.count(query));
    assertEquals(expected, searcher.search(query, 10).totalHits.value());
  }

  public void testFieldsWithoutTermsAreRefused() throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    for (String field : List.of("point", "value")) {
      TermRangeQuery range = TermRangeQuery.newStringRange(field, "1", "2", true, true);
      for (Query query :
          List.of(
              new RunPrefixQuery(field, "1"),
              new RunTermRangeQuery(range),
              RunTermsQuery.ofIds(field, 1, 2),
              RunTermsQuery.ofIds(field, new long[100]),
              RunTermsQuery.ofStrings(field, "1"),
              new RunTermsQuery(field, new BytesRef("1")),
              new RunTermsQuery(field, Set.of(new BytesRef("1"))))) {
        var e = expectThrows(IllegalArgumentException.class, () -> searcher.count(query));
        assertTrue(e.getMessage(), e.getMessage().contains("field=" + field));
        assertTrue(e.getMessage(), e.getMessage().contains("StringField"));
        expectThrows(IllegalArgumentException.class, () -> searcher.search(query, 10));
      }
      TermLookup lookup = new TermLookup(reader, field);
      expectThrows(IllegalArgumentException.class, () -> lookup.find(new long[] {1}));
      expectThrows(
          IllegalArgumentException.class, () -> lookup.find(new BytesRef[] {new BytesRef("1")}));
      // What takes Lucene's place does what Lucene does.
      for (Query stock :
          List.of(
              new TermInSetQuery(field, Arrays.asList(new BytesRef("1"))),
              new PrefixQuery(new Term(field, "1")),
              range)) {
        assertNotSame(stock, StreakQueries.accelerate(stock));
        assertEquals(0, new StreakIndexSearcher(reader).count(stock));
      }
    }
    assertEquals(0, searcher.count(new RunPrefixQuery("nowhere", "1")));
    assertEquals(0, searcher.count(RunTermsQuery.ofIds("nowhere", 1)));
    assertFalse(new TermLookup(reader, "nowhere").find(new long[] {1}).hasTerm(0));
  }
}
