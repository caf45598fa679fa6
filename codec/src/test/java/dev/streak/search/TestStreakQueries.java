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
import org.apache.lucene.index.Term;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;

public class TestStreakQueries extends BaseRunQueryTestCase {

  private static List<BytesRef> terms(int most) {
    return new RandomTrees(random()).terms(most);
  }

  public void testNothingToReplaceIsTheSameObject() {
    Query query =
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term(TEXT, "a")), Occur.MUST)
            .add(new BoostQuery(MatchAllDocsQuery.INSTANCE, 2), Occur.SHOULD)
            .add(new ConstantScoreQuery(new TermQuery(new Term(TEXT, "b"))), Occur.FILTER)
            .build();
    assertSame(query, StreakQueries.accelerate(query));
  }

  public void testOtherRewriteMethodsAreLeftAlone() {
    List<BytesRef> terms = terms(SHOPS);
    for (MultiTermQuery.RewriteMethod method :
        List.of(
            MultiTermQuery.SCORING_BOOLEAN_REWRITE,
            MultiTermQuery.CONSTANT_SCORE_BOOLEAN_REWRITE,
            MultiTermQuery.DOC_VALUES_REWRITE)) {
      Query query = new TermInSetQuery(method, SHOP, terms);
      assertSame(query, StreakQueries.accelerate(query));
    }
  }

  public void testEveryPlaceIsReached() {
    Query set = new TermInSetQuery(SHOP, terms(SHOPS));
    Query either =
        TermInSetQuery.newIndexOrDocValuesQuery(
            MultiTermQuery.CONSTANT_SCORE_REWRITE, SHOP, terms(SHOPS));
    Query tree =
        new DisjunctionMaxQuery(
            List.of(
                new BoostQuery(new ConstantScoreQuery(set), 3),
                new BooleanQuery.Builder()
                    .add(set, Occur.FILTER)
                    .add(either, Occur.MUST_NOT)
                    .build()),
            0);
    List<Query> leaves = new ArrayList<>();
    StreakQueries.accelerate(tree)
        .visit(
            new QueryVisitor() {
              @Override
              public void consumeTerms(Query query, Term... terms) {
                leaves.add(query);
              }

              @Override
              public void consumeTermsMatching(
                  Query query,
                  String field,
                  java.util.function.Supplier<org.apache.lucene.util.automaton.ByteRunAutomaton>
                      automaton) {
                leaves.add(query);
              }

              @Override
              public QueryVisitor getSubVisitor(Occur occur, Query parent) {
                return this;
              }
            });
    assertEquals(3, leaves.size());
    for (Query leaf : leaves) {
      assertTrue(leaf instanceof RunTermsQuery);
    }
  }

  /** One term is looked up by a seek, none by nothing. */
  public void testAutomataOfATermAreLeftAlone() {
    for (String pattern : List.of("17", "1\\*7")) {
      Query query = new WildcardQuery(new Term(SHOP, pattern));
      assertSame(query, StreakQueries.accelerate(query));
    }
    Query none = new AutomatonQuery(new Term(SHOP, ""), Automata.makeEmpty());
    assertSame(none, StreakQueries.accelerate(none));
    Query fuzzy = new FuzzyQuery(new Term(SHOP, "17"));
    assertSame(fuzzy, StreakQueries.accelerate(fuzzy));
  }

  public void testAutomata() throws IOException {
    IndexSearcher searcher = newSearcher(reader, false, false);
    for (Query query :
        List.of(
            new WildcardQuery(new Term(SHOP, "*")),
            new WildcardQuery(new Term(TAG, "1*")),
            new WildcardQuery(new Term(TAG, "*7*")),
            new RegexpQuery(new Term(SHOP, "[1-3].*")),
            new RegexpQuery(new Term(SHOP, "1?7|22.")),
            new RegexpQuery(new Term(TEXT, "[a-c]")),
            new WildcardQuery(new Term("nowhere", "a*")))) {
      Query faster = StreakQueries.accelerate(query);
      assertNotSame(query, faster);
      assertEquals(query.toString(), faster.toString());
      assertSameHits(searcher, query, faster);
    }
  }

  /** Whoever goes through all terms needs no doc values, rewritten or not. */
  public void testBothSidesAreExchanged() throws IOException {
    IndexSearcher searcher = newSearcher(reader, false, false);
    List<BytesRef> terms = terms(SHOPS);
    Term seven = new Term(SHOP, "*7*");
    Query[] index = {new WildcardQuery(seven), new TermInSetQuery(SHOP, terms)};
    Query[] docValues = {
      new WildcardQuery(seven, 1000, MultiTermQuery.DOC_VALUES_REWRITE),
      new TermInSetQuery(MultiTermQuery.DOC_VALUES_REWRITE, SHOP, terms)
    };
    for (int i = 0; i < index.length; i++) {
      Query asked = new IndexOrDocValuesQuery(index[i], docValues[i]);
      Query rewritten = new IndexOrDocValuesQuery(index[i].rewrite(searcher), docValues[i]);
      for (Query either : List.of(asked, rewritten)) {
        Query faster = StreakQueries.accelerate(either);
        assertFalse(faster instanceof IndexOrDocValuesQuery);
        assertEquals(faster, StreakQueries.accelerate(either));
        assertNotEquals(faster, StreakQueries.accelerate(index[i]));
        assertSameHits(searcher, index[i], faster);
      }
    }
    Query range = TermRangeQuery.newStringRange(SHOP, "1", "3", true, true);
    Query either = StreakQueries.accelerate(new IndexOrDocValuesQuery(range, range));
    assertTrue(((IndexOrDocValuesQuery) either).getIndexQuery() instanceof RunTermRangeQuery);
  }

  /** The hook sees what is not replaced in its place, also within a choice of two ways. */
  public void testOneTermWithinAChoiceIsTheHooks() {
    Query term = new WildcardQuery(new Term(SHOP, "17"));
    Query docValues =
        new WildcardQuery(new Term(SHOP, "17"), 1000, MultiTermQuery.DOC_VALUES_REWRITE);
    Query choice = new IndexOrDocValuesQuery(term, docValues);
    assertSame(choice, StreakQueries.accelerate(choice));
    List<Query> seen = new ArrayList<>();
    StreakQueries.accelerate(
        choice,
        other -> {
          seen.add(other);
          return other;
        });
    assertEquals(List.of(term), seen);
  }

  public void testEqualTreesStayEqual() {
    List<BytesRef> terms = terms(SHOPS);
    assertEquals(
        StreakQueries.accelerate(new TermInSetQuery(SHOP, terms)),
        StreakQueries.accelerate(new TermInSetQuery(SHOP, terms)));
  }
}
