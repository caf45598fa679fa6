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

import com.google.gson.JsonObject;
import dev.streak.node.Rest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.BeforeClass;
import org.junit.Test;
import org.roaringbitmap.RoaringBitmap;

/** {@code streak_terms}, {@code streak_ids}, and the queries of users that become Streak's. */
public class TestOwnQueries {
  private static Twins twins;

  @BeforeClass
  public static void index() throws Exception {
    twins = new Twins(SharedNode.rest(), "own", 0, "");
    twins.add(600);
    twins.change(100);
    SharedNode.rest().put("/sets/_doc/7?refresh=true", "{\"shops\": [\"3\", \"5\", \"nobody\"]}");
  }

  private static JsonObject search(String query) throws Exception {
    JsonObject answer =
        SharedNode.rest()
            .post(
                "/" + twins.streak() + "/_search",
                "{\"size\":1000,\"sort\":[\"key\"],\"query\":" + query + "}");
    Twins.stripOwn(answer);
    return answer;
  }

  private static void same(String expected, String actual) throws Exception {
    JsonObject answer = search(expected);
    assertTrue(expected, answer.getAsJsonObject("hits").getAsJsonArray("hits").isEmpty() == false);
    assertEquals(answer, search(actual));
  }

  private static String bitmap(int... ids) {
    return encoded(RoaringBitmap.bitmapOf(ids));
  }

  private static String encoded(RoaringBitmap bitmap) {
    ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
    bitmap.serialize(bytes);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  private static void refused(String query, String words) throws Exception {
    Rest.Answer answer =
        SharedNode.rest()
            .send("POST", "/" + twins.streak() + "/_search", "{\"query\":" + query + "}");
    assertEquals(answer.body(), 400, answer.status());
    assertTrue(answer.body(), answer.body().contains(words));
  }

  /** A few hundred kilobytes may stand for more ids than the node has room for. */
  @Test
  public void testLimitOfAllBitmapsTogether() throws Exception {
    StringJoiner clauses = new StringJoiner(",");
    for (long from = 0; from < 200_000_000; from += 1_000_000) {
      RoaringBitmap ids = RoaringBitmap.bitmapOfRange(from, from + 1_000_000);
      clauses.add("{\"streak_ids\":{\"shop\":{\"bitmap\":\"" + encoded(ids) + "\"}}}");
    }
    refused(
        "{\"bool\":{\"should\":[" + clauses + "]}}",
        "streak_ids has 2000000 ids, more than the limit of [1000000]");
    String few = "{\"streak_ids\":{\"shop\":{\"bitmap\":\"" + bitmap(3, 5) + "\"}}}";
    same(
        "{\"terms\":{\"shop\":[\"3\",\"5\"]}}",
        "{\"bool\":{\"filter\":[" + few + "," + few + "]}}");
  }

  @Test
  public void testNumbersAndStringsAreTerms() throws Exception {
    String expected = "{\"terms\":{\"shop\":[\"3\",\"5\",\"77\"]}}";
    same(expected, "{\"streak_terms\":{\"shop\":[3,5,77]}}");
    same(expected, "{\"streak_terms\":{\"shop\":[3,\"5\",\"77\"]}}");
    same(
        "{\"constant_score\":{\"filter\":" + expected + "}}",
        "{\"constant_score\":{\"filter\":{\"streak_terms\":{\"shop\":[3,5,77]}}}}");
  }

  @Test
  public void testOtherFieldsOfKeywords() throws Exception {
    same("{\"terms\":{\"bare\":[\"3\",\"5\"]}}", "{\"streak_terms\":{\"bare\":[3,5]}}");
    same("{\"terms\":{\"column\":[\"3\",\"5\"]}}", "{\"streak_terms\":{\"column\":[3,5]}}");
    same("{\"terms\":{\"lower\":[\"SHOP3\"]}}", "{\"streak_terms\":{\"lower\":[\"SHOP3\"]}}");
    same(
        "{\"ids\":{\"values\":[\"3\",\"5\",\"7\",\"8\"]}}",
        "{\"streak_terms\":{\"_id\":[3,5,7,8]}}");
  }

  /** The host's query of ids sorts them, and would count as one that was replaced. */
  @Test
  public void testIdsOfDocumentsAreNotTheHosts() throws Exception {
    int[] ids = IntStream.range(0, 60).map(id -> id * 17).toArray();
    StringJoiner numbers = new StringJoiner(",");
    StringJoiner words = new StringJoiner("\",\"", "\"", "\"");
    for (int id : ids) {
      numbers.add(Integer.toString(id));
      words.add(Integer.toString(id));
    }
    JsonObject expected = search("{\"ids\":{\"values\":[" + words + "]}}");
    assertTrue(expected.getAsJsonObject("hits").getAsJsonArray("hits").size() > 10);
    long replaced = replaced();
    for (String query :
        List.of(
            "{\"streak_terms\":{\"_id\":[17," + numbers + "]}}",
            "{\"streak_terms\":{\"_id\":[\"nobody\",\"007\"," + words + "]}}",
            "{\"streak_ids\":{\"_id\":{\"bitmap\":\"" + bitmap(ids) + "\"}}}")) {
      assertEquals(query, expected, search(query));
      assertEquals(query, replaced, replaced());
    }
    refused("{\"streak_terms\":{\"_id\":[\"\"]}}", "Ids can't be empty");
  }

  private static long replaced() throws Exception {
    JsonObject nodes = SharedNode.rest().get("/_plugins/_streak/stats").getAsJsonObject("nodes");
    JsonObject node = nodes.asMap().values().iterator().next().getAsJsonObject();
    return node.getAsJsonObject("queries").get("replaced").getAsLong();
  }

  @Test
  public void testIdsOfAnotherDocument() throws Exception {
    same(
        "{\"terms\":{\"shop\":[\"3\",\"5\"]}}",
        "{\"streak_terms\":{\"shop\":{\"index\":\"sets\",\"id\":\"7\",\"path\":\"shops\"}}}");
  }

  @Test
  public void testBitmap() throws Exception {
    same(
        "{\"terms\":{\"shop\":[\"3\",\"5\"]}}",
        "{\"streak_ids\":{\"shop\":{\"bitmap\":\"" + bitmap(3, 5, 1_000_000) + "\"}}}");
  }

  @Test
  public void testBadInputIsRefusedWithASentence() throws Exception {
    refused("{\"streak_terms\":{\"amount\":[3]}}", "works on keyword fields; [amount] is of type");
    refused("{\"streak_terms\":{\"shop\":[1.5]}}", "must be strings or whole numbers");
    refused("{\"streak_terms\":{\"shop\":[null]}}", "must be strings or whole numbers");
    refused("{\"streak_terms\":{}}", "needs a field");
    refused("{\"streak_terms\":{\"shop\":[1],\"name\":[2]}}", "has two fields");
    refused("{\"streak_ids\":{\"shop\":{\"bitmap\":\"?\"}}}", "must have a bitmap in base64");
    refused("{\"streak_ids\":{\"shop\":{\"bitmap\":\"AAAA\"}}}", "needs a portable 32-bit");
    refused("{\"streak_ids\":{\"shop\":{}}}", "needs a field with a bitmap");
    refused("{\"streak_ids\":{\"shop\":{\"bitmap\":null}}}", "must have a bitmap in base64; found");
    refused("{\"streak_ids\":{\"shop\":{\"bitmap\":[]}}}", "must have a bitmap in base64; found");
    refused("{\"streak_ids\":{\"shop\":{\"bits\":null}}}", "what to do with [bits]");
    refused("{\"streak_ids\":{\"boost\":null}}", "what to do with [boost]");
    refused("{\"streak_terms\":{\"shop\":[1],\"boost\":null}}", "needs an array or a look-up");
  }

  /** Four billion ids in 256 kB, of which the library says that they are fewer than none. */
  @Test
  public void testDamagedBitmapsAreRefused() throws Exception {
    int runs = 0xFFFF;
    ByteBuffer narrow = ByteBuffer.allocate(11 + 4 * runs).order(ByteOrder.LITTLE_ENDIAN);
    narrow.putInt(12347).put((byte) 1).putInt(0).putShort((short) runs);
    while (narrow.hasRemaining()) {
      narrow.putInt(0xFFFF_0000);
    }
    ByteBuffer wide = ByteBuffer.allocate(12 + narrow.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    wide.putLong(1).putInt(0).put(narrow.array());
    for (String field : List.of("shop", "lower", "_id")) {
      refused(ofBitmap(field, 32, narrow.array()), "damaged");
      refused(ofBitmap(field, 64, wide.array()), "damaged");
    }
    byte[] fewerThanNone = new byte[Long.BYTES];
    Arrays.fill(fewerThanNone, (byte) -1);
    refused(ofBitmap("shop", 64, fewerThanNone), "needs a portable 64-bit");
  }

  private static String ofBitmap(String field, int bits, byte[] bytes) {
    return "{\"streak_ids\":{\""
        + field
        + "\":{\"bits\":"
        + bits
        + ",\"bitmap\":\""
        + Base64.getEncoder().encodeToString(bytes)
        + "\"}}}";
  }

  /** Documents of a shop lie together; hits were not given the runs that the count ended in. */
  @Test
  public void testTerminateAfter() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put(
        "/runs",
        """
        {"settings": {"index": {"codec": "streak", "number_of_shards": 1, "number_of_replicas": 0}},
         "mappings": {"properties": {"shop": {"type": "keyword"}}}}""");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      lines.append("{\"index\": {}}\n{\"shop\": \"").append(i / 20).append("\"}\n");
    }
    rest.bulk("runs", lines.toString());
    rest.post("/runs/_refresh", null);
    endsEarly();
    // Segments of ours stay where the index goes back.
    rest.post("/runs/_close", null);
    rest.put("/runs/_settings", "{\"index.codec\": \"default\"}");
    rest.post("/runs/_open", null);
    rest.get("/_cluster/health/runs?wait_for_status=green&timeout=60s");
    endsEarly();
  }

  private static void endsEarly() throws Exception {
    for (String query : List.of("terms", "streak_terms")) {
      JsonObject hits =
          SharedNode.rest()
              .post(
                  "/runs/_search",
                  "{\"terminate_after\":5,\"size\":3,\"query\":{\""
                      + query
                      + "\":{\"shop\":[\"1\",\"2\"]}}}")
              .getAsJsonObject("hits");
      assertEquals(query, 3, hits.getAsJsonArray("hits").size());
      assertEquals(query, 5, hits.getAsJsonObject("total").get("value").getAsInt());
    }
  }

  /** The host adds a filter where nested documents might match, which is a clause of its own. */
  @Test
  public void testNoFilterWhereNestedDocumentsCannotMatch() throws Exception {
    Rest rest = SharedNode.rest();
    String path = "/" + twins.streak() + "/_search";
    for (String query :
        List.of(
            "{\"streak_terms\":{\"shop\":[3,5]}}",
            "{\"streak_terms\":{\"lower\":[\"shop3\"]}}",
            "{\"streak_ids\":{\"shop\":{\"bitmap\":\"" + bitmap(3, 5) + "\"}}}")) {
      String profile = rest.post(path, "{\"profile\":true,\"query\":" + query + "}").toString();
      assertTrue(profile, profile.contains("RunTermsQuery"));
      assertEquals(profile, false, profile.contains("_primary_term"));
    }
    same(
        "{\"nested\":{\"path\":\"parts\",\"query\":{\"terms\":{\"parts.code\":[\"p1\"]}}}}",
        "{\"nested\":{\"path\":\"parts\",\"query\":{\"streak_terms\":{\"parts.code\":[\"p1\"]}}}}");
    Rest.Answer ofParts =
        rest.send("POST", path, "{\"query\":{\"streak_terms\":{\"parts.code\":[\"p1\"]}}}");
    assertTrue(ofParts.body(), ofParts.body().contains("\"total\":{\"value\":0"));
    rewriting("true");
    try {
      same(clauses("terms"), clauses("streak_terms"));
    } finally {
      rewriting("null");
    }
  }

  /** The host merges {@code terms} beside large ones, and loses what a filter means. */
  @Test
  public void testLargeTermsBesideOthersInAFilter() throws Exception {
    List<String> queries =
        List.of(
            filters(among("shop", "", 0, 40), among("tags", "t", 2, 5)),
            filters(among("shop", "", 0, 16), among("tags", "t", 2, 5)),
            filters(among("shop", "", 0, 40), among("shop", "", 30, 60)),
            filters(
                among("shop", "", 0, 40),
                "{\"bool\":{\"filter\":[" + among("tags", "t", 2, 5) + "]}}"));
    for (String query : queries) {
      JsonObject expected = search(query);
      assertTrue(query, expected.getAsJsonObject("hits").getAsJsonArray("hits").size() > 5);
      rewriting("true");
      try {
        assertEquals(query, expected, search(query));
      } finally {
        rewriting("null");
      }
    }
  }

  private static String filters(String... filters) {
    return "{\"bool\":{\"filter\":[" + String.join(",", filters) + "]}}";
  }

  private static String among(String field, String start, int from, int to) {
    StringJoiner values = new StringJoiner("\",\"", "[\"", "\"]");
    for (int i = from; i < to; i++) {
      values.add(start + i);
    }
    return "{\"terms\":{\"" + field + "\":" + values + "}}";
  }

  /** Switches the host's rewriting. */
  private static void rewriting(String enabled) throws Exception {
    set("search.query_rewriting.enabled", enabled);
  }

  /** From how many values on the host merges {@code terms}, as docs/opensearch.md tells. */
  private static void merging(String threshold) throws Exception {
    set("search.query_rewriting.terms_threshold", threshold);
  }

  private static void set(String setting, String value) throws Exception {
    SharedNode.rest()
        .put("/_cluster/settings", "{\"transient\":{\"" + setting + "\":" + value + "}}");
  }

  /** As many as a query may have, each of so many terms that the plugin rewrites them. */
  private static String clauses(String type) {
    StringJoiner clauses = new StringJoiner(",", "{\"bool\":{\"should\":[", "]}}");
    for (int i = 0; i < 1024; i++) {
      StringJoiner shops = new StringJoiner(",");
      for (int shop = i; shop < i + 17; shop++) {
        shops.add("\"" + shop + "\"");
      }
      clauses.add("{\"bool\":{\"must\":[{\"" + type + "\":{\"shop\":[" + shops + "]}}]}}");
    }
    return clauses.toString();
  }

  /** Each lies in a bitmap of its own, which as an object takes fifty times its eight bytes. */
  @Test
  public void testIdsFarApart() throws Exception {
    int count = 600_000;
    ByteBuffer sparse = ByteBuffer.allocate(8 + 22 * count).order(ByteOrder.LITTLE_ENDIAN);
    sparse.putLong(count);
    for (int i = 0; i < count; i++) {
      // High bits; cookie, one container, its key, its one id, at byte 16.
      sparse.putInt(i).putInt(12346).putInt(1).putShort((short) 0).putShort((short) 0);
      sparse.putInt(16).putShort((short) 7);
    }
    String bitmap = Base64.getEncoder().encodeToString(sparse.array());
    same(
        "{\"term\":{\"shop\":\"7\"}}",
        "{\"streak_ids\":{\"shop\":{\"bits\":64,\"bitmap\":\"" + bitmap + "\"}}}");
  }

  @Test
  public void testLimit() throws Exception {
    Rest rest = SharedNode.rest();
    rest.put("/" + twins.streak() + "/_settings", "{\"index.streak.max_ids\": 2}");
    try {
      refused("{\"streak_terms\":{\"shop\":[1,2,3]}}", "has 3 ids, more than the limit of [2]");
      refused(
          "{\"streak_ids\":{\"shop\":{\"bitmap\":\"" + bitmap(1, 2, 3) + "\"}}}",
          "has 3 ids, more than the limit of [2]");
      // The host asks for it twice.
      search(
          "{\"nested\":{\"path\":\"parts\",\"inner_hits\":{},\"query\":{\"streak_ids\":"
              + "{\"parts.code\":{\"bitmap\":\""
              + bitmap(1, 2)
              + "\"}}}}}");
    } finally {
      rest.put("/" + twins.streak() + "/_settings", "{\"index.streak.max_ids\": null}");
    }
  }

  @Test
  public void testQueriesOfUsersBecomeOurs() throws Exception {
    StringBuilder shops = new StringBuilder("\"0\"");
    for (int i = 1; i < 40; i++) {
      shops.append(",\"").append(i).append('"');
    }
    String query = "{\"profile\":true,\"query\":{\"terms\":{\"shop\":[" + shops + "]}}}";
    String path = "/" + twins.streak() + "/_search";
    Rest rest = SharedNode.rest();
    assertTrue(rest.post(path, query).toString().contains("RunTermsQuery"));
    rest.put("/_cluster/settings", "{\"transient\":{\"streak.search.accelerate\":false}}");
    try {
      assertEquals(false, rest.post(path, query).toString().contains("RunTermsQuery"));
      twins.compare("not accelerated");
    } finally {
      rest.put("/_cluster/settings", "{\"transient\":{\"streak.search.accelerate\":null}}");
    }
    rewriting("true");
    merging("2147483647");
    try {
      twins.compare("rewritten before the host sorts");
      // Our own limit is not that of the host's queries.
      rest.put("/" + twins.streak() + "/_settings", "{\"index.streak.max_ids\": 2}");
      assertTrue(rest.post(path, query).toString().contains("RunTermsQuery"));
    } finally {
      rest.put("/" + twins.streak() + "/_settings", "{\"index.streak.max_ids\": null}");
      rewriting("null");
      merging("null");
    }
  }
}
