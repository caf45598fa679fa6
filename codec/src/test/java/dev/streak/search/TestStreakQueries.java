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
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;

public class TestStreakQueries extends BaseRunQueryTestCase {

  private Query randomTree(int depth) {
    return switch (random().nextInt(depth == 0 ? 6 : 11)) {
      case 0 -> new TermQuery(new Term(TEXT, "" + (char) ('a' + random().nextInt(8))));
      case 1 -> new TermInSetQuery(TAG, terms(TAGS));
      case 2 -> new TermInSetQuery(SHOP, terms(SHOPS));
      case 3 ->
          TermInSetQuery.newIndexOrDocValuesQuery(
              MultiTermQuery.CONSTANT_SCORE_BLENDED_REWRITE, SHOP, terms(SHOPS));
      case 4 -> new PrefixQuery(new Term(SHOP, Integer.toString(random().nextInt(SHOPS / 10))));
      case 5 -> randomRange();
      case 6 -> new ConstantScoreQuery(randomTree(depth - 1));
      case 7 -> new BoostQuery(randomTree(depth - 1), random().nextInt(10));
      case 8 ->
          new DisjunctionMaxQuery(
              List.of(randomTree(depth - 1), randomTree(depth - 1)), random().nextFloat());
      default -> randomBoolean(depth);
    };
  }

  private static Query randomRange() {
    return TermRangeQuery.newStringRange(
        SHOP,
        random().nextInt(8) == 0 ? null : Integer.toString(random().nextInt(SHOPS)),
        random().nextInt(8) == 0 ? null : Integer.toString(random().nextInt(SHOPS)),
        random().nextBoolean(),
        random().nextBoolean());
  }

  private Query randomBoolean(int depth) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    int optional = 0;
    for (int i = random().nextInt(4); i >= 0; i--) {
      Occur occur = Occur.values()[random().nextInt(Occur.values().length)];
      optional += occur == Occur.SHOULD ? 1 : 0;
      builder.add(randomTree(depth - 1), occur);
    }
    builder.setMinimumNumberShouldMatch(random().nextInt(optional + 1));
    return builder.build();
  }

  private static List<BytesRef> terms(int most) {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = random().nextInt(most); i >= 0; i--) {
      terms.add(new BytesRef("" + random().nextInt(most + 10)));
    }
    return terms;
  }

  public void testDuelOfRandomTrees() throws IOException {
    int iterations = atLeast(20);
    for (int i = 0; i < iterations; i++) {
      Query query = randomTree(3);
      IndexSearcher stock = newSearcher(reader, false, false);
      IndexSearcher streak = new StreakIndexSearcher(reader);
      streak.setSimilarity(stock.getSimilarity());
      assertSameHits(stock, query, stock, StreakQueries.accelerate(query));
      assertSameHits(stock, query, streak, query);
    }
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

  public void testEqualTreesStayEqual() {
    List<BytesRef> terms = terms(SHOPS);
    assertEquals(
        StreakQueries.accelerate(new TermInSetQuery(SHOP, terms)),
        StreakQueries.accelerate(new TermInSetQuery(SHOP, terms)));
  }
}
