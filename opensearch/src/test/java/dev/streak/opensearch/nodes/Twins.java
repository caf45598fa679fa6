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

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/** Two indexes with equal documents, one of them with our codec, that must answer alike. */
final class Twins {
  /**
   * What may differ: time, names of indexes and shards, ids of cursors, how often a shard moved.
   */
  private static final Set<String> OWN =
      Set.of(
          "took", "_index", "_shard", "_shards", "_node", "_scroll_id", "pit_id", "_primary_term");

  private static final String BY_RUNS = "{\"value\":1.0,\"description\":\"found by Streak";

  private static final List<String> WORDS =
      List.of("spicy", "noodles", "garlic", "salad", "mushroom", "lime", "rice", "duck");

  private static final String SETTINGS =
      """
      "number_of_shards": 1, "number_of_replicas": %d, "refresh_interval": -1,
      "merge.policy.segments_per_tier": 50, "sort.field": ["shop", "key"],
      "analysis.normalizer.lower.filter": ["lowercase"]
      """;

  private static final String MAPPING =
      """
      {"properties": {
        "key": {"type": "keyword"},
        "shop": {"type": "keyword"},
        "bare": {"type": "keyword", "doc_values": false},
        "column": {"type": "keyword", "index": false},
        "lower": {"type": "keyword", "normalizer": "lower"},
        "tags": {"type": "keyword"},
        "name": {"type": "keyword"},
        "text": {"type": "text", "term_vector": "with_positions_offsets",
                 "fields": {"raw": {"type": "keyword"}}},
        "plain": {"type": "match_only_text"},
        "wild": {"type": "wildcard"},
        "flat": {"type": "flat_object"},
        "amount": {"type": "integer"},
        "day": {"type": "date"},
        "suggest": {"type": "completion"},
        "parts": {"type": "nested", "properties": {"code": {"type": "keyword"}}}
      }}""";

  private final Rest rest;
  private final String name;
  private final String mapping;
  private final boolean isFlat;
  private final Random random = new Random(17);
  private int nextKey;

  /**
   * Makes the indexes.
   *
   * @param streak more settings of the index with our codec, each followed by a comma
   */
  Twins(Rest rest, String name, int replicas, String streak)
      throws IOException, InterruptedException {
    this(rest, name, replicas, streak, MAPPING);
  }

  private Twins(Rest rest, String name, int replicas, String streak, String mapping)
      throws IOException, InterruptedException {
    this.rest = rest;
    this.name = name;
    this.mapping = mapping;
    this.isFlat = mapping.equals(MAPPING) == false;
    create(plain(), replicas, "\"codec\": \"default\",");
    create(streak(), replicas, streak + "\"codec\": \"streak\",");
  }

  /** Without nested documents, which part the runs of others. */
  static Twins flat(Rest rest, String name, String streak)
      throws IOException, InterruptedException {
    return new Twins(rest, name, 0, streak, MAPPING.replace("nested", "object"));
  }

  private void create(String index, int replicas, String more)
      throws IOException, InterruptedException {
    rest.put(
        "/" + index,
        "{\"settings\": {\"index\": {"
            + more
            + String.format(Locale.ROOT, SETTINGS, replicas)
            + "}}, \"mappings\": "
            + mapping
            + "}");
  }

  String plain() {
    return name + "-plain";
  }

  String streak() {
    return name + "-streak";
  }

  /** Adds documents to both. */
  void add(int documents) throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      lines.append("{\"index\": {\"_id\": \"").append(nextKey).append("\"}}\n");
      lines.append(document(nextKey++)).append('\n');
    }
    bulk(lines.toString());
  }

  /** Changes some documents of both and deletes some. */
  void change(int documents) throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      int key = random.nextInt(nextKey);
      if (i % 3 == 0) {
        lines.append("{\"delete\": {\"_id\": \"").append(key).append("\"}}\n");
      } else {
        lines.append("{\"index\": {\"_id\": \"").append(key).append("\"}}\n");
        lines.append(document(key)).append('\n');
      }
    }
    bulk(lines.toString());
  }

  private void bulk(String lines) throws IOException, InterruptedException {
    rest.bulk(plain(), lines);
    rest.bulk(streak(), lines);
    both("POST", "/_refresh");
  }

  private String document(int key) {
    int shop = random.nextInt(60);
    String words = words() + " " + words() + " " + words();
    return String.format(
            Locale.ROOT,
            """
            {"key": "%08d", "shop": "%d", "bare": "%d", "column": "%d", "lower": %s,
             "tags": ["t%d", "t%d"], "name": "%s", "text": "%s", "plain": "%s", "wild": "%s",
             "flat": {"a": "v%d", "b": {"c": "w%d"}}, "amount": %d, "day": "2026-01-%02d",
             "suggest": "%s", "parts": [{"code": "p%d"}, {"code": "p%d"}]}""",
            key,
            shop,
            shop,
            shop,
            key % 5 == 0 ? "null" : "\"Shop" + shop + "\"",
            random.nextInt(9),
            random.nextInt(9),
            words,
            words,
            words,
            words,
            random.nextInt(5),
            random.nextInt(5),
            random.nextInt(1000),
            1 + random.nextInt(28),
            words,
            random.nextInt(20),
            random.nextInt(20))
        .replace('\n', ' ');
  }

  private String words() {
    return WORDS.get(random.nextInt(WORDS.size())) + random.nextInt(4);
  }

  /** Sends a request to each of the indexes. */
  void both(String method, String path) throws IOException, InterruptedException {
    rest.ok(method, "/" + plain() + path, null);
    rest.ok(method, "/" + streak() + path, null);
  }

  /** Compares the answers to all kinds of requests and returns how many there were. */
  int compare(String state) throws IOException, InterruptedException {
    List<Requests.Request> requests = new ArrayList<>(Requests.all());
    if (isFlat) {
      requests.removeIf(request -> request.body().contains("\"nested\""));
    }
    for (Requests.Request request : requests) {
      String where = request.name() + ", " + name + ", " + state;
      JsonObject expected = answer(request, plain());
      assertEquals(where, expected, answer(request, streak()));
    }
    return requests.size();
  }

  private JsonObject answer(Requests.Request request, String index)
      throws IOException, InterruptedException {
    JsonObject answer =
        rest.ok(
            request.method(),
            request.path().replace("INDEX", index),
            request.body().replace("INDEX", index));
    stripOwn(answer);
    return answer;
  }

  static void stripOwn(JsonElement element) {
    if (element instanceof JsonObject object) {
      OWN.forEach(object::remove);
      object.asMap().values().forEach(Twins::stripOwn);
    } else if (element instanceof JsonArray array) {
      // Explanations of ours have one part more.
      array.asList().removeIf(part -> part.toString().startsWith(BY_RUNS));
      array.forEach(Twins::stripOwn);
    }
  }
}
