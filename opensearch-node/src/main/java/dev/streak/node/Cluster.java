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

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One node or several that know each other, each a process of its own. */
public final class Cluster implements AutoCloseable {
  private final List<NodeHome> homes = new ArrayList<>();
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final List<Integer> httpPorts = new ArrayList<>();
  private final List<Integer> transportPorts = new ArrayList<>();
  private final Path snapshots;
  private final Options options;

  /**
   * How nodes run.
   *
   * @param nodes how many
   * @param heapMegabytes heap of each
   * @param settings for every node's {@code opensearch.yml}
   * @param jvmFlags for every node
   */
  public record Options(
      int nodes, int heapMegabytes, Map<String, String> settings, List<String> jvmFlags) {
    /** Nodes with the defaults of the host. */
    public Options(int nodes, int heapMegabytes) {
      this(nodes, heapMegabytes, Map.of(), List.of());
    }
  }

  private Cluster(Path snapshots, Options options) {
    this.snapshots = snapshots;
    this.options = options;
  }

  /** Starts nodes below {@code path}, with the plugin, and waits until they answer. */
  public static Cluster start(NodeFiles files, Path path, Options options)
      throws IOException, InterruptedException {
    Cluster cluster = new Cluster(path.resolve("snapshots").toAbsolutePath(), options);
    try {
      for (int i = 0; i < options.nodes(); i++) {
        NodeHome home = NodeHome.create(files, path.resolve("node" + (i + 1)).toAbsolutePath());
        home.installPlugin();
        cluster.homes.add(home);
      }
      List<Integer> ports = FreePorts.find(2 * options.nodes());
      cluster.httpPorts.addAll(ports.subList(0, options.nodes()));
      cluster.transportPorts.addAll(ports.subList(options.nodes(), ports.size()));
      for (int i = 0; i < options.nodes(); i++) {
        cluster.nodes.add(cluster.startProcess(i));
      }
      for (NodeProcess node : cluster.nodes) {
        node.awaitHttp();
      }
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private NodeProcess startProcess(int i) throws IOException {
    return NodeProcess.start(
        homes.get(i), options.heapMegabytes(), httpPorts.get(i), settings(i), options.jvmFlags());
  }

  private Map<String, String> settings(int i) {
    Map<String, String> settings = new HashMap<>();
    settings.put("cluster.name", "streak");
    settings.put("node.name", "node" + (i + 1));
    settings.put("path.data", homes.get(i).path().resolve("data").toString());
    settings.put("path.repo", snapshots.toString());
    settings.put("network.host", "127.0.0.1");
    settings.put("http.port", Integer.toString(httpPorts.get(i)));
    settings.put("transport.port", Integer.toString(transportPorts.get(i)));
    settings.put("transport.type", "netty4");
    settings.put("http.type", "netty4");
    // A disk that is nearly full is the user's, not the node's.
    settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    if (homes.size() == 1) {
      settings.put("discovery.type", "single-node");
    } else {
      settings.put(
          "discovery.seed_hosts",
          String.join(",", transportPorts.stream().map(port -> "127.0.0.1:" + port).toList()));
      settings.put("cluster.initial_cluster_manager_nodes", "node1");
    }
    settings.putAll(options.settings());
    return settings;
  }

  /** The {@code i}-th node, counted from 0. */
  public NodeProcess node(int i) {
    return nodes.get(i);
  }

  /** Talks to the first node. */
  public Rest rest() {
    return node(0).rest();
  }

  /** How many nodes there are, whether they run or not. */
  public int size() {
    return nodes.size();
  }

  /** Where the first node listens. */
  public int httpPort() {
    return httpPorts.getFirst();
  }

  /** Where snapshots may go. */
  public Path snapshots() {
    return snapshots;
  }

  /** Stops a node if it still runs, starts it again and waits until it answers. */
  public void restart(int i) throws IOException, InterruptedException {
    nodes.get(i).close();
    nodes.set(i, startProcess(i));
    nodes.get(i).awaitHttp();
  }

  @Override
  public void close() {
    nodes.forEach(NodeProcess::close);
  }
}
