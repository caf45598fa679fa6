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
package dev.streak.bench.demo;

import dev.streak.bench.workload.IndexFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** How many bytes of an index are what. */
final class FileKinds {

  /** What a file is for. */
  enum Kind {
    TERMS("terms and postings"),
    HASH("hash tables"),
    PREFIXES("prefix sets"),
    STORED("stored fields"),
    DOC_VALUES("doc values"),
    POINTS("points"),
    OTHER("norms, metadata");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    private static Kind of(String extension) {
      return switch (extension) {
        case "fdt", "fdx", "fdm", "zsd", "zsi", "zsm" -> STORED;
        case "skh" -> HASH;
        case "skx" -> PREFIXES;
        case "dvb", "dvd", "dvm", "dvs" -> DOC_VALUES;
        case "kdb", "kdd", "kdi", "kdm" -> POINTS;
        case "nvb", "nvd", "nvm", "fnm", "si", "lock" -> OTHER;
        // Postings formats choose their own extensions.
        default -> TERMS;
      };
    }
  }

  private FileKinds() {}

  static Map<Kind, Long> sizes(Path index) throws IOException {
    Map<Kind, Long> sizes = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      sizes.put(kind, 0L);
    }
    IndexFiles.lengths(index)
        .forEach(
            (name, length) -> {
              String extension = name.substring(name.lastIndexOf('.') + 1);
              Kind kind = name.startsWith("segments_") ? Kind.OTHER : Kind.of(extension);
              sizes.merge(kind, length, Long::sum);
            });
    return sizes;
  }
}
