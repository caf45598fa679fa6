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
import dev.streak.bench.harness.Chart;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.DocsPerId;
import dev.streak.bench.workload.terms.TermsLayout.Order;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;

/** Filters of thousands of ids. */
public final class TermsWorkload implements Workload {
  private static final int[] ID_COUNTS = {100, 1_000, 10_000, 50_000};
  private static final int MAIN = 10_000;
  private static final List<String> CHARTED =
      List.of(TermsFilters.LUCENE, TermsFilters.UNCHANGED, TermsFilters.RUNS, TermsFilters.ROARING);

  @Override
  public String name() {
    return "terms";
  }

  @Override
  public String description() {
    return "filters of 100 to 100,000 ids, on an index in the order of the ids' owners and on none";
  }

  @Override
  public List<Size> sizes() {
    return DocsPerId.sizes(10_000_000, "id");
  }

  @Override
  public String needs() {
    return "3 GB of heap, 4 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    int docs = context.size("docs");
    int docsPerId = DocsPerId.of(context);
    TermsGrowth growth = new TermsGrowth(context, docsPerId, Math.min(MAIN, docs / docsPerId / 10));
    TermsLayout sorted = new TermsLayout(docs, docsPerId, Order.SORTED);
    try (TermsIndex index = TermsIndex.build(context, sorted, true)) {
      sizes(context, index);
      IdSets neighbours = IdSets.clustered(context, sorted, MAIN);
      buildAndCount(context, index, "", "10k_clustered", neighbours);
      conjunctions(context, index);
      execute(context, index);
      growth.documents(index);
    }
    growth.segments(docs / 5);
    try (TermsIndex index =
        TermsIndex.build(context, new TermsLayout(docs, docsPerId, Order.UNSORTED), false)) {
      sizes(context, index);
      execute(context, index);
    }
    // Other shapes on an index a tenth as large: what counts is how the ratio moves.
    int many = docsPerId * 10;
    shape(context, "many_docs", new TermsLayout(docs / 10, many, Order.SORTED), 1_000);
    int few = Math.max(1, docsPerId / 100);
    shape(context, "few_docs", new TermsLayout(docs / 10, few, Order.SORTED), 100_000);
  }

  /** Filters of more and more ids. */
  private static void sizes(BenchContext context, TermsIndex index) throws Exception {
    TermsLayout layout = index.layout();
    Chart chart =
        context.chart(
            "terms." + layout.orderName(),
            "Building and counting a filter, " + layout.orderName() + " index",
            new Chart.Axis("ids of the filter", Chart.Scale.LOG),
            new Chart.Axis("time, ms", Chart.Scale.LOG));
    for (int ids : ID_COUNTS) {
      if (ids * 2 <= layout.owners() || ids == MAIN) {
        IdSets sets = IdSets.random(context, layout, ids);
        DuelResult result = buildAndCount(context, index, "", thousands(ids), sets);
        for (String system : CHARTED) {
          chart.point(system, ids, result.mean(system) / 1e6);
        }
      }
    }
  }

  private static DuelResult buildAndCount(
      BenchContext context, TermsIndex index, String shape, String size, IdSets sets)
      throws Exception {
    TermsLayout layout = index.layout();
    TermsFilters filters = new TermsFilters(context, index);
    Duel duel = filters.buildAndCount(title(layout, size), sets);
    filters.addRoaring(duel, sets);
    boolean main = layout.isSorted() && shape.isEmpty() && size.equals(thousands(MAIN));
    if (main && !context.quick()) {
      // So slow that it would take a quick run's time.
      filters.addDocValues(duel, sets);
    }
    DuelResult result = duel.run();
    context.table(result.toTable());
    String name = "terms." + layout.orderName() + "." + shape + size + ".";
    context.ratio(name + "run_terms_query", result.speedup(TermsFilters.RUNS));
    context.ratio(name + "unchanged_with_building", result.speedup(TermsFilters.UNCHANGED));
    context.ratio(
        name + "vs_roaring_in_memory", result.speedup(TermsFilters.RUNS, TermsFilters.ROARING));
    return result;
  }

  private static String title(TermsLayout layout, String size) {
    int docs = layout.docsPerOwner();
    return size.replace('_', ' ')
        + " ids of "
        + Numbers.count(docs)
        + (docs == 1 ? " document, " : " documents, ")
        + layout.orderName()
        + " index";
  }

  private static String thousands(int count) {
    return count < 1000 ? Integer.toString(count) : count / 1000 + "k";
  }

  /** What a filter costs a query: top 10 of a word, within and without the filter. */
  private static void conjunctions(BenchContext context, TermsIndex index) throws Exception {
    IdSets sets = IdSets.random(context, index.layout(), MAIN);
    for (Occur occur : List.of(Occur.FILTER, Occur.MUST_NOT)) {
      String name = occur == Occur.FILTER ? "filter" : "must_not";
      DuelResult result = new TermsFilters(context, index).conjunction(name, sets, occur);
      context.table(result.toTable());
      context.ratio(
          "terms." + index.layout().orderName() + ".10k." + name + "_top10_p99",
          result.speedupAt(99, TermsFilters.RUNS, TermsFilters.LUCENE));
      context.percentileChart(
          "terms." + name, "Top 10 of a word, " + name + " of 10,000 ids", result);
    }
  }

  private static void execute(BenchContext context, TermsIndex index) throws Exception {
    IdSets sets = IdSets.random(context, index.layout(), MAIN);
    DuelResult result = new TermsFilters(context, index).execute(sets);
    context.table(result.toTable());
    String name = "terms." + index.layout().orderName() + ".10k.";
    context.ratio(name + "unchanged", result.speedup(TermsFilters.UNCHANGED));
    context.ratio(name + "execute", result.speedup(TermsFilters.RUNS));
  }

  /** Only builds and counts filters of that many ids, or of half of all that there are. */
  private static void shape(BenchContext context, String shape, TermsLayout layout, int most)
      throws Exception {
    try (TermsIndex index = TermsIndex.build(context, layout, false)) {
      int ids = Math.min(most, layout.owners() / 2);
      IdSets sets = IdSets.random(context, layout, ids);
      buildAndCount(context, index, shape + ".", thousands(ids), sets);
    }
  }
}
