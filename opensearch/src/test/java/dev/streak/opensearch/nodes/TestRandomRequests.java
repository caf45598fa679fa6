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
import static org.junit.Assume.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.Test;

/**
 * Random requests in several states of an index, beside the codec {@code default}. {@code
 * -Dtests.requests=320} sends some in an ordinary build, too, {@code -Dtests.requests.seed=...} the
 * same ones again.
 */
public class TestRandomRequests {
  private static final boolean NIGHTLY = Boolean.getBoolean("tests.nightly");
  private static final int REQUESTS = Integer.getInteger("tests.requests", NIGHTLY ? 20_000 : 0);
  private static final long SEED = Long.getLong("tests.requests.seed", new Random().nextLong());

  /** Of the cluster. In the last, several threads search parts of each segment. */
  private enum Mode {
    ONE_THREAD("none", "segment", "false", "true"),
    /** By the plugin. What the host makes of {@code terms} here is wrong, so it makes nothing. */
    REWRITTEN("all", "segment", "true", "true"),
    NOT_ACCELERATED("all", "segment", "false", "false"),
    PARTS("all", "force", "false", "true");

    private final String settings;

    Mode(String threads, String parts, String rewriting, String accelerate) {
      settings =
          RandomQueries.json(
              "{'transient':{'search.concurrent_segment_search.mode':'%s',"
                  + "'search.concurrent_segment_search.partition_strategy':'%s',"
                  + "'search.concurrent.max_slice_count':3,'search.query_rewriting.enabled':%s,"
                  + "'search.query_rewriting.terms_threshold':2147483647,"
                  + "'streak.search.accelerate':%s}}",
              threads, parts, rewriting, accelerate);
    }
  }

  private static final String USUAL =
      """
      {"transient": {"search.concurrent_segment_search.mode": null,
        "search.concurrent_segment_search.partition_strategy": null,
        "search.concurrent.max_slice_count": null, "search.query_rewriting.enabled": null,
        "search.query_rewriting.terms_threshold": null,
        "streak.search.accelerate": null}}""";

  private final Rest rest = SharedNode.rest();
  private final Random random = new Random(SEED);
  private int sent;
  private int withHits;

  @Test
  public void testRequests() throws Exception {
    assumeTrue("minutes", REQUESTS > 0);
    Twins twins = Twins.flat(rest, "random", "\"streak.prefixes.name\": \"1-3\",");
    rest.post("/_aliases", RandomSearches.aliases(false).replace("INDEX", twins.plain()));
    rest.post("/_aliases", RandomSearches.aliases(true).replace("INDEX", twins.streak()));
    try {
      for (int i = 0; i < 8; i++) {
        twins.add(150);
      }
      compare(twins, "many segments");
      twins.change(300);
      compare(twins, "changed");
      twins.both("POST", "/_forcemerge?max_num_segments=1");
      twins.both("POST", "/_refresh");
      compare(twins, "merged");
      twins.change(200);
      compare(twins, "changed after the merge");
    } finally {
      rest.put("/_cluster/settings", USUAL);
    }
    System.out.printf(
        Locale.ROOT,
        "[totals] random requests: %d, %d with hits, all answered alike, seed %d%n",
        sent,
        withHits,
        SEED);
    assertTrue(withHits + " of " + sent, withHits >= sent / 8);
  }

  private void compare(Twins twins, String state) throws IOException, InterruptedException {
    for (Mode mode : Mode.values()) {
      rest.put("/_cluster/settings", mode.settings);
      for (int i = 0; i < Math.max(1, REQUESTS / 16); i++) {
        compare(twins, state, mode, random.nextLong());
      }
    }
  }

  private void compare(Twins twins, String state, Mode mode, long seed)
      throws IOException, InterruptedException {
    Requests.Request usual = RandomSearches.of(seed, false, mode == Mode.PARTS);
    Requests.Request ours =
        mode == Mode.REWRITTEN ? usual : RandomSearches.of(seed, true, mode == Mode.PARTS);
    JsonObject expected = answer(usual, twins.plain());
    JsonObject actual = answer(ours, twins.streak());
    if (mode == Mode.PARTS && expected.equals(actual) == false) {
      // The host counts parts several times where one of its own queries knows how many it matches.
      rest.put("/_cluster/settings", Mode.ONE_THREAD.settings);
      expected = answer(usual, twins.plain());
      rest.put("/_cluster/settings", mode.settings);
    }
    assertEquals(
        state + ", " + mode + ", -Dtests.requests.seed=" + SEED + ", " + usual + "\n" + ours + "\n",
        expected,
        actual);
    sent++;
    withHits += actual.toString().contains("\"_id\"") ? 1 : 0;
    if (ours.path().contains("request_cache")) {
      assertEquals("again: " + ours, actual, answer(ours, twins.streak()));
    }
  }

  /** What is refused is refused by both, in words that name an index. */
  private JsonObject answer(Requests.Request request, String index)
      throws IOException, InterruptedException {
    Rest.Answer answer =
        rest.send(
            request.method(),
            request.path().replace("INDEX", index),
            request.body().replace("INDEX", index));
    JsonObject json = answer.json();
    if (json.has("error")) {
      JsonObject status = new JsonObject();
      status.addProperty("status", answer.status());
      return status;
    }
    Twins.stripOwn(json);
    if (request.body().contains("terminate_after") && json.has("hits")) {
      json.getAsJsonObject("hits").remove("total"); // Of all, if the query knows without a visit.
    }
    stripOpen(json);
    return json;
  }

  /** What the host leaves open. */
  private static void stripOpen(JsonElement element) {
    if (element instanceof JsonObject object) {
      // Whether it counted by visits.
      object.remove("terminated_early");
      if (object.get("matched_queries") instanceof JsonArray names) {
        object.addProperty(
            "matched_queries",
            names.asList().stream().map(JsonElement::getAsString).sorted().toList().toString());
      }
      for (String key : List.of("_explanation", "explanation")) {
        if (object.get(key) instanceof JsonObject explanation) {
          object.add(key, explanation.get("value")); // The words are of queries' classes.
        }
      }
      List.of("_shard", "_node").forEach(object::remove);
      object.asMap().values().forEach(TestRandomRequests::stripOpen);
    } else if (element instanceof JsonArray array) {
      array.forEach(TestRandomRequests::stripOpen);
    }
  }
}
