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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;

/**
 * Both sides answer the same queries in turns, by one thread, without the query cache. The answers
 * are compared first: number of hits, and the best ones with their scores.
 */
public final class Contest {
  /** Rounds that nobody times, so that neither side pays for compiling what both run. */
  private static final double WARM_UP = 0.3;

  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 10_000;

  /** Of all queries in all rounds, so that what is kept of them is a quarter of a gigabyte. */
  private static final int MOST_TIMED = 4_000_000;

  /** Calls that take less are made several times in a row. */
  private static final long SHORT_NANOS = 200_000;

  private static final int MOST_REPEATS = 1_000;

  private final List<UserQuery> queries;

  /** How many times in a row each query is asked. */
  private final int[] repeats;

  private final int top;
  private final IndexSearcher lucene;
  private final IndexSearcher streak;

  /** Nanoseconds of each call: for each query its rounds. */
  private final long[][] luceneCounts;

  private final long[][] luceneTops;
  private final long[][] streakCounts;
  private final long[][] streakTops;

  /**
   * A contest.
   *
   * @param top how many best hits are asked for
   */
  public Contest(List<UserQuery> queries, DirectoryReader lucene, DirectoryReader streak, int top) {
    this.queries = queries;
    this.repeats = new int[queries.size()];
    Arrays.fill(repeats, 1);
    this.top = top;
    this.lucene = new IndexSearcher(lucene);
    this.streak = new StreakIndexSearcher(streak);
    this.lucene.setQueryCache(null);
    this.streak.setQueryCache(null);
    luceneCounts = new long[queries.size()][];
    luceneTops = new long[queries.size()][];
    streakCounts = new long[queries.size()][];
    streakTops = new long[queries.size()][];
  }

  /**
   * A query whose answers differ.
   *
   * @param line where it stands in the file
   */
  public record Difference(int line, String query, String lucene, String streak) {}

  /**
   * A query's median times in nanoseconds.
   *
   * @param line where it stands in the file
   */
  public record Timing(
      int line,
      String query,
      int hits,
      double luceneCountNanos,
      double streakCountNanos,
      double luceneTopNanos,
      double streakTopNanos) {}

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
      repeatShort(rounds((long) (nanos * WARM_UP), progress));
      List<long[][]> rounds = rounds((long) (nanos * (1 - WARM_UP)), progress);
      for (int query = 0; query < queries.size(); query++) {
        luceneCounts[query] = times(rounds, query, 0);
        streakCounts[query] = times(rounds, query, 1);
        luceneTops[query] = times(rounds, query, 2);
        streakTops[query] = times(rounds, query, 3);
      }
    }
  }

  /** A short call by itself is told by what the query before left in the processor's caches. */
  private void repeatShort(List<long[][]> warmUp) {
    for (int query = 0; query < repeats.length; query++) {
      double shortest = Double.MAX_VALUE;
      for (int call = 0; call < 4; call++) {
        shortest = Math.min(shortest, median(times(warmUp, query, call)));
      }
      repeats[query] = repeats((long) shortest);
    }
  }

  static int repeats(long nanos) {
    return Math.clamp(SHORT_NANOS / Math.max(nanos, 1), 1, MOST_REPEATS);
  }

  private List<long[][]> rounds(long nanos, Progress progress) throws IOException {
    List<long[][]> rounds = new ArrayList<>();
    long start = System.nanoTime();
    long shown = start;
    while (rounds.size() < LEAST_ROUNDS
        || (System.nanoTime() - start < nanos && rounds.size() < mostRounds(queries.size()))) {
      long[][] round = new long[queries.size()][];
      for (int query = 0; query < round.length; query++) {
        round[query] = calls(query, (rounds.size() & 1) == 0);
        long now = System.nanoTime();
        progress.add(TimeUnit.NANOSECONDS.toMillis(now) - TimeUnit.NANOSECONDS.toMillis(shown));
        shown = now;
      }
      rounds.add(round);
    }
    return rounds;
  }

  static int mostRounds(int queries) {
    return Math.clamp(MOST_TIMED / queries, LEAST_ROUNDS, MOST_ROUNDS);
  }

  /** The times of the four calls; who begins takes turns, for the first finds the pages cold. */
  private long[] calls(int number, boolean luceneFirst) throws IOException {
    UserQuery query = queries.get(number);
    long[] nanos = new long[4];
    for (int call = 0; call < 4; call++) {
      int which = luceneFirst ? call : call ^ 1;
      boolean isStreak = (which & 1) == 1;
      IndexSearcher searcher = isStreak ? streak : lucene;
      Supplier<Query> made = isStreak ? query.streak() : query.lucene();
      long start = System.nanoTime();
      for (int i = 0; i < repeats[number]; i++) {
        if (which < 2) {
          searcher.count(made.get());
        } else {
          searcher.search(made.get(), top);
        }
      }
      nanos[which] = (System.nanoTime() - start) / repeats[number];
    }
    return nanos;
  }

  private static long[] times(List<long[][]> rounds, int query, int call) {
    return rounds.stream().mapToLong(round -> round[query][call]).sorted().toArray();
  }

  /** What each query took. */
  public List<Timing> timings() throws IOException {
    List<Timing> timings = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      UserQuery query = queries.get(i);
      timings.add(
          new Timing(
              query.line(),
              query.text(),
              streak.count(query.streak().get()),
              median(luceneCounts[i]),
              median(streakCounts[i]),
              median(luceneTops[i]),
              median(streakTops[i])));
    }
    return timings;
  }

  /** What all queries took, by the kind of call. */
  public List<Summary> summaries() {
    return List.of(
        summary("count", luceneCounts, streakCounts),
        summary("top " + top, luceneTops, streakTops));
  }

  private static Summary summary(String what, long[][] ofLucene, long[][] ofStreak) {
    long[] luceneCalls = Arrays.stream(ofLucene).flatMapToLong(Arrays::stream).sorted().toArray();
    long[] streakCalls = Arrays.stream(ofStreak).flatMapToLong(Arrays::stream).sorted().toArray();
    double luceneMean = Arrays.stream(ofLucene).mapToDouble(Contest::median).sum();
    double streakMean = Arrays.stream(ofStreak).mapToDouble(Contest::median).sum();
    return new Summary(
        what,
        median(luceneCalls),
        tail(luceneCalls),
        median(streakCalls),
        tail(streakCalls),
        luceneMean / streakMean);
  }

  static double median(long[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
  }

  static long tail(long[] sorted) {
    return sorted[(int) Math.ceil(sorted.length * 0.99) - 1];
  }
}
