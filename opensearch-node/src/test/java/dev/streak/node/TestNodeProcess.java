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

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Another node may listen where one is to. */
public class TestNodeProcess {
  private static final int OTHER = 4711;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private HttpServer other;
  private volatile int status = 200;

  @Before
  public void startOther() throws IOException {
    other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          String id = "{\"nodes\":{\"x\":{\"process\":{\"interval\":7,\"id\":" + OTHER + "}}}}";
          byte[] body = id.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    other.start();
  }

  @After
  public void stopOther() {
    other.stop(0);
  }

  private int port() {
    return other.getAddress().getPort();
  }

  @Test
  public void testTellsWhichProcessAnswers() throws Exception {
    Rest rest = new Rest(port());
    assertTrue(rest.isUp(OTHER));
    assertFalse(rest.isUp(OTHER / 10));
    assertFalse(rest.isUp(7));
    status = 503;
    assertFalse(rest.isUp(OTHER));
    int port = port();
    other.stop(0);
    assertFalse(new Rest(port).isUp(OTHER));
  }

  /** What does not start is not taken for one that answers. */
  @Test
  public void testAnotherNodeOnThePort() throws Exception {
    Path empty = folder.newFolder().toPath();
    NodeHome home =
        NodeHome.create(
            new NodeFiles(empty, empty, empty, empty), folder.getRoot().toPath().resolve("home"));
    try (NodeProcess node = NodeProcess.start(home, 64, port(), Map.of(), List.of())) {
      IOException e = assertThrows(IOException.class, node::awaitHttp);
      assertTrue(e.getMessage(), e.getMessage().startsWith("the node stopped with 1; "));
      assertTrue(e.getMessage(), e.getMessage().contains("NodeMain"));
    }
  }
}
