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
package dev.streak.tools.compare;

import dev.streak.search.StreakIndexSearcher;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.cli.Refusal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.IORunnable;

/**
 * Both sides answer the same queries in turns, by one thread, without the query cache. The answers
 * are compared first: number of hits, and the best ones with their scores. Each query gets an equal
 * share of the time, so that a slow one leaves the others as many calls as they need.
 */
public final class Contest {
  /**
   * With fewer calls a figure changes from run to run: code may not be compiled, a page be cold.
   */
  public static final int ENOUGH_CALLS = 50;

  /** A share of the time that nobody measures, so that neither side pays for compiling its code. */
  private static final double WARM_UP = 0.3;

  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 10_000;

  /** Of all queries in all rounds, so that what is kept of them is a quarter of a gigabyte. */
  private static final int MOST_TIMED = 2_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final List<UserQuery> queries;
  private final int top;
  private final IndexSearcher lucene;
  private final IndexSearcher streak;
  private final LongSupplier clock;
  private final List<AskedQuery> asked;

  /**
   * A contest.
   *
   * @param top how many best hits are asked for
   */
  public Contest(List<UserQuery> queries, DirectoryReader lucene, DirectoryReader streak, int top) {
    this(queries, lucene, streak, top, System::nanoTime, Contest::processorNanos);
  }

  /** The same with clocks of a test. */
  Contest(
      List<UserQuery> queries,
      DirectoryReader lucene,
      DirectoryReader streak,
      int top,
      LongSupplier clock,
      LongSupplier processor) {
    this.queries = queries;
    this.top = top;
    this.lucene = new IndexSearcher(lucene);
    this.streak = new StreakIndexSearcher(streak);
    this.lucene.setQueryCache(null);
    this.streak.setQueryCache(null);
    this.clock = clock;
    this.asked =
        queries.stream().map(query -> new AskedQuery(calls(query), clock, processor)).toList();
  }

  private List<IORunnable> calls(UserQuery query) {
    return List.of(
        () -> lucene.count(query.lucene().get()),
        () -> streak.count(query.streak().get()),
        () -> lucene.search(query.lucene().get(), top),
        () -> streak.search(query.streak().get(), top));
  }

  /** Of this thread, where the JVM tells: others may keep the machine busy. */
  private static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  /**
   * A query whose answers differ.
   *
   * @param line where it stands in the file
   */
  public record Difference(int line, String query, String lucene, String streak) {}

  /**
   * A query's median times in nanoseconds by the clock, and how many times faster Streak was by
   * processor time.
   *
   * @param line where it stands in the file
   * @param calls how many of each kind were timed, at least
   */
  public record Timing(
      int line,
      String query,
      int hits,
      long calls,
      double luceneCountNanos,
      double streakCountNanos,
      double luceneTopNanos,
      double streakTopNanos,
      double countBetterBy,
      double topBetterBy) {

    /** Too few for figures to be believed. */
    public boolean hasFewCalls() {
      return calls < ENOUGH_CALLS;
    }
  }

  /** One kind of call, over all queries: medians, tails, and how many times faster Streak was. */
  public record Summary(
      String what,
      double luceneMedianNanos,
      double luceneP99Nanos,
      double streakMedianNanos,
      double streakP99Nanos,
      double betterBy) {}

  /** All queries whose answers differ. */
  public List<Difference> differences(Console console) throws IOException {
    List<Difference> differences = new ArrayList<>();
    try (Progress progress = console.progress("comparing answers", queries.size())) {
      for (UserQuery query : queries) {
        String ofLucene = answer(lucene, query.lucene(), query);
        String ofStreak = answer(streak, query.streak(), query);
        if (!ofLucene.equals(ofStreak)) {
          differences.add(new Difference(query.line(), query.text(), ofLucene, ofStreak));
        }
        progress.add(1);
      }
    }
    return differences;
  }

  private String answer(IndexSearcher searcher, Supplier<Query> made, UserQuery query)
      throws IOException {
    StringBuilder answer = new StringBuilder();
    try {
      answer.append(searcher.count(made.get())).append(" hits");
      for (ScoreDoc hit : searcher.search(made.get(), top).scoreDocs) {
        answer.append(", ").append(hit.doc).append(" (").append(hit.score).append(')');
      }
    } catch (IndexSearcher.TooManyClauses e) {
      throw new Refusal(
          "line "
              + query.line()
              + " has too many clauses: "
              + query.text()
              + " ("
              + e.getMessage()
              + ")",
          e);
    } catch (StackOverflowError e) {
      throw new Refusal("line " + query.line() + " is nested too deeply: " + query.text(), e);
    }
    return answer.toString();
  }

  /** Asks all queries again and again for some seconds, or until there are enough times. */
  public void run(int seconds, Console console) throws IOException {
    long nanos = TimeUnit.SECONDS.toNanos(seconds);
    try (Progress progress = console.progress("asking", TimeUnit.NANOSECONDS.toMillis(nanos))) {
      ask((long) (nanos * WARM_UP), progress);
      asked.forEach(AskedQuery::endWarmUp);
      ask((long) (nanos * (1 - WARM_UP)), progress);
    }
  }

  /** Always asks the query that has had least time. */
  private void ask(long nanos, Progress progress) throws IOException {
    PriorityQueue<AskedQuery> next =
        new PriorityQueue<>(Comparator.comparingLong(AskedQuery::spentNanos));
    next.addAll(asked);
    int most = mostRounds(queries.size());
    long start = clock.getAsLong();
    long shown = start;
    while (next.isEmpty() == false) {
      AskedQuery query = next.remove();
      boolean isOver = clock.getAsLong() - start >= nanos;
      if (query.rounds() < (isOver ? LEAST_ROUNDS : most)) {
        query.ask();
        next.add(query);
        long now = clock.getAsLong();
        progress.add(TimeUnit.NANOSECONDS.toMillis(now) - TimeUnit.NANOSECONDS.toMillis(shown));
        shown = now;
      }
    }
  }

  static int mostRounds(int queries) {
    return Math.clamp(MOST_TIMED / queries, LEAST_ROUNDS, MOST_ROUNDS);
  }

  /** What each query took. */
  public List<Timing> timings() throws IOException {
    List<Timing> timings = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      UserQuery query = queries.get(i);
      AskedQuery times = asked.get(i);
      double[] medians = times.medians();
      timings.add(
          new Timing(
              query.line(),
              query.text(),
              streak.count(query.streak().get()),
              times.calls(),
              times.medianNanos(AskedQuery.LUCENE_COUNT),
              times.medianNanos(AskedQuery.STREAK_COUNT),
              times.medianNanos(AskedQuery.LUCENE_TOP),
              times.medianNanos(AskedQuery.STREAK_TOP),
              medians[AskedQuery.LUCENE_COUNT] / medians[AskedQuery.STREAK_COUNT],
              medians[AskedQuery.LUCENE_TOP] / medians[AskedQuery.STREAK_TOP]));
    }
    return timings;
  }

  /** What all queries took, by the kind of call. */
  public List<Summary> summaries() {
    return List.of(
        summary("count", AskedQuery.LUCENE_COUNT, AskedQuery.STREAK_COUNT),
        summary("top " + top, AskedQuery.LUCENE_TOP, AskedQuery.STREAK_TOP));
  }

  private Summary summary(String what, int ofLucene, int ofStreak) {
    long[] luceneCalls = ofAll(ofLucene);
    long[] streakCalls = ofAll(ofStreak);
    double luceneSum = 0;
    double streakSum = 0;
    for (AskedQuery query : asked) {
      double[] medians = query.medians();
      luceneSum += medians[ofLucene];
      streakSum += medians[ofStreak];
    }
    return new Summary(
        what,
        median(luceneCalls),
        tail(luceneCalls),
        median(streakCalls),
        tail(streakCalls),
        luceneSum / streakSum);
  }

  /** As many times of each query, spread evenly over its own, for cheap ones have many more. */
  private long[] ofAll(int kind) {
    int each = mostRounds(queries.size());
    return asked.stream()
        .map(query -> query.nanos(kind))
        .flatMapToLong(
            nanos ->
                IntStream.range(0, each)
                    .mapToLong(i -> nanos[(int) ((2L * i + 1) * nanos.length / (2L * each))]))
        .sorted()
        .toArray();
  }

  static double median(long[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
  }

  static long tail(long[] sorted) {
    return sorted[(int) Math.ceil(sorted.length * 0.99) - 1];
  }
}
