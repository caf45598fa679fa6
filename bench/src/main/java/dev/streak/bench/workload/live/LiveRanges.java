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
import dev.streak.bench.workload.Answers;
import dev.streak.search.RunTermRangeQuery;
import java.io.IOException;
import java.util.Random;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermRangeQuery;

/** Ranges of unique keys, which have nothing to do with the order of the index. */
final class LiveRanges {
  private static final String LUCENE = "Lucene TermRangeQuery";
  private static final String RUNS = "Streak RunTermRangeQuery";

  private static final int KEYS = 10_000;
  private static final int RANGES = 64;

  private final BenchContext context;
  private final LiveIndex index;
  private final TermRangeQuery[] ranges = new TermRangeQuery[RANGES];

  private LiveRanges(BenchContext context, LiveIndex index) {
    this.context = context;
    this.index = index;
    LiveDocuments documents = index.documents();
    Random random = context.random("ranges");
    for (int i = 0; i < RANGES; i++) {
      int from = random.nextInt(documents.count());
      ranges[i] =
          TermRangeQuery.newStringRange(
              LiveDocuments.DECIMAL,
              Long.toString(documents.keyInOrder(from)),
              Long.toString(documents.keyInOrder(from + KEYS)),
              true,
              false);
    }
  }

  /** Counts ranges. */
  static void count(BenchContext context, LiveIndex index, String ratio) throws Exception {
    LiveRanges some = new LiveRanges(context, index);
    some.duel(ratio, "Count of a range of", IndexSearcher::count);
  }

  /** The best documents of a word within ranges. */
  static void top10(BenchContext context, LiveIndex index, String ratio) throws Exception {
    LiveRanges some = new LiveRanges(context, index);
    some.duel(
        ratio,
        "Top 10 of a word within a range of",
        (searcher, range) -> Answers.top(searcher, LiveFilters.withWord(range)));
  }

  /** What is asked of a range. */
  @FunctionalInterface
  private interface Question {
    Object ask(IndexSearcher searcher, Query range) throws IOException;
  }

  private void duel(String ratio, String what, Question question) throws Exception {
    IndexSearcher lucene = index.lucene();
    IndexSearcher streak = index.streak();
    DuelResult result =
        context
            .duel(what + " 10k keys, " + index.streakReader().leaves().size() + " segments")
            .inputs(RANGES)
            .byProcessorTime()
            .system(LUCENE, i -> question.ask(lucene, ranges[i]))
            .system(RUNS, i -> question.ask(streak, new RunTermRangeQuery(ranges[i])))
            .run();
    context.table(result.toTable());
    context.ratio(ratio, result.speedup(RUNS));
  }
}
