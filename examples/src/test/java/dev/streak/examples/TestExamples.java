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

import dev.streak.codec.StreakCodec;
import dev.streak.versions.ShardedReaders;
import dev.streak.versions.VersionedReaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.junit.Assert;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The examples do what they say. */
public class TestExamples extends Assert {

  /** Where examples write. */
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);

  @Test
  public void testIdsByOwner() throws Exception {
    int pizzas = IdsByOwner.run(folder.newFolder().toPath(), out);
    assertTrue(output.toString(StandardCharsets.UTF_8), pizzas > 0);
  }

  @Test
  public void testNamesAsTyped() throws Exception {
    assertEquals(1, NamesAsTyped.run(folder.newFolder().toPath(), out));
    assertTrue(output.toString(StandardCharsets.UTF_8).contains("begin with F: 2857"));
  }

  @Test
  public void testMoveInAndOut() throws Exception {
    assertEquals(3 * 30, MoveInAndOut.run(folder.newFolder().toPath(), out));
    String lines = output.toString(StandardCharsets.UTF_8);
    assertTrue(lines, lines.contains("moved in: 30 orders of customer7 in segments of [Streak1]"));
    assertTrue(lines, lines.contains("moved out: 30 orders of customer7 in segments of [Lucene1"));
  }

  @Test
  public void testBesideAnIndex() throws Exception {
    assertEquals(100, BesideAnIndex.run(folder.newFolder().toPath(), out));
    assertTrue(output.toString(StandardCharsets.UTF_8).contains("segments with a sidecar: 1"));
  }

  @Test
  public void testKeyValueServerThroughARollingReplacement() throws Exception {
    List<Directory> directories = new ArrayList<>();
    Map<String, VersionedReaders> shards = new LinkedHashMap<>();
    for (int shard = 0; shard < 2; shard++) {
      Directory directory = new ByteBuffersDirectory();
      directories.add(directory);
      write(directory, shard, 1);
      shards.put("shard " + shard, new VersionedReaders(directory, 2));
    }
    try (ShardedReaders readers = new ShardedReaders(shards);
        KeyValueServer server = new KeyValueServer(readers)) {
      assertEquals("version 1\n4 1004\n7 1007\n99 missing\n", get(server, "prices?4,7,99"));
      assertEquals("nothing new\n", get(server, "refresh"));
      write(directories.get(0), 0, 2);
      assertEquals("new\n", get(server, "refresh"));
      assertEquals("version 1\n4 1004\n7 1007\n", get(server, "prices?4,7"));
      write(directories.get(1), 1, 2);
      assertEquals("new\n", get(server, "refresh"));
      assertEquals("version 2\n4 2004\n7 2007\n", get(server, "prices?4,7"));
      assertEquals("keys must be numbers with commas between them\n", get(server, "prices?x"));
    }
    IOUtils.close(directories);
  }

  @Test
  public void testKeyValueServerToTry() throws Exception {
    try (ScratchFolder temporary = new ScratchFolder();
        Directory directory = FSDirectory.open(temporary.path())) {
      KeyValueServer.write(directory);
      Map<String, VersionedReaders> shards = Map.of("all", new VersionedReaders(directory, 2));
      try (ShardedReaders readers = new ShardedReaders(shards);
          KeyValueServer server = new KeyValueServer(readers)) {
        assertEquals("version 1\n7 107\n5000 missing\n", get(server, "prices?7,5000"));
      }
    }
  }

  @Test
  public void testTemporaryFoldersGo() throws Exception {
    Path path;
    try (ScratchFolder temporary = new ScratchFolder()) {
      path = temporary.path();
      BesideAnIndex.run(path, out);
      assertTrue(Files.exists(path.resolve("shops")));
    }
    assertFalse(Files.exists(path));
  }

  private static String get(KeyValueServer server, String request) throws Exception {
    HttpRequest httpRequest =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/" + request))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(httpRequest, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static void write(Directory directory, int shard, int version) throws IOException {
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig().setCodec(new StreakCodec()))) {
      for (int key = shard; key < 10; key += 2) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(key), Field.Store.NO));
        document.add(new NumericDocValuesField("price", version * 1000L + key));
        writer.updateDocument(new Term("id", Integer.toString(key)), document);
      }
      VersionedReaders.setVersion(writer, version);
      writer.commit();
    }
  }
}
