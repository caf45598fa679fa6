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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the build of the plugin leaves in its target folder: a node's jars and modules, and the
 * plugin's archive.
 *
 * @param lib the node's class path
 * @param modules the node's modules, one folder each
 * @param config the node's configuration files
 * @param plugin the archive that users install
 */
public record NodeFiles(Path lib, Path modules, Path config, Path plugin) {

  /** Finds the files below the target folder of the module {@code opensearch}. */
  public static NodeFiles in(Path target) {
    Path node = target.resolve("node");
    return new NodeFiles(
        directory(node.resolve("lib")),
        directory(node.resolve("modules")),
        directory(node.resolve("config")),
        archive(target));
  }

  private static Path directory(Path path) {
    if (Files.isDirectory(path) == false) {
      throw notBuilt(path.toString());
    }
    return path;
  }

  private static Path archive(Path target) {
    try (Stream<Path> files = Files.list(target)) {
      List<Path> archives = files.filter(file -> file.toString().endsWith(".zip")).toList();
      if (archives.size() != 1) {
        throw notBuilt("one archive of the plugin in " + target + ", found " + archives);
      }
      return archives.getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IllegalStateException notBuilt(String what) {
    return new IllegalStateException(
        "missing: " + what + ". Build it with: mvn package -DskipTests -pl opensearch -am");
  }
}
