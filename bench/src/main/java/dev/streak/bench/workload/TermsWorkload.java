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
package dev.streak.bench.workload;

import dev.streak.bench.data.Shuffle;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Chart;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.search.RunTermsQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.roaringbitmap.RoaringBitmap;

/** Filters of thousands of ids. */
final class TermsWorkload implements Workload {
  private static final String LUCENE = "Lucene TermInSetQuery";
  private static final String UNCHANGED = "Streak, unchanged query";
  private static final String RUNS = "Streak RunTermsQuery";
  private static final String DOC_VALUES = "Lucene, doc values";
  private static final String ROARING = "Roaring, in memory";
  private static final int[] ID_COUNTS = {1_000, 10_000, 100_000};
  private static final int MAIN = 10_000;
  private static final int INPUTS = 16;

  @Override
  public String name() {
    return "terms";
  }

  @Override
  public String description() {
    return "filters of 1,000 to 100,000 ids, on an index in the order of the ids' owners and on none";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        Size.docs(10_000_000, 1_000_000),
        new Size("docs-per-id", 100, 100, 1, 100_000, "documents of each id"));
  }

  @Override
  public String needs() {
    return "3 GB of heap, 4 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    int docs = context.size("docs");
    int docsPerId = context.size("docs-per-id");
    new Run(context, "", docs, docsPerId, true).run();
    new Run(context, "", docs, docsPerId, false).run();
    // Other shapes on an index a tenth as large: what counts is how the ratio moves.
    new Run(context, "many_docs.", docs / 10, docsPerId * 10, true).filters(1_000);
    new Run(context, "few_docs.", docs / 10, Math.max(1, docsPerId / 100), true).filters(100_000);
  }

  /** One order of documents. */
  private static final class Run {
    private final BenchContext context;
    private final String shape;
    private final int docs;
    private final int docsPerId;
    private final boolean sorted;
    private final String order;
    private IndexSearcher lucene;
    private IndexSearcher streak;

    Run(BenchContext context, String shape, int docs, int docsPerId, boolean sorted) {
      this.context = context;
      this.shape = shape;
      this.docs = docs;
      this.docsPerId = docsPerId;
      this.sorted = sorted;
      this.order = sorted ? "sorted" : "unsorted";
    }

    /** Only builds and counts filters of that many ids, or of half of all that there are. */
    void filters(int ids) throws Exception {
      List<TwinIndex.Side> sides = TermsIndex.build(context, docs, docsPerId, sorted, false);
      try (DirectoryReader luceneReader = sides.get(0).open();
          DirectoryReader streakReader = sides.get(1).open()) {
        lucene = uncached(luceneReader);
        streak = uncached(streakReader);
        build(Math.min(ids, docs / docsPerId / 2), false, null);
      }
    }

    void run() throws Exception {
      List<TwinIndex.Side> sides = TermsIndex.build(context, docs, docsPerId, sorted, sorted);
      try (DirectoryReader luceneReader = sides.get(0).open();
          DirectoryReader streakReader = sides.get(1).open()) {
        lucene = uncached(luceneReader);
        streak = uncached(streakReader);
        Chart chart =
            context.chart(
                "terms." + order,
                "Building and counting a filter, " + order + " index",
                new Chart.Axis("ids", Chart.Scale.LOG),
                new Chart.Axis("time, ms", Chart.Scale.LOG));
        for (int ids : ID_COUNTS) {
          if (ids * 2 <= docs / docsPerId || ids == MAIN) {
            build(ids, false, chart);
          }
        }
        if (sorted) {
          build(MAIN, true, null);
          conjunctions();
        }
        execute();
      }
    }

    private static IndexSearcher uncached(DirectoryReader reader) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      return searcher;
    }

    /** Different sets of ids, in no order; clustered: of shops that are neighbours. */
    private long[][] idSets(int count, boolean clustered) {
      Random random = context.random("ids " + count + clustered);
      int shops = docs / docsPerId;
      long[][] sets = new long[INPUTS][];
      for (int i = 0; i < INPUTS; i++) {
        int first = random.nextInt(Math.max(1, shops - count));
        sets[i] =
            (clustered ? random.ints(0, count).map(n -> first + n) : random.ints(0, shops))
                .distinct()
                .limit(Math.min(count, shops))
                .mapToLong(TermsIndex::id)
                .toArray();
      }
      return sets;
    }

    private static List<List<BytesRef>> terms(long[][] sets) {
      List<List<BytesRef>> terms = new ArrayList<>();
      for (long[] set : sets) {
        terms.add(Arrays.stream(set).mapToObj(id -> new BytesRef(Long.toString(id))).toList());
      }
      return terms;
    }

    private void build(int count, boolean clustered, Chart chart) throws Exception {
      long[][] sets = idSets(count, clustered);
      List<List<BytesRef>> terms = terms(sets);
      String size = (count < 1000 ? count : count / 1000 + "k") + (clustered ? "_clustered" : "");
      Map<Long, RoaringBitmap> bitmaps = bitmaps(sets);
      var duel =
          context
              .duel(
                  "Build and count, "
                      + size
                      + " ids of "
                      + docsPerId
                      + " documents, "
                      + order
                      + " index")
              .inputs(INPUTS)
              .byProcessorTime()
              .system(LUCENE, i -> lucene.count(stock(terms.get(i))))
              .system(UNCHANGED, i -> streak.count(stock(terms.get(i))))
              .system(RUNS, i -> streak.count(RunTermsQuery.ofIds(TermsIndex.SHOP, sets[i])))
              .system(ROARING, i -> union(bitmaps, sets[i]));
      if (sorted && shape.isEmpty() && count == MAIN && clustered == false) {
        duel.system(
            DOC_VALUES,
            i ->
                lucene.count(
                    new TermInSetQuery(
                        MultiTermQuery.DOC_VALUES_REWRITE, TermsIndex.SHOP, terms.get(i))));
      }
      DuelResult result = duel.run();
      context.table(result.toTable());
      String name = "terms." + order + "." + shape + size + ".";
      context.ratio(name + "run_terms_query", result.speedup(RUNS));
      context.ratio(name + "unchanged_with_building", result.speedup(UNCHANGED));
      context.ratio(name + "vs_roaring_in_memory", result.speedup(RUNS, ROARING));
      if (chart != null) {
        for (String system : List.of(LUCENE, UNCHANGED, RUNS, ROARING)) {
          chart.point(system, count, result.median(system) / 1e6);
        }
      }
    }

    private static Query stock(List<BytesRef> terms) {
      return new TermInSetQuery(TermsIndex.SHOP, terms);
    }

    /** What a list in memory as a bitmap for each id would do. */
    private Map<Long, RoaringBitmap> bitmaps(long[][] sets) {
      Map<Long, RoaringBitmap> bitmaps = new HashMap<>();
      for (long[] set : sets) {
        for (long id : set) {
          bitmaps.put(id, new RoaringBitmap());
        }
      }
      Shuffle order = TermsIndex.noOrder(docs);
      for (int doc = 0; doc < docs; doc++) {
        int shop =
            sorted
                ? TermsIndex.sortedShop(doc, docsPerId)
                : TermsIndex.scatteredShop(doc, docsPerId, order);
        RoaringBitmap bitmap = bitmaps.get(TermsIndex.id(shop));
        if (bitmap != null) {
          bitmap.add(doc);
        }
      }
      bitmaps.values().forEach(RoaringBitmap::runOptimize);
      return bitmaps;
    }

    private static int union(Map<Long, RoaringBitmap> bitmaps, long[] ids) {
      List<RoaringBitmap> found = new ArrayList<>(ids.length);
      for (long id : ids) {
        RoaringBitmap bitmap = bitmaps.get(id);
        if (bitmap != null) {
          found.add(bitmap);
        }
      }
      return RoaringBitmap.or(found.iterator()).getCardinality();
    }

    /** Building the stock query is Lucene's own code: without it. */
    private void execute() throws Exception {
      long[][] sets = idSets(MAIN, false);
      List<Query> stock = terms(sets).stream().map(Run::stock).toList();
      List<Query> runs = new ArrayList<>();
      for (long[] set : sets) {
        runs.add(RunTermsQuery.ofIds(TermsIndex.SHOP, set));
      }
      DuelResult result =
          context
              .duel("Execute and count, 10k ids, " + order + " index")
              .inputs(INPUTS)
              .byProcessorTime()
              .system(LUCENE, i -> lucene.count(stock.get(i)))
              .system(UNCHANGED, i -> streak.count(stock.get(i)))
              .system(RUNS, i -> streak.count(runs.get(i)))
              .run();
      context.table(result.toTable());
      context.ratio("terms." + order + ".10k.unchanged", result.speedup(UNCHANGED));
      context.ratio("terms." + order + ".10k.execute", result.speedup(RUNS));
    }

    private void conjunctions() throws Exception {
      long[][] sets = idSets(MAIN, false);
      List<List<BytesRef>> terms = terms(sets);
      for (Occur occur : List.of(Occur.FILTER, Occur.MUST_NOT)) {
        String name = occur == Occur.FILTER ? "filter" : "must_not";
        DuelResult result =
            context
                .duel("Top 10 of a word, " + name + " 10k ids, " + order + " index")
                .inputs(INPUTS)
                .system(LUCENE, i -> Answers.top(lucene, withText(stock(terms.get(i)), occur)))
                .system(UNCHANGED, i -> Answers.top(streak, withText(stock(terms.get(i)), occur)))
                .system(
                    RUNS,
                    i ->
                        Answers.top(
                            streak, withText(RunTermsQuery.ofIds(TermsIndex.SHOP, sets[i]), occur)))
                .run();
        context.table(result.toTable());
        context.ratio(
            "terms." + order + ".10k." + name + "_top10_p99", result.speedupAt(99, RUNS, LUCENE));
        context.percentileChart(
            "terms." + name, "Top 10 of a word, " + name + " of 10,000 ids", result);
      }
    }

    private static Query withText(Query filter, Occur occur) {
      return new BooleanQuery.Builder()
          .add(new TermQuery(new Term(TermsIndex.TEXT, TermsIndex.WORD)), Occur.MUST)
          .add(filter, occur)
          .build();
    }
  }
}
