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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import dev.streak.cache.BlockCache;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.Test;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;

public class TestNodeSettings {

  /** A node whose heap takes all memory of its container starts, too. */
  @Test
  public void testTheDefaultIsASizeThatMayBeSet() {
    for (long ofLibrary : new long[] {1 << 16, 1 << 20, 500_000_000, 1L << 40, 1L << 42}) {
      long size = NodeSettings.usualSize(ofLibrary).getBytes();
      Settings same = Settings.builder().put("streak.cache.size", size + "b").build();
      assertEquals(size, NodeSettings.CACHE_SIZE.get(same).getBytes());
    }
    assertTrue(NodeSettings.CACHE_SIZE.get(Settings.EMPTY).getBytes() >= 1 << 20);
  }

  /** What holds at each step of a node's life, in a process that has these properties. */
  @Test
  public void testSystemPropertiesHoldUntilASettingSaysMore() throws Exception {
    assertEquals(
        "64 false, 64 true, 3 false, 64 false, 5 true, 64 false,",
        OfNode.run("-Ddev.streak.cache.bytes=64m", "-Ddev.streak.cache.enabled=false"));
  }

  /** A process, for the shared cache of this one has begun already. */
  static final class OfNode {

    private OfNode() {}

    static String run(String... properties) throws Exception {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of(properties));
      command.add("-cp");
      command.add(
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
      command.add(OfNode.class.getName());
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(said, 0, process.waitFor());
      return said.strip();
    }

    public static void main(String[] arguments) {
      ClusterSettings cluster = start(Settings.EMPTY);
      for (Settings ofCluster :
          List.of(
              Settings.builder().put("streak.cache.enabled", true).build(),
              Settings.builder().put("streak.cache.size", "3mb").build(),
              Settings.EMPTY)) {
        cluster.applySettings(ofCluster);
        tell();
      }
      start(
          Settings.builder()
              .put("streak.cache.size", "5mb")
              .put("streak.cache.enabled", true)
              .build());
      start(Settings.EMPTY);
    }

    private static ClusterSettings start(Settings ofNode) {
      ClusterSettings cluster = new ClusterSettings(ofNode, Set.copyOf(NodeSettings.SETTINGS));
      new NodeSettings(ofNode).start(ofNode, cluster);
      tell();
      return cluster;
    }

    private static void tell() {
      BlockCache cache = BlockCache.shared();
      System.out.print((cache.capacityBytes() >> 20) + " " + cache.isEnabled() + ", ");
    }
  }
}
