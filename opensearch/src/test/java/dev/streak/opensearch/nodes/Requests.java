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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The kinds of requests in {@code requests.txt}: name, method, path and body, bar between them. */
final class Requests {
  /** One request; INDEX stands for the index's name. */
  record Request(String name, String method, String path, String body) {}

  private Requests() {}

  static List<Request> all() {
    List<Request> requests = new ArrayList<>();
    for (String line : text().split("\n")) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\|", 4);
      requests.add(
          new Request(
              parts[0].strip(),
              parts[1].strip(),
              parts[2].strip(),
              parts[3].strip().replace("SHOPS", shops()).replace("KEYS", keys())));
    }
    return requests;
  }

  /** More than the sixteen terms up to which the host takes another way; some of them absent. */
  private static String shops() {
    return IntStream.range(0, 100)
        .filter(i -> i % 3 != 1)
        .mapToObj(i -> "\"" + i + "\"")
        .collect(Collectors.joining(","));
  }

  private static String keys() {
    return IntStream.range(0, 300)
        .map(i -> i * 13)
        .mapToObj(i -> "\"" + i + "\"")
        .collect(Collectors.joining(","));
  }

  private static String text() {
    try (InputStream in = Requests.class.getResourceAsStream("requests.txt")) {
      return new String(
          Objects.requireNonNull(in, "requests.txt").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
