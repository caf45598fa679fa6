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
import dev.streak.codec.StreakCodec;
import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.Column;
import dev.streak.versions.ReaderLease;
import dev.streak.versions.ShardedReaders;
import dev.streak.versions.VersionedReaders;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * A key-value store behind the JDK's HTTP server: {@code GET /prices?1,2,3} answers with a line for
 * each key, all of one version of the data. {@code GET /refresh}, called when a shard has a new
 * version, opens it while prices are asked for: so shards are replaced one after the other.
 *
 * <p>From the root of a built clone: {@code java -cp
 * tools/target/streak-tools.jar:examples/target/classes dev.streak.examples.KeyValueServer}
 */
public final class KeyValueServer implements Closeable {
  private static final int ITEMS = 1_000;

  private final ShardedReaders shards;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  /**
   * Serves the indexes in these folders, each of which is a shard, until Ctrl-C; without any, a
   * small one in a temporary folder.
   */
  public static void main(String[] folders) throws IOException, InterruptedException {
    if (folders.length > 0) {
      serve(Arrays.stream(folders).map(Path::of).toList());
      return;
    }
    ScratchFolder folder = new ScratchFolder();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    try (Directory directory = FSDirectory.open(folder.path())) {
      write(directory);
    }
    serve(List.of(folder.path()));
  }

  private static void delete(ScratchFolder folder) {
    try {
      folder.close();
    } catch (IOException e) {
      System.err.println("left behind: " + folder.path() + " (" + e + ")");
    }
  }

  private static void serve(List<Path> folders) throws IOException, InterruptedException {
    Map<String, VersionedReaders> shards = new LinkedHashMap<>();
    for (Path folder : folders) {
      shards.put(folder.toString(), new VersionedReaders(FSDirectory.open(folder), 2));
    }
    try (ShardedReaders readers = new ShardedReaders(shards);
        KeyValueServer server = new KeyValueServer(readers)) {
      System.out.println("http://127.0.0.1:" + server.port() + "/prices?1,2,3");
      new CountDownLatch(1).await();
    }
  }

  /** Version 1 of the prices of some items. */
  static void write(Directory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int item = 0; item < ITEMS; item++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(item), Field.Store.NO));
        document.add(new NumericDocValuesField("price", 100 + item));
        writer.addDocument(document);
      }
      VersionedReaders.setVersion(writer, 1);
      writer.commit();
    }
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
