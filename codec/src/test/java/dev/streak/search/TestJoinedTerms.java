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
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;

public class TestJoinedTerms extends BaseRunQueryTestCase {

  private static final int MANY = JoinedTerms.FEWEST;

  private static Query term(String field, int number) {
    return new TermQuery(new Term(field, Integer.toString(number)));
  }

  private static BooleanQuery.Builder clauses(String field, Occur occur, int count) {
    return add(new BooleanQuery.Builder(), field, occur, count);
  }

  private static BooleanQuery.Builder add(
      BooleanQuery.Builder builder, String field, Occur occur, int count) {
    for (int i = 0; i < count; i++) {
      builder.add(term(field, 3 * i), occur);
    }
    return builder;
  }

  private static Query anyOf(String field, int count) {
    return clauses(field, Occur.SHOULD, count).build();
  }

  private static Query filter(Query query) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term(RandomIndex.TEXT, "a")), Occur.MUST)
        .add(query, Occur.FILTER)
        .build();
  }

  /** What is left of {@code query} after an exchange that has to change something. */
  private static Query joined(Query query) {
    Query faster = StreakQueries.accelerate(query);
    assertNotEquals(query, faster);
    return faster;
  }

  /** Clauses of a kind, those that are joined last. */
  private static List<Query> of(Query query, Occur occur) {
    return ((BooleanQuery) query)
        .getClauses(occur).stream()
            .sorted(Comparator.comparingInt(TestJoinedTerms::terms))
            .toList();
  }

  private static int terms(Query query) {
    return query instanceof RunTermsQuery joined ? joined.getTermsCount() : 0;
  }

  private static void assertRuns(int terms, Query query) {
    assertEquals(RunTermsQuery.class, query.getClass());
    assertEquals(terms, ((RunTermsQuery) query).getTermsCount());
  }

  public void testClausesWithoutScoresAreJoined() {
    Query terms = anyOf(RandomIndex.SHOP, MANY);
    assertRuns(MANY, of(joined(filter(terms)), Occur.FILTER).getFirst());
    assertRuns(MANY, ((ConstantScoreQuery) joined(new ConstantScoreQuery(terms))).getQuery());
    Query excluding =
        new BooleanQuery.Builder()
            .add(MatchAllDocsQuery.INSTANCE, Occur.MUST)
            .add(terms, Occur.MUST_NOT)
            .build();
    assertRuns(MANY, of(joined(excluding), Occur.MUST_NOT).getFirst());
  }

  /** As a query that stands in the place of Lucene's is compared with Lucene's. */
  public void testWhatWasLookedUpStays() throws IOException {
    try (IndexReader reader = new MultiReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      BooleanQuery.Builder builder = new BooleanQuery.Builder();
      for (int i = 0; i < MANY; i++) {
        Term term = new Term(RandomIndex.SHOP, Integer.toString(i));
        builder.add(new TermQuery(term, TermStates.build(searcher, term, false)), Occur.SHOULD);
      }
      Query lookedUp = new ConstantScoreQuery(builder.build());
      assertSame(lookedUp, StreakQueries.accelerate(lookedUp));
    }
  }

  public void testClausesThatMayBeScoredAreNot() {
    Query terms = anyOf(RandomIndex.SHOP, MANY);
    assertSame(terms, StreakQueries.accelerate(terms));
    Query boosted = new BoostQuery(terms, 2);
    assertSame(boosted, StreakQueries.accelerate(boosted));
    Query must = new BooleanQuery.Builder().add(terms, Occur.MUST).build();
    assertSame(must, StreakQueries.accelerate(must));
  }

  public void testFewAreNot() {
    Query few = filter(anyOf(RandomIndex.SHOP, MANY - 1));
    assertSame(few, StreakQueries.accelerate(few));
    BooleanQuery.Builder two = clauses(RandomIndex.SHOP, Occur.SHOULD, MANY - 1);
    Query few2 = filter(add(two, RandomIndex.TAG, Occur.SHOULD, MANY - 1).build());
    assertSame(few2, StreakQueries.accelerate(few2));
  }

  public void testExclusionsAreJoinedEverywhere() {
    BooleanQuery.Builder builder = clauses(RandomIndex.SHOP, Occur.MUST_NOT, MANY);
    Query other = term(RandomIndex.TAG, 1);
    Query text = new TermQuery(new Term(RandomIndex.TEXT, "a"));
    Query faster = joined(builder.add(other, Occur.MUST_NOT).add(text, Occur.MUST).build());
    List<Query> excluded = of(faster, Occur.MUST_NOT);
    assertEquals(2, excluded.size());
    assertEquals(other, excluded.get(0));
    assertRuns(MANY, excluded.get(1));
    assertEquals(List.of(text), of(faster, Occur.MUST));
  }

  public void testEachFieldIsJoinedByItself() {
    BooleanQuery.Builder builder = clauses(RandomIndex.SHOP, Occur.SHOULD, MANY);
    add(builder, RandomIndex.TAG, Occur.SHOULD, MANY + 1);
    Query other = new TermQuery(new Term(RandomIndex.TEXT, "b"));
    Query faster = joined(filter(builder.add(other, Occur.SHOULD).build()));
    List<Query> clauses = of(of(faster, Occur.FILTER).getFirst(), Occur.SHOULD);
    assertEquals(3, clauses.size());
    assertEquals(other, clauses.get(0));
    assertRuns(MANY, clauses.get(1));
    assertRuns(MANY + 1, clauses.get(2));
  }

  public void testWhatIsAroundATermWithoutScoreIsTakenOff() {
    BooleanQuery.Builder builder = clauses(RandomIndex.SHOP, Occur.SHOULD, MANY - 2);
    builder.add(new BoostQuery(term(RandomIndex.SHOP, 1), 3), Occur.SHOULD);
    builder.add(new ConstantScoreQuery(term(RandomIndex.SHOP, 2)), Occur.SHOULD);
    assertRuns(MANY, of(joined(filter(builder.build())), Occur.FILTER).getFirst());
  }

  /** Two of the terms must be there: nobody would know of how many a document has one. */
  public void testClausesThatAreCountedAreNotJoined() {
    Query two =
        filter(clauses(RandomIndex.TAG, Occur.SHOULD, MANY).setMinimumNumberShouldMatch(2).build());
    assertSame(two, StreakQueries.accelerate(two));
    Query one =
        filter(clauses(RandomIndex.TAG, Occur.SHOULD, MANY).setMinimumNumberShouldMatch(1).build());
    assertRuns(MANY, of(joined(one), Occur.FILTER).getFirst());
  }

  /** Beside what must be there, or where others are excluded, it would be none otherwise. */
  public void testHowManyMustMatchIsKept() {
    BooleanQuery.Builder builder = clauses(RandomIndex.SHOP, Occur.SHOULD, MANY);
    builder.add(term(RandomIndex.TAG, 1), Occur.MUST).setMinimumNumberShouldMatch(1);
    BooleanQuery one = (BooleanQuery) of(joined(filter(builder.build())), Occur.FILTER).getFirst();
    assertEquals(1, one.getMinimumNumberShouldMatch());
    assertRuns(MANY, of(one, Occur.SHOULD).getFirst());
    builder = clauses(RandomIndex.SHOP, Occur.MUST_NOT, MANY);
    add(builder, RandomIndex.TAG, Occur.SHOULD, 3).setMinimumNumberShouldMatch(2);
    BooleanQuery two = (BooleanQuery) joined(builder.build());
    assertEquals(2, two.getMinimumNumberShouldMatch());
    assertRuns(MANY, of(two, Occur.MUST_NOT).getFirst());
  }

  /** What excludes all that it names finds nothing; the terms alone would find their documents. */
  public void testExclusionsAloneStayExclusions() {
    Query faster = joined(clauses(RandomIndex.SHOP, Occur.MUST_NOT, MANY).build());
    assertEquals(1, ((BooleanQuery) faster).clauses().size());
    assertRuns(MANY, of(faster, Occur.MUST_NOT).getFirst());
  }

  public void testSubclassesAreNotJoined() {
    BooleanQuery.Builder builder = clauses(RandomIndex.SHOP, Occur.SHOULD, MANY - 1);
    builder.add(new TermQuery(new Term(RandomIndex.SHOP, "1")) {}, Occur.SHOULD);
    Query query = filter(builder.build());
    assertSame(query, StreakQueries.accelerate(query));
  }

  /** What a caller's own hook replaces must not come back as one term of many. */
  public void testTheHookComesFirst() {
    Query hidden = term(RandomIndex.SHOP, 0);
    Query instead = new PrefixQuery(new Term(RandomIndex.SHOP, "1"));
    Query query = filter(anyOf(RandomIndex.SHOP, MANY + 1));
    Query faster = StreakQueries.accelerate(query, other -> other.equals(hidden) ? instead : other);
    List<Query> clauses = of(of(faster, Occur.FILTER).getFirst(), Occur.SHOULD);
    assertEquals(2, clauses.size());
    assertEquals(instead, clauses.get(0));
    assertRuns(MANY, clauses.get(1));
  }

  public void testEqualQueriesStayEqual() {
    Query one = joined(filter(anyOf(RandomIndex.SHOP, MANY)));
    assertEquals(one, joined(filter(anyOf(RandomIndex.SHOP, MANY))));
    assertNotEquals(one, joined(filter(anyOf(RandomIndex.SHOP, MANY + 1))));
    assertSame(one, StreakQueries.accelerate(one));
  }

  /** A query cache counts what it keeps: the terms, and the clauses for segments without runs. */
  public void testClausesCount() {
    Query clauses = anyOf(RandomIndex.SHOP, 500);
    RunTermsQuery joined =
        (RunTermsQuery) ((ConstantScoreQuery) joined(new ConstantScoreQuery(clauses))).getQuery();
    List<BytesRef> terms = new ArrayList<>();
    clauses.visit(
        new QueryVisitor() {
          @Override
          public void consumeTerms(Query query, Term... found) {
            terms.add(found[0].bytes());
          }
        });
    assertEquals(500, terms.size());
    long alone = new RunTermsQuery(RandomIndex.SHOP, terms).ramBytesUsed();
    assertEquals(alone + RamUsageEstimator.sizeOf(clauses), joined.ramBytesUsed());
  }

  /** Nobody said that it is a filter: the searcher knows by what it is asked. */
  public void testTheSearcherKnowsWhetherScoresAreAskedFor() throws IOException {
    Query terms = anyOf(RandomIndex.SHOP, MANY);
    IndexSearcher lucene = newSearcher(reader, false, false);
    StreakIndexSearcher streak = new StreakIndexSearcher(reader);
    streak.setSimilarity(lucene.getSimilarity());
    long before = StreakQueries.replaced();
    assertEquals(lucene.count(terms), streak.count(terms));
    long counted = StreakQueries.replaced();
    assertTrue(counted > before);
    assertEquals(
        lucene.search(terms, 5, Sort.INDEXORDER).totalHits.value(),
        streak.search(terms, 5, Sort.INDEXORDER).totalHits.value());
    long sorted = StreakQueries.replaced();
    assertTrue(sorted > counted);
    assertEquals(
        lucene.search(terms, 5).scoreDocs.length, streak.search(terms, 5).scoreDocs.length);
    assertEquals(sorted, StreakQueries.replaced());
  }

  /** A document says which of the terms it has, as if they had been left alone. */
  public void testMatches() throws IOException {
    Query terms = anyOf(RandomIndex.TAG, MANY);
    Query faster = ((ConstantScoreQuery) joined(new ConstantScoreQuery(terms))).getQuery();
    IndexSearcher searcher = newSearcher(reader, false, false);
    Weight expected = searcher.createWeight(terms, ScoreMode.COMPLETE_NO_SCORES, 1);
    Weight actual = searcher.createWeight(faster, ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : reader.leaves()) {
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        assertEquals(queries(expected, leaf, doc), queries(actual, leaf, doc));
      }
    }
  }

  /** Lucene leaves one of two clauses for the same term, where no scores are asked for. */
  public void testMatchesOfATermInTwoClauses() throws IOException {
    Query term = new TermQuery(new Term(RandomIndex.TEXT, "a"));
    Query terms =
        new ConstantScoreQuery(
            clauses(RandomIndex.TEXT, Occur.SHOULD, MANY)
                .add(term, Occur.SHOULD)
                .add(new ConstantScoreQuery(term), Occur.SHOULD)
                .build());
    IndexSearcher searcher = newSearcher(reader, false, false);
    Weight expected =
        searcher.createWeight(searcher.rewrite(terms), ScoreMode.COMPLETE_NO_SCORES, 1);
    Weight actual =
        searcher.createWeight(searcher.rewrite(joined(terms)), ScoreMode.COMPLETE_NO_SCORES, 1);
    LeafReaderContext leaf = reader.leaves().get(0);
    int found = 0;
    for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
      List<Query> queries = queries(expected, leaf, doc);
      assertEquals(queries, queries(actual, leaf, doc));
      found += queries.size();
    }
    assertTrue("found=" + found, found > 0);
  }

  private static List<Query> queries(Weight weight, LeafReaderContext leaf, int doc)
      throws IOException {
    Matches matches = weight.matches(leaf, doc);
    List<Query> found = new ArrayList<>();
    if (matches != null) {
      for (String field : matches) {
        MatchesIterator iterator = matches.getMatches(field);
        while (iterator.next()) {
          found.add(iterator.getQuery());
        }
      }
    }
    return found;
  }

  public void testHits() throws IOException {
    IndexSearcher searcher = newSearcher(reader, false, false);
    for (String field : List.of(RandomIndex.SHOP, RandomIndex.TAG, "nowhere")) {
      Query all = new ConstantScoreQuery(anyOf(field, 60));
      assertSameHits(searcher, all, joined(all));
      Query none =
          clauses(field, Occur.MUST_NOT, 60).add(MatchAllDocsQuery.INSTANCE, Occur.MUST).build();
      assertSameHits(searcher, none, joined(none));
    }
  }

  /** Segments without runs, of whatever codec, are asked by the clauses that were joined. */
  public void testFieldsWithFrequencies() throws IOException {
    IndexSearcher searcher = newSearcher(reader, false, false);
    for (Occur occur : List.of(Occur.SHOULD, Occur.MUST_NOT)) {
      for (char letter = 'a'; letter <= 'h'; letter++) {
        Query one = new TermQuery(new Term(RandomIndex.TEXT, "" + letter));
        BooleanQuery.Builder builder = clauses(RandomIndex.TEXT, occur, MANY).add(one, occur);
        builder.add(term(RandomIndex.TAG, 1), Occur.SHOULD);
        Query query = new ConstantScoreQuery(builder.build());
        assertSameHits(searcher, query, joined(query));
      }
    }
  }
}
