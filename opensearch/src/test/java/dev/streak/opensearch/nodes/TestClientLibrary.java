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
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.opensearch.client.Request;
import org.opensearch.client.ResponseException;
import org.opensearch.client.RestClient;

/** The plugin through the client library that applications use. */
public class TestClientLibrary {
  private static RestClient client;

  @BeforeClass
  public static void connect() throws Exception {
    int port = SharedNode.get().httpPort();
    client = RestClient.builder(new HttpHost("http", "127.0.0.1", port)).build();
  }

  @AfterClass
  public static void disconnect() throws IOException {
    client.close();
  }

  private static JsonObject send(String method, String path, String body) throws IOException {
    Request request = new Request(method, path);
    if (body != null) {
      request.setJsonEntity(body);
    }
    byte[] answer = client.performRequest(request).getEntity().getContent().readAllBytes();
    return JsonParser.parseString(new String(answer, StandardCharsets.UTF_8)).getAsJsonObject();
  }

  @Test
  public void testIndexSearchAndStatistics() throws Exception {
    send(
        "PUT",
        "/client",
        """
        {"settings": {"index.codec": "streak", "index.streak.prefixes.name": "1-2"},
         "mappings": {"properties": {"shop": {"type": "keyword"}, "name": {"type": "keyword"}}}}""");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 90; i++) {
      lines.append("{\"index\":{\"_id\":\"").append(i).append("\"}}\n{\"shop\":\"").append(i % 9);
      lines.append("\",\"name\":\"soup ").append(i).append("\"}\n");
    }
    JsonObject bulk = send("POST", "/client/_bulk?refresh=true", lines.toString());
    assertEquals(false, bulk.get("errors").getAsBoolean());
    assertEquals(30, count("{\"streak_terms\":{\"shop\":[1,2,3,77]}}"));
    assertEquals(30, count("{\"terms\":{\"shop\":[\"1\",\"2\",\"3\"]}}"));
    assertEquals(90, count("{\"prefix\":{\"name\":\"s\"}}"));
    assertTrue(
        send("GET", "/_plugins/_streak/stats", null)
            .getAsJsonObject("nodes")
            .toString()
            .contains("\"client\""));
  }

  private static int count(String query) throws IOException {
    return send("POST", "/client/_count", "{\"query\":" + query + "}").get("count").getAsInt();
  }

  @Test
  public void testRefusalsReachTheCaller() {
    ResponseException e =
        assertThrows(
            ResponseException.class,
            () -> send("PUT", "/refused-client", "{\"settings\":{\"index.codec\":\"Streak1\"}}"));
    assertEquals(400, e.getResponse().getStatusLine().getStatusCode());
    assertTrue(e.getMessage(), e.getMessage().contains("index.codec must be streak"));
  }
}
