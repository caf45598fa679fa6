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
package dev.streak.bench.workload.live;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.workload.Answers;
import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.UsageTrackingQueryCachingPolicy;
import org.apache.lucene.util.BytesRef;

/** Filters of thousands of shops on one pair of live indexes. */
final class LiveFilters {
  static final String LUCENE = "Lucene TermInSetQuery";
  static final String UNCHANGED = "Streak, unchanged query";
  static final String RUNS = "Streak RunTermsQuery";
  static final String SEARCHER = "Streak, StreakIndexSearcher";

  private static final String CLAUSES = "Lucene BooleanQuery";

  private static final int SETS = 16;
  private static final int FEW_SETS = 4;

  /** The defaults of Lucene's query cache. */
  private static final int CACHED_QUERIES = 1_000;

  private static final long CACHED_BYTES = 32L << 20;

  private final BenchContext context;
  private final String where;
  private final LiveIndex index;
  private final long[][] ids;
  private final List<List<BytesRef>> terms;

  /** Filters of {@code size} random shops, or of half of all. */
  LiveFilters(BenchContext context, LiveIndex index, int size) {
    this.context = context;
    this.index = index;
    LiveLayout layout = index.layout();
    this.where =
        (layout.sorted() ? "sorted, " : "unsorted, ")
            + index.streakReader().leaves().size()
            + (layout.isNatural() ? " natural segments" : " segments");
    int shops = index.documents().shops();
    int wanted = Math.min(size, shops / 2);
    Random random = context.random("shops " + size);
    this.ids = new long[context.quick() ? FEW_SETS : SETS][];
    for (int i = 0; i < ids.length; i++) {
      ids[i] =
          random.ints(0, shops).distinct().limit(wanted).mapToLong(LiveDocuments::shopId).toArray();
    }
    this.terms = Arrays.stream(ids).map(LiveFilters::terms).toList();
  }

  private static List<BytesRef> terms(long[] set) {
    return Arrays.stream(set).mapToObj(id -> new BytesRef(Long.toString(id))).toList();
  }

  private Query stock(int set) {
    return new TermInSetQuery(LiveDocuments.SHOP, terms.get(set));
  }

  private Query runs(int set) {
    return RunTermsQuery.ofIds(LiveDocuments.SHOP, ids[set]);
  }

  /** A word, in documents that a filter matches. */
  static Query withWord(Query filter) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term(LiveDocuments.TEXT, LiveDocuments.WORD)), Occur.MUST)
        .add(filter, Occur.FILTER)
        .build();
  }

  /** Building a filter and counting it. */
  DuelResult count() throws Exception {
    IndexSearcher lucene = index.lucene();
    IndexSearcher streak = index.streak();
    return duel("Build and count", ids.length)
        .system(LUCENE, i -> lucene.count(stock(i)))
        .system(UNCHANGED, i -> streak.count(stock(i)))
        .system(RUNS, i -> streak.count(runs(i)))
        .run();
  }

  /** Counting a filter that was built before. */
  DuelResult execute() throws Exception {
    IndexSearcher lucene = index.lucene();
    IndexSearcher streak = index.streak();
    Query[] stock = IntStream.range(0, ids.length).mapToObj(this::stock).toArray(Query[]::new);
    Query[] runs = IntStream.range(0, ids.length).mapToObj(this::runs).toArray(Query[]::new);
    return duel("Execute and count", ids.length)
        .system(LUCENE, i -> lucene.count(stock[i]))
        .system(UNCHANGED, i -> streak.count(stock[i]))
        .system(RUNS, i -> streak.count(runs[i]))
        .run();
  }

  /** The best documents of a word within a filter. */
  DuelResult top10() throws Exception {
    IndexSearcher lucene = index.lucene();
    IndexSearcher streak = index.streak();
    return duel("Top 10 of a word within", ids.length)
        .system(LUCENE, i -> Answers.top(lucene, withWord(stock(i))))
        .system(UNCHANGED, i -> Answers.top(streak, withWord(stock(i))))
        .system(RUNS, i -> Answers.top(streak, withWord(runs(i))))
        .run();
  }

  /** What many programs write in place of a set: a clause for each id. */
  private Query clauses(int set) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (BytesRef term : terms.get(set)) {
      builder.add(new TermQuery(new Term(LiveDocuments.SHOP, term)), Occur.SHOULD);
    }
    return builder.build();
  }

  /** Building a clause for each id and counting their union. */
  DuelResult countClauses() throws Exception {
    IndexSearcher lucene = index.lucene();
    IndexSearcher plain = index.streak();
    IndexSearcher streak = index.streakSearcher();
    return duel("Build clauses and count", ids.length)
        .system(CLAUSES, i -> lucene.count(clauses(i)))
        .system(UNCHANGED, i -> plain.count(clauses(i)))
        .system(SEARCHER, i -> streak.count(clauses(i)))
        .run();
  }

  /** The best documents of a word that any of the clauses matches. */
  DuelResult top10OfClauses() throws Exception {
    IndexSearcher lucene = index.lucene();
    IndexSearcher plain = index.streak();
    IndexSearcher streak = index.streakSearcher();
    return duel("Build clauses, top 10 of a word within", ids.length)
        .system(CLAUSES, i -> Answers.top(lucene, withWord(clauses(i))))
        .system(UNCHANGED, i -> Answers.top(plain, withWord(clauses(i))))
        .system(SEARCHER, i -> Answers.top(streak, withWord(clauses(i))))
        .run();
  }

  /** Counting the same few filters again and again, with a query cache of default settings. */
  DuelResult repeatedCount() throws Exception {
    IndexSearcher lucene = cached(index.luceneReader());
    IndexSearcher unchanged = cached(index.streakReader());
    IndexSearcher streak = cached(index.streakReader());
    return duel("Cached: build and count again", FEW_SETS)
        .system(LUCENE, i -> lucene.count(stock(i)))
        .system(UNCHANGED, i -> unchanged.count(stock(i)))
        .system(RUNS, i -> streak.count(runs(i)))
        .run();
  }

  /** As above, for the best documents of a word within the filter. */
  DuelResult repeatedTop10() throws Exception {
    IndexSearcher lucene = cached(index.luceneReader());
    IndexSearcher unchanged = cached(index.streakReader());
    IndexSearcher streak = cached(index.streakReader());
    return duel("Cached: top 10 of a word again, within", FEW_SETS)
        .system(LUCENE, i -> Answers.top(lucene, withWord(stock(i))))
        .system(UNCHANGED, i -> Answers.top(unchanged, withWord(stock(i))))
        .system(RUNS, i -> Answers.top(streak, withWord(runs(i))))
        .run();
  }

  /** Each system has a cache of its own: they must not evict each other's sets. */
  private static IndexSearcher cached(DirectoryReader reader) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(new LRUQueryCache(CACHED_QUERIES, CACHED_BYTES));
    searcher.setQueryCachingPolicy(new UsageTrackingQueryCachingPolicy());
    return searcher;
  }

  private Duel duel(String what, int inputs) {
    return context
        .duel(what + " " + thousands(ids[0].length) + " ids, " + where)
        .inputs(inputs)
        .byProcessorTime();
  }

  private static String thousands(int count) {
    return count % 1_000 == 0 ? count / 1_000 + "k" : Integer.toString(count);
  }
}
