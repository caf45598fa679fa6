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

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that stays open, for measurements: the caller's thread writes the request and
 * reads the answer, with nothing in between that takes time of its own.
 */
public final class KeptConnection implements AutoCloseable {
  private static final int OK = 200;
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final OutputStream out;
  private final InputStream in;

  /** Connects to the node that listens on {@code port}. */
  public KeptConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a body and returns that of the answer; another status than 200 is an exception. */
  public String post(String path, byte[] body) throws IOException {
    String type = path.contains("_bulk") ? "application/x-ndjson" : "application/json";
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    ByteArrayOutputStream request = new ByteArrayOutputStream(head.length() + body.length);
    request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(body);
    request.writeTo(out);
    String status = line();
    int length = -1;
    for (String header = line(); header.isEmpty() == false; header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    if (length < 0) {
      throw new IOException("an answer without a length: " + status);
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw closed();
    }
    String answer = new String(bytes, StandardCharsets.UTF_8);
    if (Integer.parseInt(status.split(" ", 3)[1]) != OK) {
      throw new IOException("POST " + path + " -> " + status + " " + answer);
    }
    return answer;
  }

  private static EOFException closed() {
    return new EOFException("the node closed the connection");
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw closed();
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
