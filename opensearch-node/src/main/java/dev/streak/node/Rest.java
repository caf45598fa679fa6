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
package dev.streak.node;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;

/** JSON over HTTP to one node on loopback. */
public final class Rest {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final int WAITS = 10;
  private static final int TIMED_OUT = 408;
  private static final int OK_LIMIT = 300;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final String root;

  /** Talks to the node that listens on {@code port}. */
  public Rest(int port) {
    this.root = "http://127.0.0.1:" + port;
  }

  /** What a node answered. */
  public record Answer(int status, String body) {
    /** The body as an object. */
    public JsonObject json() {
      return JsonParser.parseString(body).getAsJsonObject();
    }
  }

  /** Sends a request, whose body may be null, and returns the answer whatever its status. */
  public Answer send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + path)).timeout(TIMEOUT);
    if (body == null) {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    } else {
      request
          .method(method, HttpRequest.BodyPublishers.ofString(body))
          .header(
              "Content-Type", path.contains("_bulk") ? "application/x-ndjson" : "application/json");
    }
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  /** Sends a request and returns the answer's object; another status than 2xx is an exception. */
  public JsonObject ok(String method, String path, String body)
      throws IOException, InterruptedException {
    Answer answer = send(method, path, body);
    if (answer.status() >= OK_LIMIT) {
      throw new IOException(method + " " + path + " -> " + answer.status() + " " + answer.body());
    }
    return answer.json();
  }

  /** GET. */
  public JsonObject get(String path) throws IOException, InterruptedException {
    return ok("GET", path, null);
  }

  /** PUT. */
  public JsonObject put(String path, String body) throws IOException, InterruptedException {
    return ok("PUT", path, body);
  }

  /** POST. */
  public JsonObject post(String path, String body) throws IOException, InterruptedException {
    return ok("POST", path, body);
  }

  /** DELETE. */
  public JsonObject delete(String path) throws IOException, InterruptedException {
    return ok("DELETE", path, null);
  }

  /** Sends a bulk request; an item that failed is an exception. */
  public void bulk(String index, String lines) throws IOException, InterruptedException {
    JsonObject answer = post("/" + index + "/_bulk", lines);
    if (answer.get("errors").getAsBoolean()) {
      for (JsonElement item : answer.getAsJsonArray("items")) {
        if (item.toString().contains("\"error\"")) {
          throw new IOException("bulk: " + item);
        }
      }
    }
  }

  /** Waits until the cluster has this health or a better one. */
  public void awaitHealth(String status) throws IOException, InterruptedException {
    awaitThat("wait_for_status=" + status);
  }

  /** Waits until the cluster has this many nodes. */
  public void awaitNodes(int nodes) throws IOException, InterruptedException {
    awaitThat("wait_for_nodes=" + nodes);
  }

  /** A copy of a shard takes minutes to recover while a busy machine writes on. */
  private void awaitThat(String condition) throws IOException, InterruptedException {
    Answer health = null;
    for (int i = 0; i < WAITS; i++) {
      health = send("GET", "/_cluster/health?timeout=120s&" + condition, null);
      if (health.status() < OK_LIMIT) {
        return;
      }
      if (health.status() != TIMED_OUT) {
        break;
      }
    }
    throw new IOException(condition + " -> " + health.status() + " " + health.body());
  }

  /** Whether a process answers, and not another one that has the port. */
  boolean isUp(long process) throws IOException, InterruptedException {
    try {
      return send("GET", "/_cluster/health", null).status() < OK_LIMIT
          && saysItIs(process, send("GET", "/_nodes/_local/process", null).body());
    } catch (
        @SuppressWarnings("unused")
        ConnectException notYet) {
      return false;
    }
  }

  /** Others than nodes may answer with anything. */
  private static boolean saysItIs(long process, String body) {
    return Pattern.compile("\"process\"\\s*:\\s*\\{[^}]*\"id\"\\s*:\\s*" + process + "\\b")
        .matcher(body)
        .find();
  }
}
