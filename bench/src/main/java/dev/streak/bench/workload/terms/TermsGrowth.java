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
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.terms.TermsLayout.Order;
import java.util.Arrays;
import java.util.List;

/** One filter while the index around it grows, and while it falls into more segments. */
final class TermsGrowth {
  private static final List<String> SYSTEMS =
      List.of(TermsFilters.LUCENE, TermsFilters.UNCHANGED, TermsFilters.RUNS);
  private static final int[] SEGMENTS = {1, 4, 16, 64};
  private static final int QUICK_STEPS = 3;

  /** A part of the full size, and its word in the names of ratios. */
  private record Share(String name, int divisor) {}

  private static final List<Share> SHARES =
      List.of(new Share("eighth", 8), new Share("quarter", 4), new Share("half", 2));

  private static final String FULL = "full";

  private final BenchContext context;
  private final int docsPerId;
  private final int ids;

  /** Filters of that many ids. */
  TermsGrowth(BenchContext context, int docsPerId, int ids) {
    this.context = context;
    this.docsPerId = docsPerId;
    this.ids = ids;
  }

  /** On an eighth, a quarter, half of the documents, and on the index of all of them. */
  void documents(TermsIndex full) throws Exception {
    Series series = new Series("documents", "documents of the index", "in a growing index");
    int docs = full.layout().docs();
    for (Share share : SHARES) {
      TermsLayout layout = new TermsLayout(docs / share.divisor(), docsPerId, Order.SORTED);
      try (TermsIndex index = TermsIndex.build(context, layout, false)) {
        series.add(share.name(), layout.docs(), measure(index, in(layout.docs())));
      }
    }
    series.add(FULL, docs, measure(full, in(docs)));
    series.report();
  }

  /** The same documents in 1 to 64 segments, of which each has its share of every id. */
  void segments(int docs) throws Exception {
    Series series =
        new Series("segments", "segments of the index", "in a growing number of segments");
    int steps = context.quick() ? QUICK_STEPS : SEGMENTS.length;
    for (int segments : Arrays.copyOf(SEGMENTS, steps)) {
      TermsLayout layout = new TermsLayout(docs, docsPerId, Order.SORTED, segments);
      try (TermsIndex index = TermsIndex.build(context, layout, false)) {
        series.add(
            Integer.toString(segments),
            segments,
            measure(index, segments == 1 ? "one segment" : segments + " segments"));
      }
    }
    series.report();
  }

  private static String in(int docs) {
    return "index of " + Numbers.count(docs) + " documents";
  }

  private DuelResult measure(TermsIndex index, String where) throws Exception {
    IdSets sets = IdSets.fewRandom(context, index.layout(), ids);
    String title = Numbers.count(ids) + " ids of " + docsPerId + " documents, " + where;
    return new TermsFilters(context, index).buildAndCount(title, sets).run();
  }

  /** The points of one chart, which are the rows of one table. */
  private final class Series {
    private final String name;
    private final Table table;
    private final Chart chart;

    Series(String name, String axis, String title) {
      this.name = name;
      String what =
          "Build and count, "
              + Numbers.count(ids)
              + " ids of "
              + docsPerId
              + " documents, "
              + title;
      this.table = new Table(what, axis, "Lucene", "unchanged", "speed", "RunTermsQuery", "speed");
      this.chart =
          context.chart(
              "terms.growth." + name,
              what,
              new Chart.Axis(axis, Chart.Scale.LOG),
              new Chart.Axis("time, ms", Chart.Scale.LOG));
    }

    void add(String step, int x, DuelResult result) {
      table.row(
          Numbers.count(x),
          Numbers.nanos(result.mean(TermsFilters.LUCENE)),
          Numbers.nanos(result.mean(TermsFilters.UNCHANGED)),
          Numbers.times(result.speedup(TermsFilters.UNCHANGED)),
          Numbers.nanos(result.mean(TermsFilters.RUNS)),
          Numbers.times(result.speedup(TermsFilters.RUNS)));
      for (String system : SYSTEMS) {
        chart.point(system, x, result.mean(system) / 1e6);
      }
      String prefix = "terms." + name + "." + step + ".";
      context.ratio(prefix + "run_terms_query", result.speedup(TermsFilters.RUNS));
      context.ratio(prefix + "unchanged_with_building", result.speedup(TermsFilters.UNCHANGED));
    }

    void report() {
      context.table(table);
    }
  }
}
