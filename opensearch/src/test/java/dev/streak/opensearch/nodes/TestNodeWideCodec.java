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

import dev.streak.node.Cluster;
import dev.streak.node.Rest;
import java.util.Map;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/** The codec as the default of a node, which some indexes cannot have. */
public class TestNodeWideCodec {
  private static Cluster cluster;

  @BeforeClass
  public static void start() {
    cluster =
        SharedNode.start(
            "wide",
            new Cluster.Options(1, 512, Map.of("index.codec", "streak"), SharedNode.CHECKED));
  }

  @AfterClass
  public static void stop() throws Exception {
    cluster.close();
  }

  @Test
  public void testStarTreeKeepsTheCodecOfTheHost() throws Exception {
    Rest rest = cluster.rest();
    rest.put("/star", TestRefusals.starTree(""));
    for (int i = 0; i < 10; i++) {
      rest.post("/star/_doc?refresh=true", "{\"status\": 200, \"port\": " + i + "}");
    }
    rest.post("/star/_close", null);
    rest.post("/star/_open", null);
    rest.get("/_cluster/health/star?wait_for_status=green&timeout=60s");
    String sum =
        rest.post(
                "/star/_search",
                """
                {"size": 0, "query": {"term": {"status": 200}},
                 "aggs": {"sum": {"sum": {"field": "port"}}}}""")
            .toString();
    assertTrue(sum, sum.contains("\"sum\":{\"value\":45.0}"));
    String statistics = rest.get("/_plugins/_streak/stats").toString();
    assertTrue(statistics, statistics.contains("\"segments_by_codec\":{\"Composite"));
  }

  @Test
  public void testOthersHaveIt() throws Exception {
    Rest rest = cluster.rest();
    rest.put("/plain", "{\"settings\": {\"index\": {\"number_of_replicas\": 0}}}");
    rest.post("/plain/_doc?refresh=true", "{\"status\": 200}");
    String statistics = rest.get("/_plugins/_streak/stats").toString();
    assertTrue(statistics, statistics.contains("\"segments_by_codec\":{\"Streak1\":1}"));
  }

  @Test
  public void testWhoNamesItIsRefused() throws Exception {
    Rest.Answer answer =
        cluster.rest().send("PUT", "/named", TestRefusals.starTree("\"codec\": \"streak\","));
    assertEquals(answer.body(), 400, answer.status());
    assertTrue(answer.body(), answer.body().contains("cannot serve star-tree"));
  }
}
