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

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.Workload;
import dev.streak.node.Cluster;
import dev.streak.node.KeptConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** One OpenSearch node with the plugin, an index with the codec default beside one with ours. */
public final class OpenSearchWorkload implements Workload {
  private static final int HEAP_MEGABYTES = 1024;
  private static final int UPDATES = 2_000;
  private static final int GETS = 500;

  /** What names begin with, and what some have within. */
  private static final List<String> BEGINNINGS = List.of("S", "P", "T", "G", "B", "C", "M", "R");

  private static final List<String> WITHIN = List.of("Duck", "rispy", "ice", "ille", "oup");

  @Override
  public String name() {
    return "opensearch";
  }

  @Override
  public String description() {
    return "an OpenSearch node with the plugin: filters of ids over HTTP, prefixes, updates, gets";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        Size.docs(1_000_000, 30_000), new Size("ids", 10_000, 300, 20, 60_000, "ids of a filter"));
  }

  @Override
  public String needs() {
    return "4 GB of memory, 2 GB of disk, 8 minutes, and a node's parts from Maven (70 MB)";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    Catalogue catalogue = new Catalogue(context.seed(), context.size("docs"));
    context.progress("starting a node");
    try (Cluster cluster = Nodes.start(context, 1, HEAP_MEGABYTES)) {
      CatalogueTwins twins = new CatalogueTwins(cluster.rest(), catalogue);
      load(context, twins, catalogue);
      ShopSets sets = new ShopSets(catalogue, context.size("ids"), context.seed());
      try (HttpDuels duels = new HttpDuels(context, sets, cluster.rest(), cluster.httpPort())) {
        filters(context, duels);
        ShardTimes shard = new ShardTimes(context, twins, duels);
        shard.counts();
        gets(context, duels, catalogue);
        updates(context, cluster, catalogue);
        shard.withoutCache(cluster.rest());
        patterns(shard, catalogue);
      }
    }
  }

  private static void patterns(ShardTimes shard, Catalogue catalogue) throws Exception {
    shard.queries(
        "Count of names by first letter",
        "prefix_1",
        queries(BEGINNINGS, "\"prefix\":{\"name\":\"%s\"}"));
    shard.queries(
        "Count of names with letters within",
        "wildcard_within",
        queries(WITHIN, "\"wildcard\":{\"name\":\"*%s*\"}"));
    shard.queries("Count of a range of shops", "range", ranges(catalogue));
  }

  /** Shops whose ids are alike but for their last four digits. */
  private static List<String> ranges(Catalogue catalogue) {
    List<String> ranges = new ArrayList<>();
    int shops = catalogue.shops().size();
    for (int i = 1; i < 8; i++) {
      String id = Long.toString(catalogue.shops().get(shops / 8 * i).id());
      String begin = id.substring(0, id.length() - 4);
      ranges.add("\"range\":{\"shop.id\":{\"gte\":\"" + begin + "\",\"lt\":\"" + begin + ":\"}}");
    }
    return ranges;
  }

  private static List<String> queries(List<String> values, String query) {
    return values.stream().map(value -> String.format(Locale.ROOT, query, value)).toList();
  }

  private static void load(BenchContext context, CatalogueTwins twins, Catalogue catalogue)
      throws IOException, InterruptedException {
    twins.create(1, 0, true);
    long step = Math.max(1, catalogue.size() / 10);
    long[] next = {step};
    twins.load(
        done -> {
          if (done >= next[0]) {
            context.progress("indexed in both: " + Numbers.count(done) + " items");
            next[0] = done - done % step + step;
          }
        });
    context.progress("merging");
    twins.merge();
    long plain = twins.bytes(CatalogueTwins.PLAIN);
    long streak = twins.bytes(CatalogueTwins.STREAK);
    context.table(
        new Table("Bulk requests and store", "", "default", "streak", "ratio")
            .row(
                "bulk requests, without the first tenth",
                Numbers.nanos((double) twins.plainNanos()),
                Numbers.nanos((double) twins.streakNanos()),
                Numbers.times((double) twins.plainNanos() / twins.streakNanos()))
            .row(
                "store, one segment",
                Numbers.bytes(plain),
                Numbers.bytes(streak),
                Numbers.digits((double) streak / plain)));
    context.ratio("opensearch.bulk", (double) twins.plainNanos() / twins.streakNanos());
    context.ratio("opensearch.store_size", (double) streak / plain);
  }

  private static void filters(BenchContext context, HttpDuels duels) throws Exception {
    medians(context, "opensearch.count_10k.", duels.filters(HttpDuels.Kind.COUNT, HttpDuels.WAYS));
    medians(context, "opensearch.top10_10k.", duels.filters(HttpDuels.Kind.TOP10, HttpDuels.WAYS));
    context.note(
        Numbers.count(duels.compared())
            + " answers to filters were compared in full; all counts were checked.");
  }

  private static void medians(BenchContext context, String prefix, DuelResult result) {
    context.table(result.toTable());
    for (String system : result.systems()) {
      if (system.equals(HttpDuels.DEFAULT) == false) {
        context.ratio(prefix + system, result.speedupAt(50, system, HttpDuels.DEFAULT));
      }
    }
  }

  private static void gets(BenchContext context, HttpDuels duels, Catalogue catalogue)
      throws Exception {
    Random random = context.random("gets");
    DuelResult result =
        duels.same(
            "Multi-get of " + GETS,
            "/INDEX/_mget",
            20,
            n -> HttpDuels.multiGet(catalogue, random, GETS));
    context.table(result.toTable());
    context.ratio("opensearch.mget", result.speedupAt(50, "streak", HttpDuels.DEFAULT));
  }

  /** Both indexes get the same updates; each call has other ids. */
  private static void updates(BenchContext context, Cluster cluster, Catalogue catalogue)
      throws Exception {
    try (KeptConnection connection = new KeptConnection(cluster.httpPort())) {
      Duel duel = context.duel("Updates by id, " + UPDATES + " in a request").inputs(4);
      duel.answersDiffer();
      for (String index : List.of(CatalogueTwins.PLAIN, CatalogueTwins.STREAK)) {
        Random random = context.random("updates");
        byte[][] body = new byte[1][];
        duel.system(
            index.equals(CatalogueTwins.PLAIN) ? HttpDuels.DEFAULT : "streak",
            input -> body[0] = updates(catalogue, random),
            input -> checkUpdated(connection.post("/" + index + "/_bulk", body[0])));
      }
      DuelResult result = duel.run();
      context.table(result.toTable());
      context.ratio("opensearch.update", result.speedupAt(50, "streak", HttpDuels.DEFAULT));
    }
  }

  private static byte[] updates(Catalogue catalogue, Random random) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < UPDATES; i++) {
      long id = catalogue.itemId(random.nextInt(catalogue.size()));
      lines.append("{\"update\":{\"_id\":\"").append(id).append("\"}}\n");
      lines.append("{\"doc\":{\"price\":{\"amount\":").append(random.nextInt(9_000) / 100.0);
      lines.append("}}}\n");
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Object checkUpdated(String answer) {
    if (answer.contains("\"errors\":false") == false) {
      throw new IllegalStateException("updates failed: " + answer);
    }
    return answer;
  }
}
