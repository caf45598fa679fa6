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
package dev.streak.bench.workload.general;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.Answers;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.UsageTrackingQueryCachingPolicy;

/** What everybody does all day, which must not get worse. */
public final class GeneralWorkload implements Workload {
  private static final int QUERIES = 40;
  private static final int QUICK_QUERIES = 15;

  /** The defaults of Lucene's query cache. */
  private static final int CACHED_QUERIES = 1_000;

  private static final long CACHED_BYTES = 32L << 20;
  private static final long USUAL_REHEARSAL_NANOS = 500_000_000;
  private static final long QUICK_REHEARSAL_NANOS = 200_000_000;

  /** One query, answered in full by one index. */
  @FunctionalInterface
  private interface Ask {
    Object apply(IndexSearcher searcher, Query query) throws IOException;
  }

  private record Kind(String name, List<Query> queries, Ask ask) {}

  private record Searchers(IndexSearcher lucene, IndexSearcher again, IndexSearcher streak) {}

  @Override
  public String name() {
    return "general";
  }

  @Override
  public String description() {
    return "term, phrase, wildcard, fuzzy, range, sorting, facets on unsorted text: nothing worse";
  }

  @Override
  public List<Size> sizes() {
    return List.of(Size.docs(300_000, 20_000));
  }

  @Override
  public String needs() {
    return "2 GB of heap, 1 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    int docs = context.size("docs");
    GeneralIndex index = new GeneralIndex(context.seed(), docs);
    List<TwinIndex.Side> sides = index.build(context, docs, new StreakCodec());
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader luceneAgain = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      int count = context.quick() ? QUICK_QUERIES : QUERIES;
      Searchers searchers =
          new Searchers(
              UncachedSearcher.of(lucene),
              UncachedSearcher.of(luceneAgain),
              UncachedSearcher.of(streak));
      Searchers cached = new Searchers(cached(lucene), cached(luceneAgain), cached(streak));
      Run run = new Run(context, count);
      GeneralQueries queries = new GeneralQueries(index, docs, context.random("queries"), count);
      List<Kind> kinds = kinds(queries);
      context.progress("rehearsing all kinds of queries");
      for (Kind kind : kinds) {
        run.rehearse(kind, searchers);
      }
      for (Kind kind : kinds) {
        run.compare(kind, searchers);
      }
      for (Kind kind : repeated(queries)) {
        run.rehearse(kind, cached);
        run.compare(kind, cached);
      }
      context.table(run.table);
      context.ratio("general.control_worst", run.worstControl);
    }
    indexing(context, sides.get(0), sides.get(1));
  }

  private static List<Kind> kinds(GeneralQueries queries) {
    List<Kind> kinds = new ArrayList<>();
    queries.scored().forEach((name, q) -> kinds.add(new Kind(name, List.of(q), Answers::top)));
    queries
        .counted()
        .forEach((name, q) -> kinds.add(new Kind(name, List.of(q), IndexSearcher::count)));
    List<Query> broad = List.of(queries.broad());
    Sort byTime = new Sort(new SortField(GeneralIndex.TIME, SortField.Type.LONG));
    kinds.add(new Kind("top10_by_score", broad, Answers::top));
    kinds.add(new Kind("top10_by_field", broad, (s, query) -> Answers.top(s, query, byTime)));
    kinds.add(
        new Kind("top10_by_doc", broad, (s, query) -> Answers.top(s, query, Sort.INDEXORDER)));
    kinds.add(
        new Kind(
            "facets",
            broad,
            (s, query) ->
                FacetCounts.of(s, query, GeneralIndex.CATEGORY, GeneralIndex.CATEGORIES)));
    return kinds;
  }

  /** A few queries again and again, with a query cache. */
  private static List<Kind> repeated(GeneralQueries queries) {
    Query[] filters = queries.repeatedFilters();
    return List.of(
        new Kind("cached_count", List.of(filters), IndexSearcher::count),
        new Kind("cached_filter", List.of(queries.within(filters)), Answers::top));
  }

  /** With a query cache of Lucene's default settings, its own. */
  private static IndexSearcher cached(DirectoryReader reader) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(new LRUQueryCache(CACHED_QUERIES, CACHED_BYTES));
    searcher.setQueryCachingPolicy(new UsageTrackingQueryCachingPolicy());
    return searcher;
  }

  private static void indexing(BenchContext context, TwinIndex.Side lucene, TwinIndex.Side streak) {
    Table table = new Table("Building, processor time, once", "", "Lucene", "Streak", "speed");
    table.row(
        "indexing",
        Numbers.nanos(lucene.writeNanos()),
        Numbers.nanos(streak.writeNanos()),
        Numbers.times(lucene.writeNanos() / streak.writeNanos()));
    table.row(
        "merging",
        Numbers.nanos(lucene.mergeNanos()),
        Numbers.nanos(streak.mergeNanos()),
        Numbers.times(lucene.mergeNanos() / streak.mergeNanos()));
    context.table(table);
  }

  /** All kinds go into one table. */
  private static final class Run {
    private final BenchContext context;
    private double worstControl = Double.POSITIVE_INFINITY;
    private final Table table;

    Run(BenchContext context, int queries) {
      this.context = context;
      this.table =
          new Table(
              "Unsorted text, " + queries + " queries of each kind",
              "",
              "Lucene mean",
              "p99",
              "Streak mean",
              "p99",
              "spread",
              "control",
              "speed");
    }

    /**
     * Asks both codecs for a while. What the compiler makes of code that all kinds share depends on
     * which it has met, and the first one to come pays for its second thoughts.
     */
    void rehearse(Kind kind, Searchers searchers) throws IOException {
      long end =
          System.nanoTime() + (context.quick() ? QUICK_REHEARSAL_NANOS : USUAL_REHEARSAL_NANOS);
      do {
        for (Query query : kind.queries()) {
          kind.ask().apply(searchers.lucene(), query);
          kind.ask().apply(searchers.streak(), query);
        }
      } while (System.nanoTime() < end);
    }

    /** The control is the same index of Lucene's once more: what it differs from 1 is noise. */
    void compare(Kind kind, Searchers searchers) throws Exception {
      String name = kind.name();
      List<Query> queries = kind.queries();
      Ask ask = kind.ask();
      DuelResult result =
          context
              .duel(name)
              .inputs(queries.size())
              .byProcessorTime()
              .system("Lucene", i -> ask.apply(searchers.lucene(), queries.get(i)))
              .system("Lucene again", i -> ask.apply(searchers.again(), queries.get(i)))
              .system("Streak", i -> ask.apply(searchers.streak(), queries.get(i)))
              .run();
      context.ratio("general." + name, result.speedup("Streak"));
      worstControl = Math.min(worstControl, result.speedup("Lucene again"));
      table.row(
          name,
          Numbers.nanos(result.mean("Lucene")),
          Numbers.nanos(result.percentile("Lucene", 99)),
          Numbers.nanos(result.mean("Streak")),
          Numbers.nanos(result.percentile("Streak", 99)),
          Numbers.percent(result.spread("Streak")),
          Numbers.times(result.speedup("Lucene again")),
          Numbers.times(result.speedup("Streak")));
    }
  }
}
