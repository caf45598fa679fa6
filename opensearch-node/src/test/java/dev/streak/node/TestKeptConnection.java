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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Answers of a node, and what is left of them when it ends. */
public class TestKeptConnection {
  private ServerSocket server;

  @Before
  public void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @After
  public void close() throws IOException {
    server.close();
  }

  private KeptConnection connected() throws IOException {
    return new KeptConnection(server.getLocalPort());
  }

  /** Nobody waits for the request: the answer is there before it is asked for. */
  private static void answer(Socket node, String text) throws IOException {
    node.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String post(KeptConnection connection) throws IOException {
    return connection.post("/_search", "{}".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  public void testOneAnswerAfterTheOther() throws IOException {
    try (KeptConnection connection = connected();
        Socket node = server.accept()) {
      answer(node, "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{é");
      assertEquals("{é", post(connection));
      answer(node, "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length:0\r\nZ: 7\r\n\r\n");
      assertEquals("", post(connection));
      answer(node, "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 4\r\n\r\nbusy");
      IOException e = assertThrows(IOException.class, () -> post(connection));
      assertEquals("POST /_search -> HTTP/1.1 503 Service Unavailable busy", e.getMessage());
      answer(node, "HTTP/1.1 200 OK\r\n\r\n");
      e = assertThrows(IOException.class, () -> post(connection));
      assertEquals("an answer without a length: HTTP/1.1 200 OK", e.getMessage());
    }
  }

  @Test
  public void testHalfAnAnswerIsNone() throws IOException {
    String whole = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n0123456789";
    for (int length = 0; length < whole.length(); length++) {
      try (KeptConnection connection = connected()) {
        try (Socket node = server.accept()) {
          answer(node, whole.substring(0, length));
          node.shutdownOutput();
          EOFException e = assertThrows(EOFException.class, () -> post(connection));
          assertTrue(e.getMessage(), e.getMessage().contains("closed the connection"));
        }
      }
    }
  }
}
