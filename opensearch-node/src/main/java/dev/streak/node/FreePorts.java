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
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that were free a moment ago. They lie below those that systems give to outgoing
 * connections: a node that calls another one that is not there yet might be given its port.
 */
final class FreePorts {
  static final int FIRST = 20_000;
  static final int END = 32_000;

  private static final int TRIES = 1_000;

  private FreePorts() {}

  /** Returns different ports; all were held together. */
  static List<Integer> find(int count) throws IOException {
    Deque<ServerSocket> held = new ArrayDeque<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        held.push(hold());
        ports.add(held.peek().getLocalPort());
      }
      return ports;
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private static ServerSocket hold() throws IOException {
    for (int i = 1; ; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (i == TRIES) {
          throw e;
        }
      }
    }
  }
}
