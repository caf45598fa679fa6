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
package dev.streak.opensearch.node;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/**
 * Runs the node of a folder until the process is stopped. The host's own main class does the same,
 * but refuses to be run by root, which test machines often do.
 */
public final class NodeMain {
  private NodeMain() {}

  /** Runs the node whose folder is the only argument. */
  public static void main(String[] args) throws Exception {
    Settings settings =
        Settings.builder().put("path.home", Path.of(args[0]).toAbsolutePath().toString()).build();
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "node");
    LogConfigurator.registerErrorListener();
    LogConfigurator.setNodeName(Node.NODE_NAME_SETTING.get(environment.settings()));
    LogConfigurator.configure(environment);
    CountDownLatch stopped = new CountDownLatch(1);
    try (Node node = new Node(environment)) {
      Thread main = Thread.currentThread();
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    stopped.countDown();
                    join(main);
                  },
                  "stop"));
      node.start();
      stopped.await();
    }
  }

  /** The process must not end before the node is closed. */
  private static void join(Thread main) {
    try {
      main.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
