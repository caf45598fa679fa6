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
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import org.junit.Test;

/** A cluster asks for two ports a node. */
public class TestFreePorts {
  private static final int MANY = 1_000;

  @Test
  public void testPortsDiffer() throws IOException {
    List<Integer> ports = FreePorts.find(MANY);
    assertEquals(MANY, new HashSet<>(ports).size());
    for (int port : ports) {
      assertTrue("port=" + port, port >= FreePorts.FIRST && port < FreePorts.END);
    }
  }

  @Test
  public void testPortsInUseAreLeftOut() throws IOException {
    try (ServerSocket used =
        new ServerSocket(FreePorts.find(1).getFirst(), 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 10; i++) {
        assertFalse(FreePorts.find(MANY).contains(used.getLocalPort()));
      }
    }
  }

  @Test
  public void testPortsAreGivenBack() throws IOException {
    for (int port : FreePorts.find(3)) {
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }
  }
}
