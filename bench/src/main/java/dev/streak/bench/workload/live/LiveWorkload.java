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
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.DocsPerId;
import dev.streak.bench.workload.live.LiveDocuments.Fields;
import java.util.List;

/** Indexes as they are in use: deletions in every segment, many segments, updates by key. */
public final class LiveWorkload implements Workload {
  private static final int MAIN = 10_000;
  private static final int[] SEGMENTS = {1, 16, 64};

  /** The index in which updates are timed is so many times smaller. */
  private static final int UPDATED_SHARE = 5;

  /** Makes the workload. */
  public LiveWorkload() {}

  @Override
  public String name() {
    return "live";
  }

  @Override
  public String description() {
    return "filters and keys on indexes with deletions and many segments, and updates by key";
  }

  @Override
  public List<Size> sizes() {
    return DocsPerId.sizes(5_000_000, "shop");
  }

  @Override
  public String needs() {
    return "3 GB of heap, 4 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    int docs = context.size("docs");
    int docsPerShop = DocsPerId.of(context);
    LiveDocuments items = new LiveDocuments(docs, docsPerShop, new Fields(true, true, false, true));
    natural(context, items);
    unsorted(context, new LiveDocuments(docs, docsPerShop, new Fields(true, true, false, false)));
    for (int segments : SEGMENTS) {
      segments(
          context,
          new LiveDocuments(docs, docsPerShop, new Fields(true, true, true, false)),
          segments);
    }
    int updated = docs / UPDATED_SHARE;
    updates(context, "decimal", updated, docsPerShop, new Fields(true, true, false, false));
    updates(context, "uuid", updated, docsPerShop, new Fields(true, false, true, false));
  }

  private static void natural(BenchContext context, LiveDocuments items) throws Exception {
    LiveLayout layout = new LiveLayout(true, LiveLayout.NATURAL);
    try (LiveIndex index = LiveIndex.build(context, items, layout)) {
      context.table(index.segments("Segments after natural merges"));
      LiveFilters main = new LiveFilters(context, index, MAIN);
      record(context, "live.10k.count", main.count());
      DuelResult executed = main.execute();
      context.table(executed.toTable());
      context.ratio("live.10k.unchanged", executed.speedup(LiveFilters.UNCHANGED));
      record(context, "live.10k.top10", main.top10());
      record(context, "live.cached.repeated_count", main.repeatedCount());
      record(context, "live.cached.repeated_top10", main.repeatedTop10());
      LiveFilters thousand = new LiveFilters(context, index, 1_000);
      record(context, "live.1k.count", thousand.count());
      record(context, "live.1k.clauses", thousand.countClauses(), LiveFilters.SEARCHER);
      record(context, "live.1k.clauses_top10", thousand.top10OfClauses(), LiveFilters.SEARCHER);
      LiveFilters hundred = new LiveFilters(context, index, 100);
      record(context, "live.100.top10", hundred.top10());
      LiveRanges.count(context, index, "live.range.count");
      LiveRanges.top10(context, index, "live.range.top10");
    }
  }

  private static void unsorted(BenchContext context, LiveDocuments items) throws Exception {
    LiveLayout layout = new LiveLayout(false, LiveLayout.NATURAL);
    try (LiveIndex index = LiveIndex.build(context, items, layout)) {
      LiveFilters filters = new LiveFilters(context, index, MAIN);
      record(context, "live.unsorted.10k.count", filters.count());
    }
  }

  private static void segments(BenchContext context, LiveDocuments items, int segments)
      throws Exception {
    try (LiveIndex index = LiveIndex.build(context, items, new LiveLayout(true, segments))) {
      LiveFilters filters = new LiveFilters(context, index, MAIN);
      String name = "live.10k.count_" + segments + (segments == 1 ? "_segment" : "_segments");
      record(context, name, filters.count());
      if (segments > 1) {
        LiveKeys.measure(context, index, LiveDocuments.DECIMAL, "");
        LiveKeys.measure(context, index, LiveDocuments.UUID_KEY, "_uuid");
        LiveRanges.count(context, index, "live.range.count_" + segments + "_segments");
      }
    }
  }

  private static void updates(
      BenchContext context, String kind, int docs, int docsPerShop, Fields fields)
      throws Exception {
    LiveDocuments items = new LiveDocuments(docs, docsPerShop, fields);
    LiveLayout layout = new LiveLayout(true, LiveLayout.NATURAL);
    try (LiveIndex index = LiveIndex.build(context, items, layout)) {
      LiveUpdates.measure(context, index, kind);
    }
  }

  private static void record(BenchContext context, String ratio, DuelResult result) {
    record(context, ratio, result, LiveFilters.RUNS);
  }

  private static void record(BenchContext context, String ratio, DuelResult result, String system) {
    context.table(result.toTable());
    context.ratio(ratio, result.speedup(system));
  }
}
