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
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.NamedMatches;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/** Queries are exchanged whatever stands around them, and nothing else changes. */
public class TestStreakIndexSearcher extends BaseRunQueryTestCase {

  private static Query someIds() {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      terms.add(new BytesRef("" + random().nextInt(SHOPS)));
    }
    return new TermInSetQuery(SHOP, terms);
  }

  private static Query someLeaf() {
    return switch (random().nextInt(3)) {
      case 0 -> someIds();
      case 1 -> new PrefixQuery(new Term(SHOP, "1"));
      default -> TermRangeQuery.newStringRange(SHOP, "2", "3", true, true);
    };
  }

  /** A query of an application; what is done with the one inside is for subclasses to say. */
  private abstract static class Around extends Query {
    final Query inner;

    Around(Query inner) {
      this.inner = inner;
    }

    @Override
    public void visit(QueryVisitor visitor) {
      inner.visit(visitor.getSubVisitor(Occur.MUST, this));
    }

    @Override
    public String toString(String field) {
      return "around(" + inner.toString(field) + ")";
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other) && inner.equals(((Around) other).inner);
    }

    @Override
    public int hashCode() {
      return 31 * classHash() + inner.hashCode();
    }
  }

  /** Becomes the query inside when it is rewritten. */
  private static final class BringsForth extends Around {
    BringsForth(Query inner) {
      super(inner);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) {
      return inner;
    }
  }

  /** Rewrites what is inside, and has the searcher make its weight. */
  private static final class HasWeightMade extends Around {
    HasWeightMade(Query inner) {
      super(inner);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      Query rewritten = inner.rewrite(searcher);
      return rewritten == inner ? this : new HasWeightMade(rewritten);
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
        throws IOException {
      return searcher.createWeight(inner, scoreMode, boost);
    }
  }

  /** Makes the weight of what is inside by itself. */
  private static final class MakesWeight extends Around {
    MakesWeight(Query inner) {
      super(inner);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      Query rewritten = inner.rewrite(searcher);
      return rewritten == inner ? this : new MakesWeight(rewritten);
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
        throws IOException {
      return inner.createWeight(searcher, scoreMode, boost);
    }
  }

  /** Has the searcher rewrite what is inside, of which it knows clauses for one term each. */
  private static final class KnowsClauses extends Around {
    KnowsClauses(BooleanQuery inner) {
      super(inner);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
      BooleanQuery rewritten = (BooleanQuery) searcher.rewrite(inner);
      for (BooleanClause clause : rewritten) {
        assertSame(TermQuery.class, clause.query().getClass());
      }
      return rewritten;
    }
  }

  private static Query and(Query query) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term(TEXT, "a")), Occur.SHOULD)
        .add(query, random().nextBoolean() ? Occur.MUST : Occur.FILTER)
        .build();
  }

  private void assertExchanged(Query query, StreakIndexSearcher streak) throws IOException {
    IndexSearcher stock = new IndexSearcher(reader);
    stock.setQueryCache(null);
    streak.setQueryCache(null);
    for (Query each : List.of(query, new ConstantScoreQuery(query), and(query))) {
      long before = StreakQueries.replaced();
      streak.count(each);
      assertTrue(each.toString(), StreakQueries.replaced() > before);
      assertSameHits(stock, each, streak, each);
    }
  }

  public void testWhatRewritingBringsForth() throws IOException {
    assertExchanged(new BringsForth(someLeaf()), new StreakIndexSearcher(reader));
    assertExchanged(new BringsForth(and(someLeaf())), new StreakIndexSearcher(reader));
  }

  /** As Lucene's complex phrases do. */
  public void testRewritesThatKnowLucenesClausesOnly() throws IOException {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    builder.add(new TermQuery(new Term(TEXT, "a")), Occur.MUST);
    for (int i = 0; i < 20; i++) {
      builder.add(new TermQuery(new Term(SHOP, Integer.toString(i))), Occur.MUST_NOT);
    }
    assertExchanged(new KnowsClauses(builder.build()), new StreakIndexSearcher(reader));
  }

  public void testInsideQueriesThatNobodyKnows() throws IOException {
    assertExchanged(new HasWeightMade(someLeaf()), new StreakIndexSearcher(reader));
    assertExchanged(new HasWeightMade(and(someLeaf())), new StreakIndexSearcher(reader));
    assertExchanged(new MakesWeight(and(someLeaf())), new StreakIndexSearcher(reader));
  }

  /** A visitor is shown the range itself, so that in a named query, too, it is known as ours. */
  public void testNamedRangeIsExchangedOnce() {
    TermRangeQuery range = TermRangeQuery.newStringRange("id", "1", "2", true, true);
    Query exchanged = StreakQueries.accelerate(NamedMatches.wrapQuery("ids", range));
    assertEquals(NamedMatches.wrapQuery("ids", RunTermRangeQuery.inPlaceOf(range)), exchanged);
    long before = StreakQueries.replaced();
    assertSame(exchanged, StreakQueries.accelerate(exchanged));
    assertEquals(before, StreakQueries.replaced());
  }

  public void testNamedQueriesKeepTheirNames() throws IOException {
    for (Query inner : List.of(someLeaf(), and(someLeaf()))) {
      Query named = NamedMatches.wrapQuery("a (name)", inner);
      Query accelerated = StreakQueries.accelerate(named);
      assertNotEquals(named, accelerated);
      assertEquals(
          NamedMatches.wrapQuery("a (name)", StreakQueries.accelerate(inner)), accelerated);
      assertExchanged(named, new StreakIndexSearcher(reader));
      assertEquals(
          names(new IndexSearcher(reader), named), names(new StreakIndexSearcher(reader), named));
    }
    Query other = NamedMatches.wrapQuery("b", new TermQuery(new Term(TEXT, "a")));
    assertSame(other, StreakQueries.accelerate(other));
  }

  /** Thousands of terms take longer to spell out than to look up. */
  public void testNamedQueriesAreNotSpeltOutForNothing() {
    Query inner =
        new Around(new TermQuery(new Term(TEXT, "a"))) {
          @Override
          public String toString(String field) {
            throw new AssertionError("nobody needs that");
          }
        };
    Query named = NamedMatches.wrapQuery("a", inner);
    assertSame(named, StreakQueries.accelerate(named));
  }

  private static List<String> names(IndexSearcher searcher, Query query) throws IOException {
    TopDocs hits = searcher.search(query, 1);
    List<String> names = new ArrayList<>();
    if (hits.scoreDocs.length > 0) {
      Weight weight =
          searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        int doc = hits.scoreDocs[0].doc - leaf.docBase;
        if (doc >= 0 && doc < leaf.reader().maxDoc()) {
          Matches matches = weight.matches(leaf, doc);
          NamedMatches.findNamedMatches(matches).forEach(match -> names.add(match.getName()));
        }
      }
    }
    return names;
  }

  public void testCallersKnowledge() throws IOException {
    Query query = new MakesWeight(someLeaf());
    assertSame(query, StreakQueries.accelerate(query));
    StreakIndexSearcher knowing =
        new StreakIndexSearcher(reader) {
          @Override
          protected Query others(Query other) {
            if (other instanceof MakesWeight around) {
              Query inner = StreakQueries.accelerate(around.inner);
              return inner == around.inner ? around : new MakesWeight(inner);
            }
            return other;
          }
        };
    assertExchanged(query, knowing);
  }

  public void testOthersAreGivenNoQueriesOfStreak() throws IOException {
    List<Query> given = new ArrayList<>();
    StreakIndexSearcher noting =
        new StreakIndexSearcher(reader) {
          @Override
          protected Query others(Query other) {
            // Lucene's come too, where it looks up the few terms of a segment of another codec.
            if (other.getClass().getPackage() == StreakIndexSearcher.class.getPackage()) {
              given.add(other);
            }
            return other;
          }
        };
    List<Query> queries =
        List.of(
            new PrefixQuery(new Term(SHOP, "1")),
            TermRangeQuery.newStringRange(SHOP, "1", "2", true, true),
            new WildcardQuery(new Term(SHOP, "1*2")),
            new TermInSetQuery(SHOP, List.of(new BytesRef("1"), new BytesRef("2"))));
    for (Query query : queries) {
      noting.count(query);
    }
    assertEquals(List.of(), given);
  }

  /** What a query cache counts must not change while it holds the query. */
  public void testMemoryOfWhatTakesAnothersPlace() throws IOException {
    List<Query> queries =
        List.of(
            new PrefixQuery(new Term(SHOP, "1".repeat(1000))),
            TermRangeQuery.newStringRange(SHOP, "1".repeat(1000), "2", true, true),
            new WildcardQuery(new Term(SHOP, "1*2")));
    for (Query query : queries) {
      Query exchanged = StreakQueries.accelerate(query);
      assertNotSame(query, exchanged);
      long bytes = ((Accountable) exchanged).ramBytesUsed();
      assertTrue(query.toString(), bytes >= ((Accountable) query).ramBytesUsed());
      new StreakIndexSearcher(reader).count(exchanged);
      assertEquals(bytes, ((Accountable) exchanged).ramBytesUsed());
    }
    RunPrefixQuery own = new RunPrefixQuery(SHOP, "1");
    long bytes = own.ramBytesUsed();
    new IndexSearcher(reader).count(own);
    assertEquals(bytes, own.ramBytesUsed());
  }

  public void testExplanationSaysHow() throws IOException {
    IndexSearcher searcher = new StreakIndexSearcher(reader);
    searcher.setQueryCache(null);
    Query query = new PrefixQuery(new Term(SHOP, "1"));
    TopDocs hits = searcher.search(query, 1);
    assumeTrue("all such documents are deleted", hits.scoreDocs.length > 0);
    String text = searcher.explain(query, hits.scoreDocs[0].doc).toString();
    assertTrue(text, text.contains("RunPrefixQuery"));
    Query onText = new TermInSetQuery(TEXT, List.of(new BytesRef("a"), new BytesRef("b")));
    hits = searcher.search(onText, 1);
    assumeTrue("no document with text is left", hits.scoreDocs.length > 0);
    text = searcher.explain(onText, hits.scoreDocs[0].doc).toString();
    assertTrue(text, text.contains("found by Lucene's way, RunTermsQuery"));
  }
}
