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

import com.google.gson.JsonObject;
import dev.streak.bench.data.Catalogue;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.Locale;
import java.util.function.LongConsumer;

/** The catalogue in two indexes of a node, one with the codec {@code default}, one with ours. */
final class CatalogueTwins {
  static final String PLAIN = "catalogue-default";
  static final String STREAK = "catalogue-streak";

  private static final int BATCH = 5_000;
  private static final String MAPPING =
      """
      {"dynamic": "strict", "properties": {
        "id": {"type": "long", "index": false},
        "shop": {"properties": {
          "id": {"type": "keyword"}, "name": {"type": "keyword"},
          "city": {"type": "keyword"}, "geohash": {"type": "keyword"}}},
        "name": {"type": "keyword"}, "category": {"type": "keyword"},
        "price": {"properties": {
          "amount": {"type": "float"}, "currency": {"type": "keyword"}}},
        "description": {"type": "text"}, "available": {"type": "boolean"}}}""";

  private final Rest rest;
  private final Catalogue catalogue;
  private long plainNanos;
  private long streakNanos;

  CatalogueTwins(Rest rest, Catalogue catalogue) {
    this.rest = rest;
    this.catalogue = catalogue;
  }

  /** Makes both indexes, sorted as the demo's. */
  void create(int shards, int replicas, boolean queryCache)
      throws IOException, InterruptedException {
    String cache = ", \"queries.cache.enabled\": " + queryCache;
    create(PLAIN, shards, replicas, "\"codec\": \"default\"" + cache);
    String streak = "\"codec\": \"streak\", \"streak.prefixes.name\": \"1-3\"";
    create(STREAK, shards, replicas, streak + cache);
  }

  private void create(String index, int shards, int replicas, String codec)
      throws IOException, InterruptedException {
    rest.put(
        "/" + index,
        String.format(
            Locale.ROOT,
            """
        {"settings": {"index": {%s, "number_of_shards": %d, "number_of_replicas": %d,
           "refresh_interval": "30s", "requests.cache.enable": false,
           "sort.field": ["shop.city", "shop.geohash", "shop.id", "id"]}},
         "mappings": %s}""",
            codec,
            shards,
            replicas,
            MAPPING));
  }

  /** Indexes all items in both, in turns, and counts the time of each. */
  void load(LongConsumer progress) throws IOException, InterruptedException {
    for (int from = 0; from < catalogue.size(); from += BATCH) {
      String lines = lines(from, Math.min(catalogue.size(), from + BATCH));
      boolean plainFirst = from / BATCH % 2 == 0;
      long first = bulk(plainFirst ? PLAIN : STREAK, lines);
      long second = bulk(plainFirst ? STREAK : PLAIN, lines);
      // What the JVM of the node learns at first is nobody's.
      if (from >= catalogue.size() / 10) {
        plainNanos += plainFirst ? first : second;
        streakNanos += plainFirst ? second : first;
      }
      progress.accept(Math.min(catalogue.size(), from + BATCH));
    }
  }

  private String lines(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      Catalogue.Item item = catalogue.item(i);
      lines.append("{\"index\":{\"_id\":\"").append(item.id()).append("\"}}\n");
      lines.append(item.toJson()).append('\n');
    }
    return lines.toString();
  }

  private long bulk(String index, String lines) throws IOException, InterruptedException {
    long start = System.nanoTime();
    rest.bulk(index, lines);
    return System.nanoTime() - start;
  }

  long plainNanos() {
    return plainNanos;
  }

  long streakNanos() {
    return streakNanos;
  }

  /** Merges both to one segment a shard. */
  void merge() throws IOException, InterruptedException {
    for (String index : new String[] {PLAIN, STREAK}) {
      rest.post("/" + index + "/_forcemerge?max_num_segments=1", null);
      rest.post("/" + index + "/_refresh", null);
      rest.post("/" + index + "/_flush", null);
    }
    rest.awaitHealth("green");
  }

  /** Bytes of an index's primary shards. */
  long bytes(String index) throws IOException, InterruptedException {
    return primaries(index, "store").get("size_in_bytes").getAsLong();
  }

  /** Time that the index's shards have spent in the phase that finds hits, and how often. */
  long queryMillis(String index) throws IOException, InterruptedException {
    return primaries(index, "search").get("query_time_in_millis").getAsLong();
  }

  private JsonObject primaries(String index, String metric)
      throws IOException, InterruptedException {
    return rest.get("/" + index + "/_stats/" + metric)
        .getAsJsonObject("_all")
        .getAsJsonObject("primaries")
        .getAsJsonObject(metric);
  }
}
