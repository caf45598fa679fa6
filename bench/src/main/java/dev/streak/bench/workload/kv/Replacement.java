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
package dev.streak.bench.workload.kv;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.versions.ShardedReaders;
import dev.streak.versions.VersionedReaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.apache.lucene.util.IOUtils;

/**
 * Requests to three shards, before, while and after all of them are replaced again and again, one
 * after the other, by versions with 1 % of the rows changed. Every value of every answer is
 * checked. All of it is rehearsed once: a server has compiled its code before most replacements.
 * Then it is done several times, from the first version on, and the requests of all times are taken
 * together: the slowest hundredth of one time is too few requests to tell two versions apart.
 */
final class Replacement {
  private static final int SHARDS = 3;
  private static final int VERSIONS = 20;
  private static final int KEEP = 2;
  private static final int KEYS_PER_REQUEST = 1_000;
  private static final int REQUESTS = 10_000;
  private static final int QUICK_REQUESTS = 1_000;

  /** How often everything is measured. */
  private static final int TIMES = 5;

  private final BenchContext context;
  private final KeyValues rows;
  private final int requests;

  /** Requests that were answered since replacing began. */
  private final AtomicInteger answered = new AtomicInteger();

  /** How long requests took, and how many versions they met. */
  private record Result(Histogram before, Histogram during, Histogram after, int versions) {
    void add(Result other) {
      before.add(other.before);
      during.add(other.during);
      after.add(other.after);
    }
  }

  private Replacement(BenchContext context, KeyValues rows) {
    this.context = context;
    this.rows = rows;
    this.requests = context.quick() ? QUICK_REQUESTS : REQUESTS;
  }

  static void run(BenchContext context, KeyValues rows) throws Exception {
    List<VersionedShard> shards = new ArrayList<>();
    try {
      for (int shard = 0; shard < SHARDS; shard++) {
        context.progress("writing " + VERSIONS + " versions of shard " + shard);
        shards.add(VersionedShard.write(context, rows, shard, SHARDS, VERSIONS));
      }
      context.progress("rehearsing");
      measureAgain(context, rows, shards);
      Replacement replacement = new Replacement(context, rows);
      Result result = replacement.measure(shards);
      for (int time = 1; time < (context.quick() ? 1 : TIMES); time++) {
        result.add(measureAgain(context, rows, shards));
      }
      replacement.report(result);
      VersionMemory.measure(context, rows, shards.get(0), VERSIONS);
    } finally {
      IOUtils.close(shards);
    }
  }

  /** Measures with shards that begin with their first version once more. */
  private static Result measureAgain(
      BenchContext context, KeyValues rows, List<VersionedShard> shards) throws Exception {
    List<VersionedShard> again = new ArrayList<>();
    try {
      for (VersionedShard shard : shards) {
        again.add(shard.publishedAgain(context));
      }
      return new Replacement(context, rows).measure(again);
    } finally {
      IOUtils.close(again);
    }
  }

  private Result measure(List<VersionedShard> shards) throws Exception {
    List<VersionedReaders> readers = new ArrayList<>();
    Map<String, VersionedReaders> byName = new LinkedHashMap<>();
    for (VersionedShard shard : shards) {
      readers.add(new VersionedReaders(shard.directory(), KEEP));
      byName.put("shard " + readers.size(), readers.getLast());
    }
    ExecutorService swapping = Executors.newSingleThreadExecutor();
    try (ShardedReaders all = new ShardedReaders(byName)) {
      VersionedRequests asking =
          new VersionedRequests(all, rows, SHARDS, KEYS_PER_REQUEST, context.random("requests"));
      context.progress("asking " + Numbers.count(requests) + " times before shards are replaced");
      asking.ask(requests, n -> {});
      Histogram before = asking.ask(requests, n -> {});
      context.progress("asking while shards are replaced");
      Future<?> swaps = swapping.submit(() -> replaceAll(shards, readers));
      Histogram during = asking.ask(requests, answered::set);
      swaps.get();
      context.progress("asking after shards were replaced");
      Histogram after = asking.ask(requests, n -> {});
      return new Result(before, during, after, asking.versionsSeen());
    } finally {
      swapping.shutdownNow();
    }
  }

  /** Replaces a shard whenever the next share of requests was answered. */
  private Void replaceAll(List<VersionedShard> shards, List<VersionedReaders> readers)
      throws Exception {
    int swaps = (VERSIONS - 1) * SHARDS;
    for (int swap = 0; swap < swaps; swap++) {
      while (answered.get() < (long) requests * swap / swaps) {
        Thread.sleep(1);
      }
      int shard = swap % SHARDS;
      shards.get(shard).publish(swap / SHARDS + 2);
      if (readers.get(shard).refresh() == false) {
        throw new IllegalStateException("a version that was published is not new");
      }
    }
    return null;
  }

  private void report(Result result) {
    String count = Numbers.count(result.before.getTotalCount());
    context.table(
        new Table(
                "Requests of "
                    + Numbers.count(KEYS_PER_REQUEST)
                    + " keys to "
                    + SHARDS
                    + " shards of "
                    + Numbers.count(rows.count() / SHARDS)
                    + " rows, before, while and after they are replaced",
                "what",
                "before",
                "while",
                "after")
            .row("requests", count, count, count)
            .row("versions that answered", "1", Integer.toString(result.versions), "1")
            .row("mixed or wrong", "0", "0", "0")
            .row("failed", "0", "0", "0")
            .row(row("p50", result, 50))
            .row(row("p99", result, 99))
            .row(row("greatest", result, 100)));
    context.note("A request that is mixed, wrong or fails ends the run.");
    context.note(
        "After, the shards have the segments that replacing has brought, and nothing is replaced.");
    context.ratio("kv.replacement.p99_vs_before", p99(result.during) / p99(result.before));
    context.ratio("kv.replacement.p99_vs_after", p99(result.during) / p99(result.after));
  }

  private static Object[] row(String name, Result result, double percentile) {
    return new Object[] {
      name,
      nanos(result.before, percentile),
      nanos(result.during, percentile),
      nanos(result.after, percentile)
    };
  }

  private static double p99(Histogram histogram) {
    return histogram.getValueAtPercentile(99);
  }

  private static String nanos(Histogram histogram, double percentile) {
    return Numbers.nanos((double) histogram.getValueAtPercentile(percentile));
  }
}
