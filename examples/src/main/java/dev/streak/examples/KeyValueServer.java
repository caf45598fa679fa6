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
package dev.streak.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.ReaderLease;
import dev.streak.keyvalue.ShardedReaders;
import dev.streak.keyvalue.VersionedReaders;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.store.FSDirectory;

/**
 * A key-value store behind the JDK's HTTP server: {@code GET /prices?1,2,3} answers with a line for
 * each key, all of one version of the data. {@code GET /refresh}, called when a shard has a new
 * version, opens it while prices are asked for: so shards are replaced one after the other.
 */
public final class KeyValueServer implements Closeable {

  private final ShardedReaders shards;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  /** Serves the indexes in these folders, each of which is a shard. */
  public static void main(String[] folders) throws IOException {
    Map<String, VersionedReaders> shards = new LinkedHashMap<>();
    for (String folder : folders) {
      shards.put(folder, new VersionedReaders(FSDirectory.open(Path.of(folder)), 2));
    }
    KeyValueServer server = new KeyValueServer(new ShardedReaders(shards));
    System.out.println("http://127.0.0.1:" + server.port() + "/prices?1,2,3");
  }

  /** Serves on a free port of the loopback address. */
  public KeyValueServer(ShardedReaders shards) throws IOException {
    this.shards = shards;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/prices", this::prices);
    server.createContext("/refresh", this::refresh);
    server.setExecutor(threads);
    server.start();
  }

  /** The port that is served on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void prices(HttpExchange exchange) throws IOException {
    try (exchange) {
      long[] keys;
      try {
        String query = exchange.getRequestURI().getQuery();
        keys = Arrays.stream(query.split(",")).mapToLong(Long::parseLong).toArray();
      } catch (NumberFormatException | NullPointerException e) {
        respond(exchange, 400, "keys must be numbers with commas between them\n");
        return;
      }
      StringBuilder answer = new StringBuilder();
      try (ReaderLease lease = shards.acquire()) {
        Batch batch = lease.batches("id").get(keys, Column.longs("price"));
        answer.append("version ").append(lease.version()).append('\n');
        for (int i = 0; i < keys.length; i++) {
          answer.append(keys[i]).append(' ');
          answer.append(batch.isFound(i) ? batch.longs("price").value(i) : "missing");
          answer.append('\n');
        }
      }
      respond(exchange, 200, answer.toString());
    }
  }

  private void refresh(HttpExchange exchange) throws IOException {
    try (exchange) {
      respond(exchange, 200, shards.refresh() ? "new\n" : "nothing new\n");
    }
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Stops serving. The shards stay the caller's. */
  @Override
  public void close() {
    server.stop(1);
    threads.shutdown();
  }
}
