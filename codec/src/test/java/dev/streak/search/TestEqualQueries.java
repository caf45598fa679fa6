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

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** A cache answers a query with what an equal one found: only what finds the same is equal. */
public class TestEqualQueries extends LuceneTestCase {

  private static List<BytesRef> terms() {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < JoinedTerms.FEWEST; i++) {
      terms.add(new BytesRef(Integer.toString(i)));
    }
    return terms;
  }

  private static Query joined(String field, List<BytesRef> terms) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    terms.forEach(term -> builder.add(new TermQuery(new Term(field, term)), Occur.SHOULD));
    Query exchanged = StreakQueries.accelerate(new ConstantScoreQuery(builder.build()));
    return ((ConstantScoreQuery) exchanged).getQuery();
  }

  private static List<Query> different(String field) {
    TermRangeQuery range = TermRangeQuery.newStringRange(field, "1", "2", true, true);
    PrefixQuery prefix = new PrefixQuery(new Term(field, "1"));
    TermInSetQuery set = new TermInSetQuery(field, terms());
    Query pattern = new WildcardQuery(new Term(field, "1*"));
    Query docValues = new TermInSetQuery(MultiTermQuery.DOC_VALUES_REWRITE, field, terms());
    return List.of(
        // What an application asks for is refused where there are no terms, and Lucene's is not.
        new RunTermRangeQuery(range),
        StreakQueries.accelerate(range),
        StreakQueries.accelerate(TermRangeQuery.newStringRange(field, "1", "2", true, false)),
        new RunPrefixQuery(field, "1"),
        StreakQueries.accelerate(prefix),
        StreakQueries.accelerate(pattern),
        new RunTermsQuery(field, terms()),
        joined(field, terms()),
        joined(field, terms().reversed()),
        StreakQueries.accelerate(set),
        StreakQueries.accelerate(new IndexOrDocValuesQuery(set, docValues)),
        StreakQueries.accelerate(new IndexOrDocValuesQuery(pattern, docValues)),
        RunTermsQuery.ofIds(field, 1, 2),
        RunTermsQuery.ofIds(field, 1, 3));
  }

  public void testOnlyWhatFindsTheSameIsEqual() {
    List<Query> some = new ArrayList<>(different("shop"));
    some.addAll(different("tag"));
    List<Query> again = new ArrayList<>(different("shop"));
    again.addAll(different("tag"));
    for (int i = 0; i < some.size(); i++) {
      for (int j = 0; j < again.size(); j++) {
        String both = i + " " + some.get(i) + ", " + j + " " + again.get(j);
        // Two clauses' order is nothing that Lucene looks at.
        boolean same = i == j || areJoined(i, j, some.size() / 2);
        assertEquals(both, same, some.get(i).equals(again.get(j)));
        assertTrue(both, same == false || some.get(i).hashCode() == again.get(j).hashCode());
      }
    }
  }

  private static boolean areJoined(int i, int j, int ofField) {
    return i / ofField == j / ofField
        && Math.min(i, j) % ofField == 7
        && Math.max(i, j) % ofField == 8;
  }

  /** Whoever wants the scores of single terms has them within a choice of two ways, too. */
  public void testScoresOfTermsWithinAChoiceAreKept() {
    for (MultiTermQuery.RewriteMethod method :
        List.of(
            MultiTermQuery.SCORING_BOOLEAN_REWRITE,
            MultiTermQuery.CONSTANT_SCORE_BOOLEAN_REWRITE)) {
      Query set = new TermInSetQuery(method, "shop", terms());
      Query pattern = new WildcardQuery(new Term("shop", "1*"), 1000, method);
      for (Query index : List.of(set, pattern)) {
        Query either = new IndexOrDocValuesQuery(index, index);
        assertSame(either, StreakQueries.accelerate(either));
      }
    }
  }
}
