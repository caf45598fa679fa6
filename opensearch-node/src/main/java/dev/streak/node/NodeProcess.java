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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node that runs. It stops with this JVM at the latest. */
public final class NodeProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int LOG_LINES = 30;

  private final NodeHome home;
  private final ChildProcess child;
  private final Process process;
  private final Rest rest;

  private NodeProcess(NodeHome home, ChildProcess child, Rest rest) {
    this.home = home;
    this.child = child;
    this.process = child.process();
    this.rest = rest;
  }

  /**
   * Starts a node and returns at once; see {@link #awaitHttp}.
   *
   * @param heapMegabytes the node's heap
   * @param httpPort where it is to listen
   * @param settings for {@code opensearch.yml}
   * @param jvmFlags more flags
   */
  public static NodeProcess start(
      NodeHome home,
      int heapMegabytes,
      int httpPort,
      Map<String, String> settings,
      List<String> jvmFlags)
      throws IOException {
    home.configure(settings);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xms" + heapMegabytes / 2 + "m",
            "-Xmx" + heapMegabytes + "m",
            // As in the distribution; the parent circuit breaker counts on them.
            "-XX:+UseG1GC",
            "-XX:G1ReservePercent=25",
            "-XX:InitiatingHeapOccupancyPercent=30",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-Djava.io.tmpdir=" + home.path().resolve("tmp")));
    command.addAll(jvmFlags);
    command.addAll(
        List.of(
            "-cp",
            home.files().lib().resolve("*").toString(),
            "dev.streak.opensearch.node.NodeMain",
            home.path().toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.log().toFile()));
    ChildProcess child = ChildProcess.start(builder, Process::destroyForcibly);
    return new NodeProcess(home, child, new Rest(httpPort));
  }

  /** Waits until the node answers, and not another process that has its port. */
  public void awaitHttp() throws IOException, InterruptedException {
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (rest.isUp(process.pid()) == false) {
      if (process.isAlive() == false) {
        throw new IOException("the node stopped with " + process.exitValue() + lastLines());
      }
      if (System.nanoTime() > limit) {
        throw new IOException("the node does not answer after " + START_LIMIT + lastLines());
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private String lastLines() throws IOException {
    List<String> lines = Files.exists(home.log()) ? Files.readAllLines(home.log()) : List.of();
    return "; the end of its log:\n"
        + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  /** Talks to this node. */
  public Rest rest() {
    return rest;
  }

  /** The node's folder. */
  public NodeHome home() {
    return home;
  }

  /** Ends the process without a warning, as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    child.forget();
  }

  /** Stops the node and waits for its end. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS) == false) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    child.forget();
  }
}
