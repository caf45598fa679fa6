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

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.streak.node.Cluster;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.Map;
import org.junit.Test;

/** Every kind of request, in every state of an index's life, beside the codec {@code default}. */
public class TestSameAnswers {

  @Test
  public void testThroughTheLifeOfAnIndex() throws Exception {
    try (Cluster cluster =
        SharedNode.start("life", new Cluster.Options(1, 512, Map.of(), SharedNode.CHECKED))) {
      Rest rest = cluster.rest();
      Twins twins =
          new Twins(
              rest,
              "life",
              0,
              """
              "streak.prefixes.name": "1-3", "streak.hash._id": true,
              "streak.cache": ["sh*=pinned"],
              """);
      for (int i = 0; i < 8; i++) {
        twins.add(150);
      }
      twins.compare("many segments");
      twins.change(300);
      twins.compare("changed");
      concurrent(rest, "all");
      twins.compare("segments searched by several threads");
      concurrent(rest, "none");
      twins.compare("segments searched by one thread");
      concurrent(rest, null);
      scroll(rest, twins);
      pointInTime(rest, twins);
      twins.both("POST", "/_forcemerge?max_num_segments=1");
      twins.both("POST", "/_refresh");
      twins.compare("merged");
      twins.change(200);
      twins.compare("changed after the merge");
      reopen(rest, twins);
      twins.compare("closed and opened");
      restore(rest, twins);
      twins.compare("restored from a snapshot");
      cluster.restart(0);
      rest.awaitHealth("green");
      assertTrue(twins.compare("node restarted") > 50);
    }
  }

  /** Nested documents lie between the others above, so no term there has a run of documents. */
  @Test
  public void testRunsOfDocuments() throws Exception {
    Rest rest = SharedNode.rest();
    Twins twins = Twins.flat(rest, "runs", "\"streak.prefixes.name\": \"1-3\",");
    for (int i = 0; i < 4; i++) {
      twins.add(400);
    }
    twins.compare("many segments");
    try {
      concurrent(rest, "all");
      twins.compare("segments searched by several threads");
    } finally {
      concurrent(rest, null);
    }
    twins.both("POST", "/_forcemerge?max_num_segments=1");
    twins.both("POST", "/_refresh");
    twins.compare("merged");
    twins.change(300);
    assertTrue(twins.compare("changed after the merge") > 50);
  }

  private static void concurrent(Rest rest, String mode) throws IOException, InterruptedException {
    String value = mode == null ? "null" : "\"" + mode + "\"";
    rest.put(
        "/_cluster/settings",
        "{\"transient\":{\"search.concurrent_segment_search.mode\":" + value + "}}");
  }

  private static void reopen(Rest rest, Twins twins) throws IOException, InterruptedException {
    twins.both("POST", "/_flush");
    twins.both("POST", "/_close");
    twins.both("POST", "/_open");
    rest.awaitHealth("green");
  }

  private static void restore(Rest rest, Twins twins) throws IOException, InterruptedException {
    rest.put("/_snapshot/repo", "{\"type\":\"fs\",\"settings\":{\"location\":\"repo\"}}");
    rest.put("/_snapshot/repo/one?wait_for_completion=true", "{\"indices\":\"life-*\"}");
    rest.delete("/" + twins.plain());
    rest.delete("/" + twins.streak());
    rest.post("/_snapshot/repo/one/_restore?wait_for_completion=true", "{\"indices\":\"life-*\"}");
    rest.awaitHealth("green");
    JsonObject settings = rest.get("/" + twins.streak() + "/_settings?flat_settings=true");
    String codec =
        settings
            .getAsJsonObject(twins.streak())
            .getAsJsonObject("settings")
            .get("index.codec")
            .getAsString();
    assertEquals("streak", codec);
  }

  private static void scroll(Rest rest, Twins twins) throws IOException, InterruptedException {
    assertEquals(scrolled(rest, twins.plain()), scrolled(rest, twins.streak()));
  }

  private static JsonArray scrolled(Rest rest, String index)
      throws IOException, InterruptedException {
    JsonArray all = new JsonArray();
    JsonObject page =
        rest.post(
            "/" + index + "/_search?scroll=1m",
            "{\"size\":100,\"sort\":[\"key\"],\"query\":{\"prefix\":{\"name\":\"s\"}}}");
    while (page.getAsJsonObject("hits").getAsJsonArray("hits").isEmpty() == false) {
      all.addAll(page.getAsJsonObject("hits").getAsJsonArray("hits"));
      page =
          rest.post(
              "/_search/scroll",
              "{\"scroll\":\"1m\",\"scroll_id\":" + page.get("_scroll_id") + "}");
    }
    assertTrue("pages: " + all.size(), all.size() > 100);
    Twins.stripOwn(all);
    return all;
  }

  private static void pointInTime(Rest rest, Twins twins) throws IOException, InterruptedException {
    assertEquals(atPointInTime(rest, twins.plain()), atPointInTime(rest, twins.streak()));
  }

  private static JsonObject atPointInTime(Rest rest, String index)
      throws IOException, InterruptedException {
    JsonObject pit = rest.post("/" + index + "/_search/point_in_time?keep_alive=1m", null);
    JsonObject answer =
        rest.post(
            "/_search",
            "{\"size\":50,\"sort\":[\"key\"],\"query\":{\"terms\":{\"shop\":[\"1\",\"2\",\"3\"]}},"
                + "\"pit\":{\"id\":"
                + pit.get("pit_id")
                + "}}");
    Twins.stripOwn(answer);
    return answer;
  }
}
