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
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.streak.node.Cluster;
import dev.streak.node.NodeFiles;
import dev.streak.node.Rest;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** A node that starts without the plugin, and the steps back that the guide names. */
public class TestMissingPlugin {

  @Test
  public void testPluginGoesAndComesBack() throws Exception {
    assumeTrue("four starts of a node", Boolean.getBoolean("tests.nightly"));
    try (Cluster cluster = SharedNode.start("missing", new Cluster.Options(1, 512))) {
      Rest rest = cluster.rest();
      Twins twins = new Twins(rest, "missing", 0, "\"streak.prefixes.name\": \"1-3\",");
      twins.add(400);
      twins.both("POST", "/_flush");
      cluster.node(0).close();
      lookedAtByTheShardTool(cluster.node(0).home().path(), twins.streak());
      cluster.node(0).home().removePlugin();
      cluster.restart(0);
      redWithoutPlugin(cluster.rest(), twins);
      cluster.node(0).close();
      cluster.node(0).home().installPlugin();
      cluster.restart(0);
      cluster.rest().awaitHealth("green");
      twins.compare("plugin back");
      heal(cluster.rest(), twins);
    }
  }

  /** With the class path that OpenSearch gives its tool, and with the one that the guide names. */
  private static void lookedAtByTheShardTool(Path home, String index) throws IOException {
    String lib = NodeFiles.in(SharedNode.TARGET).lib().resolve("*").toString();
    String without = shardTool(home, index, lib);
    assertTrue(without, without.contains("with name 'Streak1' does not exist"));
    assertTrue(without, without.contains("Lucene index is corrupted and unrecoverable"));
    String with = shardTool(home, index, lib + File.pathSeparator + home + "/plugins/streak/*");
    assertTrue(with, with.contains("No problems were detected with this index"));
  }

  private static String shardTool(Path home, String index, String classPath) throws IOException {
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dopensearch.path.home=" + home,
            "-Dopensearch.path.conf=" + home.resolve("config"),
            "-Dopensearch.distribution.type=tar",
            "-cp",
            classPath,
            "org.opensearch.index.shard.ShardToolCli",
            "remove-corrupted-data",
            "--index",
            index,
            "--shard-id",
            "0");
    Process tool = command.redirectErrorStream(true).start();
    tool.getOutputStream().close();
    return new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void redWithoutPlugin(Rest rest, Twins twins)
      throws IOException, InterruptedException {
    assertEquals("red", healthOf(rest, twins.streak(), "red"));
    assertEquals("green", healthOf(rest, twins.plain(), "green"));
    String stores = rest.get("/" + twins.streak() + "/_shard_stores?status=all").toString();
    assertTrue(stores, stores.contains("with name 'Streak1' does not exist"));
    String explained = rest.send("GET", "/_cluster/allocation/explain", null).body();
    assertTrue(explained, explained.contains("either stale or corrupt"));
    assertTrue(explained, explained.contains("with name 'Streak1' does not exist"));
  }

  private static String healthOf(Rest rest, String index, String wanted)
      throws IOException, InterruptedException {
    String health = "";
    for (int i = 0; i < 120 && health.equals(wanted) == false; i++) {
      TimeUnit.MILLISECONDS.sleep(250);
      health = rest.get("/_cluster/health/" + index).get("status").getAsString();
    }
    return health;
  }

  private static void heal(Rest rest, Twins twins) throws IOException, InterruptedException {
    String index = "/" + twins.streak();
    twins.add(50);
    assertTrue(segments(rest, twins).has("Lucene104"));
    rest.post(index + "/_close", null);
    rest.put(
        index + "/_settings",
        """
        {"index.codec": "streak", "index.streak.prefixes.name": "1-3", "archived.index.codec": null}""");
    rest.put(index + "/_settings", "{\"archived.*\": null}");
    rest.post(index + "/_open", null);
    rest.awaitHealth("green");
    // Both: which of many equal suggestions are found first depends on the segments.
    twins.both("POST", "/_forcemerge?max_num_segments=1");
    twins.both("POST", "/_refresh");
    assertEquals(JsonParser.parseString("{\"Streak1\": 1}"), segments(rest, twins));
    String settings = rest.get(index + "/_settings?flat_settings=true").toString();
    assertFalse(settings, settings.contains("archived"));
    twins.compare("healed");
  }

  private static JsonObject segments(Rest rest, Twins twins)
      throws IOException, InterruptedException {
    Map.Entry<String, ?> node =
        rest.get("/_plugins/_streak/stats")
            .getAsJsonObject("nodes")
            .asMap()
            .entrySet()
            .iterator()
            .next();
    return ((JsonObject) node.getValue())
        .getAsJsonObject("indices")
        .getAsJsonObject(twins.streak())
        .getAsJsonObject("segments_by_codec");
  }
}
