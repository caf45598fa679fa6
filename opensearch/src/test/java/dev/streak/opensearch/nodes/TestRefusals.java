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

import dev.streak.node.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** What cannot work is refused with a sentence, and leaves other indexes alone. */
public class TestRefusals {
  private static final String STAR_TREE =
      """
      {"settings": {"index": {"number_of_replicas": 0, %s "composite_index": true,
         "append_only.enabled": true, "search.star_tree_index.enabled": true}},
       "mappings": {"composite": {"star": {"type": "star_tree", "config": {
           "ordered_dimensions": [{"name": "status"}, {"name": "port"}],
           "metrics": [{"name": "port", "stats": ["sum"]}]}}},
         "properties": {"status": {"type": "integer"}, "port": {"type": "integer"}}}}""";

  /** An index with star-tree fields. */
  static String starTree(String codec) {
    return String.format(Locale.ROOT, STAR_TREE, codec);
  }

  @Test
  public void testCodecByItsOwnName() throws Exception {
    refused("\"codec\": \"Streak1\"", "index.codec must be streak");
    refused("\"codec\": \"StreakOpenSearch\"", "index.codec must be streak");
  }

  @Test
  public void testCodecsThatNobodyAskedFor() throws Exception {
    refused("\"codec\": \"SimpleText\"", "unknown value for [index.codec]");
  }

  @Test
  public void testSettingsThatAreWrong() throws Exception {
    refused("\"streak.prefixes.name\": \"4-1\"", "index.streak.prefixes.name=4-1: min and max");
    refused("\"streak.prefixes\": [\"*name=1-99\"]", "index.streak.prefixes=1-99: min and max");
    refused("\"streak.hash.name\": \"maybe\"", "index.streak.hash.name=maybe: must be true or");
    refused("\"streak.cache.name\": \"often\"", "index.streak.cache.name=often: must be pinned");
    refused("\"streak.stored_fields\": \"tiny\"", "index.streak.stored_fields=tiny");
    refused("\"streak.unheard_of\": 1", "unknown setting [index.streak.unheard_of]");
  }

  @Test
  public void testSettingsOfAClosedIndex() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put(
        "/closed",
        """
        {"settings": {"index": {"number_of_replicas": 0, "codec": "streak",
          "streak.prefixes.name": "1-3", "streak.hash.name": "true", "streak.cache.name": "pinned"}}}""");
    rest.post("/closed/_close", null);
    for (String name : List.of("Streak1", "StreakOpenSearch")) {
      Rest.Answer answer =
          rest.send("PUT", "/closed/_settings", "{\"index.codec\": \"" + name + "\"}");
      assertEquals(answer.body(), 400, answer.status());
      assertTrue(answer.body(), answer.body().contains("index.codec must be streak"));
    }
    Rest.Answer wrong =
        rest.send("PUT", "/closed/_settings", "{\"index.streak.prefixes.name\": \"3-1\"}");
    assertEquals(wrong.body(), 400, wrong.status());
    rest.put(
        "/closed/_settings",
        """
        {"index.streak.prefixes.name": null, "index.streak.hash.name": null,
         "index.streak.cache.name": null}""");
    rest.post("/closed/_open", null);
    rest.awaitHealth("green");
    String settings = rest.get("/closed/_settings").toString();
    assertTrue(settings, settings.contains("\"codec\":\"streak\""));
    assertFalse(settings, settings.contains("prefixes"));
  }

  @Test
  public void testStarTree() throws Exception {
    Rest.Answer answer = SharedNode.rest().send("PUT", "/star", starTree("\"codec\": \"streak\","));
    assertEquals(answer.body(), 400, answer.status());
    assertTrue(answer.body(), answer.body().contains("cannot serve star-tree (composite) fields"));
  }

  @Test
  public void testStarTreeOfOtherIndexesIsNotTouched() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put("/star-default", starTree("\"codec\": \"default\","));
    rest.post("/star-default/_doc?refresh=true", "{\"status\": 200, \"port\": 80}");
    rest.post("/star-default/_close", null);
    rest.post("/star-default/_open", null);
    rest.awaitHealth("green");
    assertEquals(1, rest.get("/star-default/_count").get("count").getAsInt());
  }

  private static void refused(String setting, String words)
      throws IOException, InterruptedException {
    String codec = setting.contains("\"codec\"") ? "" : "\"codec\": \"streak\", ";
    Rest.Answer answer =
        SharedNode.rest()
            .send("PUT", "/refused", "{\"settings\": {\"index\": {" + codec + setting + "}}}");
    assertEquals(answer.body(), 400, answer.status());
    assertTrue(answer.body(), answer.body().contains(words));
  }
}
