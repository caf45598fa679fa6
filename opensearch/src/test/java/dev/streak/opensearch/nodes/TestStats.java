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
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.BeforeClass;
import org.junit.Test;

/** {@code GET /_plugins/_streak/stats}. */
public class TestStats {
  private static final String PATH = "/_plugins/_streak/stats";

  private static Twins twins;

  @BeforeClass
  public static void index() throws Exception {
    twins =
        new Twins(
            SharedNode.rest(),
            "stats",
            0,
            """
            "streak.prefixes.name": "1-2,5%", "streak.hash": ["*key=true"],
            "streak.cache.shop": "pinned", "streak.stored_fields": "smallest",
            """);
    twins.add(300);
  }

  private static JsonObject node() throws IOException, InterruptedException {
    JsonObject answer = SharedNode.rest().get(PATH);
    assertEquals(0, answer.getAsJsonObject("_nodes").get("failed").getAsInt());
    Map<String, JsonElement> nodes = answer.getAsJsonObject("nodes").asMap();
    assertEquals(1, nodes.size());
    return nodes.values().iterator().next().getAsJsonObject();
  }

  @Test
  public void testChoicesOfEachIndex() throws Exception {
    JsonObject indices = node().getAsJsonObject("indices");
    assertFalse(indices.has(twins.plain()));
    JsonObject ofIndex = indices.getAsJsonObject(twins.streak());
    assertTrue(
        ofIndex.getAsJsonObject("segments_by_codec").toString(),
        ofIndex.getAsJsonObject("segments_by_codec").get("Streak1").getAsInt() > 0);
    ofIndex.remove("segments_by_codec");
    assertEquals(
        JsonParser.parseString(
            """
            {"stored_fields": "smallest", "prefixes": {"name": "1-2,5.0%"},
             "hash": {"*key": "true"}, "cache": {"shop": "pinned"}}"""),
        ofIndex);
  }

  @Test
  public void testIndexOnItsWayToTheDefaultCodecIsStillListed() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put("/leaving", "{\"settings\": {\"index.codec\": \"streak\"}}");
    rest.post("/leaving/_doc?refresh=true", "{\"shop\": \"7\"}");
    rest.post("/leaving/_close", null);
    rest.put("/leaving/_settings", "{\"index.codec\": \"default\"}");
    rest.post("/leaving/_open", null);
    rest.post("/leaving/_doc?refresh=true", "{\"shop\": \"8\"}");
    assertEquals(
        JsonParser.parseString("{\"segments_by_codec\": {\"Lucene104\": 1, \"Streak1\": 1}}"),
        node().getAsJsonObject("indices").get("leaving"));
    rest.post("/leaving/_forcemerge?max_num_segments=1", null);
    rest.post("/leaving/_refresh", null);
    assertFalse(node().getAsJsonObject("indices").has("leaving"));
  }

  /** The host looks into compound files with the codec that the index has now. */
  @Test
  public void testTheHostKnowsTheFilesOfAnIndexOnItsWay() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put("/measured", "{\"settings\": {\"index.codec\": \"streak\"}}");
    rest.post("/measured/_doc?refresh=true", "{\"shop\": \"7\"}");
    JsonElement before = fileSizes("measured");
    rest.post("/measured/_close", null);
    rest.put("/measured/_settings", "{\"index.codec\": \"default\"}");
    rest.post("/measured/_open", null);
    assertTrue(before.toString(), before.getAsJsonObject().has("dvb"));
    assertEquals(before, fileSizes("measured"));
  }

  private static JsonElement fileSizes(String index) throws IOException, InterruptedException {
    return SharedNode.rest()
        .get("/" + index + "/_stats/segments?include_segment_file_sizes=true")
        .getAsJsonObject("_all")
        .getAsJsonObject("primaries")
        .getAsJsonObject("segments")
        .get("file_sizes");
  }

  /** As docs/opensearch.md says: the plugin must not be taken away before. */
  @Test
  public void testAShardOfOneSegmentStaysUntilItIsWrittenAnew() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put("/single", "{\"settings\": {\"index.codec\": \"streak\"}}");
    rest.post("/single/_doc?refresh=true", "{\"shop\": \"7\"}");
    rest.post("/single/_close", null);
    rest.put("/single/_settings", "{\"index.codec\": \"default\"}");
    rest.post("/single/_open", null);
    for (String forceMerge : List.of("_forcemerge", "_forcemerge?max_num_segments=1")) {
      rest.post("/single/" + forceMerge, null);
      rest.post("/single/_refresh", null);
      assertEquals(
          JsonParser.parseString("{\"segments_by_codec\": {\"Streak1\": 1}}"),
          node().getAsJsonObject("indices").get("single"));
    }
    rest.post("/single/_update_by_query?refresh=true", null);
    rest.post("/single/_forcemerge?max_num_segments=1", null);
    rest.post("/single/_refresh", null);
    assertFalse(node().getAsJsonObject("indices").has("single"));
  }

  @Test
  public void testFiguresMove() throws Exception {
    JsonObject before = node();
    twins.compare("for statistics");
    SharedNode.rest()
        .put("/_cluster/settings", "{\"transient\": {\"streak.cache.size\": \"48mb\"}}");
    JsonObject after = node();
    SharedNode.rest().put("/_cluster/settings", "{\"transient\": {\"streak.cache.size\": null}}");
    assertTrue(figure(after, "queries", "replaced") > figure(before, "queries", "replaced"));
    assertTrue(figure(after, "checks", "compared") > figure(before, "checks", "compared"));
    assertEquals(0, figure(after, "checks", "mismatches"));
    assertEquals(48 << 20, figure(after, "cache", "capacity_in_bytes"));
    assertTrue(figure(node(), "cache", "capacity_in_bytes") != 48 << 20);
    assertTrue(figure(after, "cache", "loads") > 0);
    assertTrue(figure(after, "tables", "opened") > 0);
    assertTrue(figure(after, "zstd", "held_in_bytes") > 0);
    assertEquals(0, figure(after, "prefix_sets", "failures"));
  }

  private static long figure(JsonObject node, String group, String name) {
    return node.getAsJsonObject(group).get(name).getAsLong();
  }

  @Test
  public void testBreakerKnowsWhatIsHeld() throws Exception {
    twins.compare("for the breaker");
    long estimated = 0;
    long held = -1;
    for (int i = 0; i < 60 && estimated != held; i++) {
      TimeUnit.MILLISECONDS.sleep(250);
      JsonObject node = node();
      held = figure(node, "cache", "reserved_in_bytes") + figure(node, "zstd", "held_in_bytes");
      JsonObject breaker = breaker();
      estimated = breaker.get("estimated_size_in_bytes").getAsLong();
      assertEquals(0, breaker.get("tripped").getAsLong());
    }
    assertTrue("held: " + held, held > 0);
    assertEquals(held, estimated);
  }

  private static JsonObject breaker() throws IOException, InterruptedException {
    JsonObject nodes = SharedNode.rest().get("/_nodes/stats/breaker").getAsJsonObject("nodes");
    JsonObject node = nodes.asMap().values().iterator().next().getAsJsonObject();
    return node.getAsJsonObject("breakers").getAsJsonObject("streak");
  }

  /** Whoever asks again and again must not keep shards awake that nobody searches. */
  @Test
  public void testAskingIsNoSearch() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put(
        "/idle",
        """
        {"settings": {"index.codec": "streak", "index.number_of_replicas": 0,
                      "index.search.idle.after": "1s"}}""");
    rest.post("/idle/_doc?refresh=true", "{\"shop\": \"7\"}");
    ask(20);
    long before = refreshes();
    rest.post("/idle/_doc", "{\"shop\": \"8\"}");
    ask(30);
    assertEquals(before, refreshes());
    assertEquals(2, rest.get("/idle/_count").get("count").getAsInt());
  }

  private static void ask(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertTrue(node().getAsJsonObject("indices").has("idle"));
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private static long refreshes() throws IOException, InterruptedException {
    return SharedNode.rest()
        .get("/idle/_stats/refresh")
        .getAsJsonObject("_all")
        .getAsJsonObject("primaries")
        .getAsJsonObject("refresh")
        .get("external_total")
        .getAsLong();
  }

  @Test
  public void testNodesByName() throws Exception {
    Rest rest = SharedNode.rest();
    JsonObject named = rest.get(PATH + "/node1").getAsJsonObject("nodes");
    assertEquals(1, named.size());
    assertTrue(named.toString(), named.toString().contains("\"name\":\"node1\""));
    assertEquals(0, rest.get(PATH + "/node9").getAsJsonObject("nodes").size());
  }
}
