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

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.node.Cluster;
import dev.streak.node.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Writes to an index without a pause and remembers what was acknowledged. */
final class Writing implements AutoCloseable {
  private static final int BATCH = 40;
  private static final int OK_LIMIT = 300;

  private final Cluster cluster;
  private final String index;
  private final Random random = new Random(5);

  /** The value that each key has at least; a later one may have been written and not answered. */
  private final Map<Integer, Integer> acknowledged = new ConcurrentHashMap<>();

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::run, "writing");
  private volatile boolean stopped;
  private int nextKey;
  private int value;
  private int unanswered;

  Writing(Cluster cluster, String index) {
    this.cluster = cluster;
    this.index = index;
    thread.start();
  }

  private void run() {
    try {
      while (stopped == false) {
        writeOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.set(e);
    }
  }

  /** New documents, and old ones anew with a higher value. */
  private void writeOnce() throws InterruptedException {
    StringBuilder lines = new StringBuilder();
    int[] keys = new int[BATCH];
    value++;
    for (int i = 0; i < BATCH; i++) {
      keys[i] = i % 4 == 0 && nextKey > 0 ? random.nextInt(nextKey) : nextKey++;
      lines.append("{\"index\":{\"_id\":\"").append(keys[i]).append("\"}}\n");
      lines.append("{\"shop\":\"").append(keys[i] % 50).append("\",\"value\":").append(value);
      lines.append(",\"name\":\"item ").append(keys[i]).append("\"}\n");
    }
    Rest rest = cluster.node(random.nextInt(cluster.size())).rest();
    try {
      Rest.Answer answer = rest.send("POST", "/" + index + "/_bulk?timeout=20s", lines.toString());
      if (answer.status() < OK_LIMIT) {
        remember(keys, answer.json().getAsJsonArray("items"));
      }
    } catch (
        @SuppressWarnings("unused")
        IOException killed) {
      // Nothing was promised.
      unanswered++;
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private void remember(int[] keys, JsonArray items) {
    for (int i = 0; i < keys.length; i++) {
      JsonObject item = items.get(i).getAsJsonObject().getAsJsonObject("index");
      if (item.get("status").getAsInt() < OK_LIMIT) {
        acknowledged.put(keys[i], value);
      }
    }
  }

  int acknowledged() {
    return acknowledged.size();
  }

  /** How many bulk requests got no answer. */
  int unanswered() {
    return unanswered;
  }

  /** Counts acknowledged documents that are missing or older than was acknowledged. */
  int lost(Rest rest) throws IOException, InterruptedException {
    int lost = 0;
    List<Integer> keys = List.copyOf(acknowledged.keySet());
    for (int from = 0; from < keys.size(); from += 1_000) {
      List<Integer> some = keys.subList(from, Math.min(keys.size(), from + 1_000));
      String ids = String.join(",", some.stream().map(key -> "\"" + key + "\"").toList());
      JsonObject answer = rest.post("/" + index + "/_mget", "{\"ids\":[" + ids + "]}");
      for (JsonElement element : answer.getAsJsonArray("docs")) {
        JsonObject document = element.getAsJsonObject();
        int key = document.get("_id").getAsInt();
        if (document.get("found").getAsBoolean() == false
            || document.getAsJsonObject("_source").get("value").getAsInt()
                < acknowledged.get(key)) {
          lost++;
        }
      }
    }
    return lost;
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
    if (failure.get() != null) {
      throw new IllegalStateException("writing failed", failure.get());
    }
  }
}
