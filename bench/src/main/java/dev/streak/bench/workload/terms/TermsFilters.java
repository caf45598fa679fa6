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
package dev.streak.bench.workload.terms;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.workload.Answers;
import dev.streak.search.RunTermsQuery;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.roaringbitmap.RoaringBitmap;

/** Filters on one pair of indexes. */
final class TermsFilters {
  static final String LUCENE = "Lucene TermInSetQuery";
  static final String UNCHANGED = "Streak, unchanged query";
  static final String RUNS = "Streak RunTermsQuery";
  static final String ROARING = "Roaring, in memory";
  private static final String DOC_VALUES = "Lucene, doc values";

  private final BenchContext context;
  private final TermsLayout layout;
  private final IndexSearcher lucene;
  private final IndexSearcher streak;

  TermsFilters(BenchContext context, TermsIndex index) {
    this.context = context;
    this.layout = index.layout();
    this.lucene = index.lucene();
    this.streak = index.streak();
  }

  /** Building and counting each set's filter; the caller may add systems. */
  Duel buildAndCount(String title, IdSets sets) {
    return context
        .duel("Build and count, " + title)
        .inputs(sets.count())
        .byProcessorTime()
        .system(LUCENE, i -> lucene.count(sets.stock(i)))
        .system(UNCHANGED, i -> streak.count(sets.stock(i)))
        .system(RUNS, i -> streak.count(runs(sets, i)));
  }

  void addRoaring(Duel duel, IdSets sets) {
    Map<Long, RoaringBitmap> bitmaps = sets.bitmaps(layout);
    duel.system(ROARING, i -> sets.union(bitmaps, i));
  }

  void addDocValues(Duel duel, IdSets sets) {
    duel.system(
        DOC_VALUES,
        i ->
            lucene.count(
                new TermInSetQuery(
                    MultiTermQuery.DOC_VALUES_REWRITE, TermsIndex.SHOP, sets.terms(i))));
  }

  /** Building the stock query is Lucene's own code: without it. */
  DuelResult execute(IdSets sets) throws Exception {
    Query[] stock = IntStream.range(0, sets.count()).mapToObj(sets::stock).toArray(Query[]::new);
    Query[] runs =
        IntStream.range(0, sets.count()).mapToObj(i -> runs(sets, i)).toArray(Query[]::new);
    return context
        .duel("Execute and count, 10k ids, " + layout.orderName() + " index")
        .inputs(sets.count())
        .byProcessorTime()
        .system(LUCENE, i -> lucene.count(stock[i]))
        .system(UNCHANGED, i -> streak.count(stock[i]))
        .system(RUNS, i -> streak.count(runs[i]))
        .run();
  }

  /** The best documents of a word, of which the filter takes some or leaves the others. */
  DuelResult conjunction(String name, IdSets sets, Occur occur) throws Exception {
    return context
        .duel("Top 10 of a word, " + name + " 10k ids, " + layout.orderName() + " index")
        .inputs(sets.count())
        .system(LUCENE, i -> Answers.top(lucene, withText(sets.stock(i), occur)))
        .system(UNCHANGED, i -> Answers.top(streak, withText(sets.stock(i), occur)))
        .system(RUNS, i -> Answers.top(streak, withText(runs(sets, i), occur)))
        .run();
  }

  private static Query runs(IdSets sets, int set) {
    return RunTermsQuery.ofIds(TermsIndex.SHOP, sets.ids(set));
  }

  private static Query withText(Query filter, Occur occur) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term(TermsIndex.TEXT, TermsIndex.WORD)), Occur.MUST)
        .add(filter, occur)
        .build();
  }
}
