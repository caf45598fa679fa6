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
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.Workload;
import dev.streak.node.Cluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * {@code ./streak opensearch}: nodes with the plugin, the demo's catalogue in two indexes, the
 * demo's questions over HTTP, and nodes that stay for the user to look at.
 */
public final class OpenSearchDemo implements Workload {
  /** How many items. */
  public static final Size ITEMS =
      new Size("items", 200_000, 20_000, 1_000, 20_000_000, "items of the catalogue");

  /** How many nodes. */
  public static final Size NODES = new Size("nodes", 1, 1, 1, 3, "nodes, each a process");

  private static final int HEAP_MEGABYTES = 768;
  private static final int IDS = 10_000;
  private static final int KEYS = 500;
  private static final String[][] PREFIXES = {
    {"S", "P", "T", "G", "B", "C"}, {"Spi", "Sme", "Roa", "Tha", "Cri"}
  };

  private final PrintStream out;
  private final PrintStream err;
  private final boolean once;
  private final boolean terminal;

  private OpenSearchDemo(PrintStream out, PrintStream err, boolean once, boolean terminal) {
    this.out = out;
    this.err = err;
    this.once = once;
    this.terminal = terminal;
  }

  /**
   * Runs the demo.
   *
   * @param once whether nodes stop at the end
   * @param terminal whether somebody watches
   */
  public static void run(
      BenchOptions options, boolean once, boolean terminal, PrintStream out, PrintStream err)
      throws Exception {
    OpenSearchDemo demo = new OpenSearchDemo(out, err, once, terminal);
    try (BenchContext context = new BenchContext(demo, options, out, err)) {
      demo.run(context);
    }
  }

  @Override
  public String name() {
    return "opensearch";
  }

  @Override
  public String description() {
    return "a food-delivery catalogue in OpenSearch, with the codec default and with Streak";
  }

  @Override
  public List<Size> sizes() {
    return List.of(ITEMS, NODES);
  }

  @Override
  public String needs() {
    return "2 GB of memory and 2 GB for each further node";
  }

  /** Most of the time is building. */
  @Override
  public int hurryAfterSeconds() {
    return 600;
  }

  @Override
  public void run(BenchContext context) throws Exception {
    Catalogue catalogue = new Catalogue(context.seed(), context.size(ITEMS.name()));
    int nodes = context.size(NODES.name());
    context.progress(nodes == 1 ? "starting a node" : "starting " + nodes + " nodes");
    try (Cluster cluster = Nodes.start(context, nodes, HEAP_MEGABYTES)) {
      CatalogueTwins twins = new CatalogueTwins(cluster.rest(), catalogue);
      twins.create(nodes, nodes == 1 ? 0 : 1, false);
      try (ProgressBar bar = new ProgressBar(err, terminal, "items", catalogue.size())) {
        twins.load(bar::at);
      }
      context.progress("merging");
      twins.merge();
      ask(context, cluster, twins, catalogue);
      context.note(
          "Caches of filters and answers are off: each request is worked out. All answers that"
              + " were compared are equal, or this would have stopped.");
      stay(cluster);
    }
  }

  private void ask(BenchContext context, Cluster cluster, CatalogueTwins twins, Catalogue catalogue)
      throws Exception {
    ShopSets sets = new ShopSets(catalogue, IDS, context.seed());
    Table table =
        new Table(
            Numbers.count(catalogue.size()) + " items of " + catalogue.shops().size() + " shops",
            "over HTTP",
            "default",
            "p99",
            "Streak",
            "p99",
            "better by",
            "same answers");
    try (HttpDuels duels = new HttpDuels(context, sets, cluster.rest(), cluster.httpPort())) {
      filters(table, duels, "count of " + sets, HttpDuels.Kind.COUNT);
      filters(table, duels, "a word and " + sets + ", top 10", HttpDuels.Kind.TOP10);
      for (String[] prefixes : PREFIXES) {
        String title = "prefix \"" + prefixes[0] + "\" and others, count";
        row(table, title, duels.same(title, HttpDuels.SEARCH, 12, n -> prefix(prefixes, n)), duels);
      }
      Random random = context.random("keys");
      String gets = "multi-get of " + KEYS;
      row(table, gets, duels.same(gets, "/INDEX/_mget", 12, n -> keys(catalogue, random)), duels);
    }
    long plain = twins.bytes(CatalogueTwins.PLAIN);
    long streak = twins.bytes(CatalogueTwins.STREAK);
    String better = Numbers.times((double) plain / streak);
    table.row("store", Numbers.bytes(plain), "", Numbers.bytes(streak), "", better, "");
    context.table(table);
  }

  private static void filters(Table table, HttpDuels duels, String title, HttpDuels.Kind kind)
      throws Exception {
    DuelResult result = duels.filters(kind, HttpDuels.WAYS);
    for (HttpDuels.Way way : HttpDuels.WAYS.subList(1, HttpDuels.WAYS.size())) {
      String name = title + ", " + way.name();
      row(table, name, result, HttpDuels.DEFAULT, way.name(), duels);
    }
  }

  private static void row(Table table, String title, DuelResult result, HttpDuels duels) {
    row(table, title, result, result.systems().get(0), result.systems().get(1), duels);
  }

  private static void row(
      Table table, String title, DuelResult result, String plain, String streak, HttpDuels duels) {
    table.row(
        title,
        Numbers.nanos(result.median(plain)),
        Numbers.nanos(result.percentile(plain, 99)),
        Numbers.nanos(result.median(streak)),
        Numbers.nanos(result.percentile(streak, 99)),
        Numbers.times(result.speedupAt(50, streak, plain)),
        duels.comparedEach());
  }

  private static byte[] prefix(String[] prefixes, long n) {
    String prefix = prefixes[(int) (n % prefixes.length)];
    return ("{\"size\":0,\"track_total_hits\":true,\"query\":{\"prefix\":{\"name\":\""
            + prefix
            + "\"}}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] keys(Catalogue catalogue, Random random) {
    return HttpDuels.multiGet(catalogue, random, KEYS);
  }

  /** Leaves the nodes to the user. */
  private void stay(Cluster cluster) throws IOException, InterruptedException {
    if (once) {
      return;
    }
    String root = "http://127.0.0.1:" + cluster.httpPort();
    out.println();
    out.println("Look around:");
    out.println("  " + root + "/_cat/indices?v");
    out.println("  " + root + "/_plugins/_streak/stats?pretty");
    out.println("  " + root + "/" + CatalogueTwins.STREAK + "/_search?q=description:garlic&pretty");
    out.println("  " + root + "/" + CatalogueTwins.PLAIN + "/_search?q=description:garlic&pretty");
    out.println(
        "Ctrl-C stops "
            + (cluster.size() == 1 ? "the node" : "the nodes")
            + " and deletes everything.");
    out.flush();
    new CountDownLatch(1).await();
  }
}
