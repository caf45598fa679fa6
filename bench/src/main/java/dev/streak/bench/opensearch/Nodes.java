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
package dev.streak.bench.opensearch;

import dev.streak.bench.harness.BenchContext;
import dev.streak.node.Cluster;
import dev.streak.node.NodeFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Starts nodes from what the build of the module {@code opensearch} left. */
final class Nodes {
  private Nodes() {}

  /** Starts nodes in a folder of the run; they stop before it is deleted. */
  static Cluster start(BenchContext context, int nodes, int heapMegabytes)
      throws IOException, InterruptedException {
    // The launcher tells where the project is; without it the current directory is as good as any.
    Path target = Path.of(System.getProperty("streak.root", ""), "opensearch", "target");
    NodeFiles files = NodeFiles.in(target);
    Cluster cluster =
        Cluster.start(files, context.scratch("nodes"), new Cluster.Options(nodes, heapMegabytes));
    context.closeBeforeCleaning(cluster);
    return cluster;
  }
}
