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
package dev.streak.bench.opensearch;

import com.google.gson.JsonParser;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.node.Rest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The time that shards spend finding hits, by the host's own count: without HTTP, parsing, and the
 * making of the query.
 */
final class ShardTimes {
  private static final int TURN = 40;
  private static final int WARM_UP_TURNS = 3;

  private final BenchContext context;
  private final CatalogueTwins twins;
  private final HttpDuels duels;

  ShardTimes(BenchContext context, CatalogueTwins twins, HttpDuels duels) {
    this.context = context;
    this.twins = twins;
    this.duels = duels;
  }

  /** Asks an index once; each call something else. */
  private interface Asking {
    long ask(String index, int n) throws Exception;
  }

  void counts() throws Exception {
    HttpDuels.Way plain = HttpDuels.WAYS.getFirst();
    HttpDuels.Way ids = HttpDuels.WAYS.getLast();
    double ratio =
        compare(
            "Count of ids, on the shard",
            (index, n) -> {
              HttpDuels.Way way = index.equals(plain.index()) ? plain : ids;
              return hits(index, duels.nextCount(way, n));
            });
    context.ratio("opensearch.shard.count_10k." + ids.name(), ratio);
  }

  /** The host's cache of filters would answer all queries but the first of each. */
  void withoutCache(Rest rest) throws Exception {
    for (String index : new String[] {CatalogueTwins.PLAIN, CatalogueTwins.STREAK}) {
      rest.post("/" + index + "/_forcemerge?max_num_segments=1", null);
      rest.post("/" + index + "/_close", null);
      rest.put("/" + index + "/_settings", "{\"index.queries.cache.enabled\": false}");
      rest.post("/" + index + "/_open", null);
    }
    rest.awaitHealth("green");
  }

  /**
   * Counts what some queries match.
   *
   * @param queries of each call, in turn
   */
  void queries(String title, String ratio, List<String> queries) throws Exception {
    List<byte[]> bodies =
        queries.stream()
            .map(query -> "{\"size\":0,\"track_total_hits\":true,\"query\":{" + query + "}}")
            .map(body -> body.getBytes(StandardCharsets.UTF_8))
            .toList();
    double speedup =
        compare(title + ", on the shard", (index, n) -> hits(index, bodies.get(n % bodies.size())));
    context.ratio("opensearch.shard." + ratio, speedup);
  }

  private long hits(String index, byte[] body) throws Exception {
    return JsonParser.parseString(duels.post("/" + index + "/_search?request_cache=false", body))
        .getAsJsonObject()
        .getAsJsonObject("hits")
        .getAsJsonObject("total")
        .get("value")
        .getAsLong();
  }

  private double compare(String title, Asking asking) throws Exception {
    context.progress(title);
    int turns = context.quick() ? 3 : 12;
    int calls = 0;
    for (int turn = 0; turn < WARM_UP_TURNS; turn++) {
      calls = turn(asking, calls);
    }
    long plain = twins.queryMillis(CatalogueTwins.PLAIN);
    long streak = twins.queryMillis(CatalogueTwins.STREAK);
    for (int turn = 0; turn < turns; turn++) {
      calls = turn(asking, calls);
    }
    double plainEach = each(twins.queryMillis(CatalogueTwins.PLAIN) - plain, turns);
    double streakEach = each(twins.queryMillis(CatalogueTwins.STREAK) - streak, turns);
    double ratio = plainEach / streakEach;
    context.table(
        new Table(title, "", "mean", "speed")
            .row(HttpDuels.DEFAULT, Numbers.nanos(plainEach), "")
            .row("streak", Numbers.nanos(streakEach), Numbers.times(ratio)));
    return ratio;
  }

  /** The host counts whole milliseconds: less than half of one cannot be told apart. */
  private static double each(long millis, int turns) {
    return Math.max(0.5, (double) millis) * 1e6 / (turns * TURN);
  }

  private static int turn(Asking asking, int calls) throws Exception {
    long plain = 0;
    long streak = 0;
    for (int i = 0; i < TURN; i++) {
      plain += asking.ask(CatalogueTwins.PLAIN, calls + i);
    }
    for (int i = 0; i < TURN; i++) {
      streak += asking.ask(CatalogueTwins.STREAK, calls + i);
    }
    if (plain <= 0 || streak <= 0) {
      throw new IllegalStateException("no hits: default=" + plain + ", streak=" + streak);
    }
    return calls + TURN;
  }
}
