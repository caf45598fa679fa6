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

import dev.streak.node.Cluster;
import dev.streak.node.NodeFiles;
import dev.streak.node.Rest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One node for all tests of this JVM that need no other: starting takes longer than most tests. */
final class SharedNode {
  /** Of the module, where the build put the archive and the node's files. */
  static final Path TARGET = Path.of("target").toAbsolutePath();

  /** Every answer of a shortcut is compared with Lucene's. */
  static final List<String> CHECKED =
      List.of("-ea:dev.streak...", "-ea:org.apache.lucene...", "-Ddev.streak.checks=1");

  private static Cluster cluster;

  private SharedNode() {}

  /** The node, started when first asked for. It stops with this JVM. */
  static synchronized Cluster get() {
    if (cluster == null) {
      cluster = start("shared", new Cluster.Options(1, 512, Map.of(), CHECKED));
    }
    return cluster;
  }

  static Rest rest() {
    return get().rest();
  }

  /** Starts nodes of the caller's own. */
  static Cluster start(String name, Cluster.Options options) {
    try {
      Path folder = Files.createTempDirectory(TARGET, "nodes-" + name + "-");
      return Cluster.start(NodeFiles.in(TARGET), folder, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
