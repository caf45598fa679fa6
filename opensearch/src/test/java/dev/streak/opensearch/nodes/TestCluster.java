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
package dev.streak.opensearch.nodes;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.node.Cluster;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/**
 * Three nodes, replicas of both kinds, and kills under load: nothing that was acknowledged is lost,
 * and copies are equal. The nightly form kills twenty times and restarts the nodes in turn.
 */
public class TestCluster {
  private static final boolean NIGHTLY = Boolean.getBoolean("tests.nightly");
  private static final int KILLS = Integer.getInteger("tests.kills", NIGHTLY ? 20 : 2);
  private static final String INDEX =
      """
      {"settings": {"index": {"codec": "streak", "number_of_shards": %d, "number_of_replicas": 1,
         "replication.type": "%s", "streak.prefixes.name": "1-3", "refresh_interval": "1s"}},
       "mappings": {"properties": {"shop": {"type": "keyword"}, "name": {"type": "keyword"},
         "value": {"type": "integer"}}}}""";

  @Test
  public void testKillsUnderLoad() throws Exception {
    try (Cluster cluster =
        SharedNode.start("cluster", new Cluster.Options(3, 512, Map.of(), SharedNode.CHECKED))) {
      Rest rest = cluster.rest();
      rest.awaitNodes(3);
      rest.put("/documents", String.format(Locale.ROOT, INDEX, 3, "DOCUMENT"));
      rest.put("/segments", String.format(Locale.ROOT, INDEX, 2, "SEGMENT"));
      rest.awaitHealth("green");
      try (Writing documents = new Writing(cluster, "documents");
          Writing segments = new Writing(cluster, "segments")) {
        for (int i = 0; i < KILLS; i++) {
          kill(cluster, i % 2 == 0);
        }
        if (NIGHTLY) {
          restartInTurn(cluster);
        }
        documents.close();
        segments.close();
        check(cluster, "documents", documents);
        check(cluster, "segments", segments);
      }
      checkStatistics(rest);
    }
  }

  /** Kills the manager or another node while all write, and starts it again. */
  private static void kill(Cluster cluster, boolean manager)
      throws IOException, InterruptedException {
    int victim = manager(cluster);
    if (manager == false) {
      victim = (victim + 1) % cluster.size();
    }
    TimeUnit.SECONDS.sleep(2);
    cluster.node(victim).kill();
    TimeUnit.SECONDS.sleep(2);
    cluster.restart(victim);
    cluster.node(victim).rest().awaitNodes(cluster.size());
    cluster.node(victim).rest().awaitHealth("green");
  }

  private static int manager(Cluster cluster) throws IOException, InterruptedException {
    String name = cluster.rest().send("GET", "/_cat/cluster_manager?h=node", null).body().strip();
    return Integer.parseInt(name.substring("node".length())) - 1;
  }

  private static void restartInTurn(Cluster cluster) throws IOException, InterruptedException {
    for (int i = 0; i < cluster.size(); i++) {
      cluster.restart(i);
      cluster.node(i).rest().awaitNodes(cluster.size());
      cluster.node(i).rest().awaitHealth("green");
    }
  }

  private static void check(Cluster cluster, String index, Writing writing)
      throws IOException, InterruptedException {
    Rest rest = cluster.rest();
    rest.awaitHealth("green");
    rest.post("/" + index + "/_refresh", null);
    int lost = writing.lost(rest);
    // ./streak trust takes the line into the ledger.
    System.out.printf(
        Locale.ROOT,
        "[totals] cluster: index %s, %d kills, %d documents acknowledged, %d lost, %d requests unanswered%n",
        index,
        KILLS,
        writing.acknowledged(),
        lost,
        writing.unanswered());
    assertTrue(index + ": " + writing.acknowledged(), writing.acknowledged() > 500);
    assertEquals(index, 0, lost);
    Map<String, String> primary = copy(rest, index, "_primary");
    assertTrue(primary.size() >= writing.acknowledged());
    assertEquals(index, primary, caughtUp(rest, index, primary));
    JsonObject counted =
        rest.post(
            "/" + index + "/_count", "{\"query\":{\"streak_terms\":{\"shop\":" + shops() + "}}}");
    assertEquals(index, primary.size(), counted.get("count").getAsInt());
  }

  private static String shops() {
    StringBuilder shops = new StringBuilder("[0");
    for (int i = 1; i < 50; i++) {
      shops.append(',').append(i);
    }
    return shops.append(']').toString();
  }

  /** Copies of segments come a moment after they are made. */
  private static Map<String, String> caughtUp(Rest rest, String index, Map<String, String> primary)
      throws IOException, InterruptedException {
    Map<String, String> replica = copy(rest, index, "_replica");
    for (int i = 0; i < 60 && replica.equals(primary) == false; i++) {
      TimeUnit.MILLISECONDS.sleep(500);
      replica = copy(rest, index, "_replica");
    }
    return replica;
  }

  /** All documents of one kind of copy by id. */
  private static Map<String, String> copy(Rest rest, String index, String preference)
      throws IOException, InterruptedException {
    Map<String, String> documents = new TreeMap<>();
    JsonObject page =
        rest.post(
            "/" + index + "/_search?scroll=1m&preference=" + preference,
            "{\"size\":5000,\"sort\":[\"_doc\"],\"query\":{\"prefix\":{\"name\":\"i\"}}}");
    while (page.getAsJsonObject("hits").getAsJsonArray("hits").isEmpty() == false) {
      for (JsonElement hit : page.getAsJsonObject("hits").getAsJsonArray("hits")) {
        JsonObject document = hit.getAsJsonObject();
        documents.put(document.get("_id").getAsString(), document.get("_source").toString());
      }
      page =
          rest.post(
              "/_search/scroll",
              "{\"scroll\":\"1m\",\"scroll_id\":" + page.get("_scroll_id") + "}");
    }
    return documents;
  }

  /** One request answers for all nodes. */
  private static void checkStatistics(Rest rest) throws IOException, InterruptedException {
    JsonObject nodes = rest.get("/_plugins/_streak/stats").getAsJsonObject("nodes");
    assertEquals(3, nodes.size());
    long compared = 0;
    for (JsonElement node : nodes.asMap().values()) {
      JsonObject checks = node.getAsJsonObject().getAsJsonObject("checks");
      compared += checks.get("compared").getAsLong();
      assertEquals(node.toString(), 0, checks.get("mismatches").getAsLong());
    }
    assertTrue("compared: " + compared, compared > 0);
  }
}
