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
package dev.streak.tools;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.compare.Contest;
import dev.streak.tools.compare.QueryFile;
import dev.streak.tools.compare.ScratchFolder;
import dev.streak.tools.compare.Twins;
import dev.streak.tools.compare.UserQuery;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.store.Directory;

/** A user's own index and queries, with Lucene's codec and with Streak's. */
final class CompareCommand implements Command {
  private static final int USUAL_SECONDS = 10;
  private static final int MOST_SECONDS = 3600;
  private static final int USUAL_TOP = 10;
  private static final int MOST_TOP = 10_000;

  /** Queries with a line of their own, for people; machines get all of them. */
  private static final int SHOWN = 20;

  @Override
  public String name() {
    return "compare";
  }

  @Override
  public String summary() {
    return "your queries on your index: Lucene beside Streak";
  }

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    int threads = DigestCommand.threads(line);
    Optional<String> field = line.value("--field");
    int seconds = line.number("--seconds", 1, MOST_SECONDS).orElse(USUAL_SECONDS);
    int top = line.number("--top", 1, MOST_TOP).orElse(USUAL_TOP);
    Optional<Path> dir = line.value("--dir").map(CommandLine::path);
    boolean keep = line.flag("--keep");
    StreakOptions options = new StreakOptions(line);
    List<String> operands = line.operands(2, 2, "DIR QUERIES");
    IndexFolder index = IndexFolder.existing(operands.get(0));
    List<UserQuery> queries = queries(index, CommandLine.path(operands.get(1)), field);
    Codec codec = options.codec(index);
    boolean anew = options.hasPrefixes();
    try (ScratchFolder scratch = new ScratchFolder(dir, keep, console);
        Twins twins =
            FullDisk.named(
                scratch.path(),
                () -> new Twins(index, scratch.path(), codec, anew, threads, console))) {
      return compare(twins, queries, top, seconds, console);
    }
  }

  private static List<UserQuery> queries(IndexFolder index, Path file, Optional<String> field)
      throws IOException {
    try (Directory directory = index.directory();
        DirectoryReader reader = index.open(directory)) {
      if (reader.numDocs() == 0) {
        throw new Refusal("the index has no documents");
      }
      return new QueryFile(FieldInfos.getMergedFieldInfos(reader), field).read(file);
    }
  }

  private static ExitCode compare(
      Twins twins, List<UserQuery> queries, int top, int seconds, Console console)
      throws IOException {
    Contest contest = new Contest(queries, twins.lucene().reader(), twins.streak().reader(), top);
    List<Contest.Difference> differences = contest.differences(console);
    JsonObject result = new JsonObject();
    result.addProperty("documents", twins.streak().reader().numDocs());
    result.addProperty("queries", queries.size());
    result.add("differences", new Gson().toJsonTree(differences));
    result.addProperty("equal", differences.isEmpty());
    if (differences.isEmpty()) {
      contest.run(seconds, console);
      print(twins, contest, queries.size(), console);
      List<Contest.Timing> timings = contest.timings();
      print(timings, seconds, console);
      result.addProperty("luceneBytes", twins.lucene().bytes());
      result.addProperty("streakBytes", twins.streak().bytes());
      result.add("summaries", new Gson().toJsonTree(contest.summaries()));
      result.add("timings", new Gson().toJsonTree(timings));
    }
    for (Contest.Difference difference : differences) {
      console.line("line " + difference.line() + " has different answers: " + difference.query());
      console.line("  Lucene: " + difference.lucene());
      console.line("  Streak: " + difference.streak());
    }
    console.result(result);
    return differences.isEmpty() ? ExitCode.OK : ExitCode.NO;
  }

  private static void print(Twins twins, Contest contest, int queries, Console console)
      throws IOException {
    console.line(
        Quantity.count(queries)
            + (queries == 1 ? " query on " : " queries on ")
            + Quantity.count(twins.streak().reader().numDocs(), "document")
            + ": all answers are equal");
    if (twins.lucene().isCopy() && twins.streak().isCopy()) {
      console.line("both sides are copies, without deleted documents");
    }
    row(console, "", "Lucene", "p99", "Streak", "p99", "better by");
    long ofLucene = twins.lucene().bytes();
    long ofStreak = twins.streak().bytes();
    row(
        console,
        "disk",
        Quantity.bytes(ofLucene),
        "",
        Quantity.bytes(ofStreak),
        "",
        times((double) ofLucene / ofStreak));
    for (Contest.Summary summary : contest.summaries()) {
      row(
          console,
          "all queries, " + summary.what(),
          Quantity.nanos(summary.luceneMedianNanos()),
          Quantity.nanos(summary.luceneP99Nanos()),
          Quantity.nanos(summary.streakMedianNanos()),
          Quantity.nanos(summary.streakP99Nanos()),
          times(summary.betterBy()));
    }
    console.line(
        "  all queries: median and p99 by the clock, better by sums of each query's median"
            + " processor time");
  }

  private static void print(List<Contest.Timing> timings, int seconds, Console console) {
    console.line("median of each query, count; better by processor time:");
    console.line("  line query");
    for (Contest.Timing timing : timings.subList(0, Math.min(SHOWN, timings.size()))) {
      row(
          console,
          String.format(Locale.ROOT, "%4d %s", timing.line(), timing.query()),
          Quantity.nanos(timing.luceneCountNanos()),
          "",
          Quantity.nanos(timing.streakCountNanos()),
          "",
          betterBy(timing));
    }
    String warning = warning(timings, seconds);
    if (warning.isEmpty() == false) {
      console.line(warning);
    }
    if (timings.size() > SHOWN) {
      console.line(Quantity.count(timings.size() - SHOWN) + " more: see --json");
    }
  }

  /** With a mark if it is not to be believed, behind the column. */
  static String betterBy(Contest.Timing timing) {
    String times = times(timing.countBetterBy());
    return timing.hasFewCalls() ? String.format(Locale.ROOT, "%10s ?", times) : times;
  }

  /** What the marks mean and what to do, or nothing. */
  static String warning(List<Contest.Timing> timings, int seconds) {
    List<Contest.Timing> few = timings.stream().filter(Contest.Timing::hasFewCalls).toList();
    if (few.isEmpty()) {
      return "";
    }
    long calls = few.stream().mapToLong(Contest.Timing::calls).min().orElseThrow();
    // Each query has an equal share of the time, so its calls grow as the seconds do.
    long enough = Math.ceilDiv(seconds * (long) Contest.ENOUGH_CALLS, 10 * calls) * 10;
    return String.format(
        Locale.ROOT,
        "  ? fewer than %d calls (%s): rely on none of these, nor on the sums;"
            + " try %sfewer queries",
        Contest.ENOUGH_CALLS,
        Quantity.count(few.size()) + (few.size() == 1 ? " query" : " queries"),
        enough <= MOST_SECONDS ? "--seconds " + enough + ", or " : "");
  }

  private static void row(
      Console console, String what, String one, String tail, String two, String tail2, String by) {
    console.line(
        String.format(
            Locale.ROOT, "  %-46s %10s %10s %10s %10s %10s", what, one, tail, two, tail2, by));
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 9.995 ? "%.2fx" : "%.1fx", ratio);
  }
}
