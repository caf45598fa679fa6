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

import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The folder of a node, laid out as in a distribution: modules, plugins, configuration, data. */
public final class NodeHome {
  private final NodeFiles files;
  private final Path path;

  private NodeHome(NodeFiles files, Path path) {
    this.files = files;
    this.path = path;
  }

  /** Makes the folder {@code path}, with the modules and without a plugin. */
  public static NodeHome create(NodeFiles files, Path path) throws IOException {
    for (String folder : List.of("config", "modules", "plugins", "data", "tmp", "snapshots")) {
      Files.createDirectories(path.resolve(folder));
    }
    linkAll(files.modules(), path.resolve("modules"));
    linkAll(files.config(), path.resolve("config"));
    return new NodeHome(files, path);
  }

  private static void linkAll(Path from, Path to) throws IOException {
    try (Stream<Path> found = Files.walk(from)) {
      for (Path file : found.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          link(file, target);
        }
      }
    }
  }

  private static void link(Path file, Path target) throws IOException {
    try {
      Files.createLink(target, file);
    } catch (FileSystemException | UnsupportedOperationException otherFileSystem) {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Unpacks the archive of the plugin where the node looks for it. */
  public void installPlugin() throws IOException {
    Path folder = pluginFolder();
    Files.createDirectories(folder);
    try (InputStream in = Files.newInputStream(files.plugin());
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().contains("/")) {
          throw new IOException("the archive must be flat: " + entry.getName());
        }
        Files.copy(zip, folder.resolve(entry.getName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Takes the plugin away. */
  public void removePlugin() throws IOException {
    try (Stream<Path> found = Files.walk(pluginFolder())) {
      for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private Path pluginFolder() {
    return path.resolve("plugins").resolve("streak");
  }

  /** Writes {@code opensearch.yml}. */
  void configure(Map<String, String> settings) throws IOException {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(settings)
        .forEach((key, value) -> text.append(key).append(": ").append(quoted(value)).append('\n'));
    Files.writeString(path.resolve("config").resolve("opensearch.yml"), text);
  }

  /** A string of YAML is one of JSON, too. */
  private static String quoted(String value) {
    return new JsonPrimitive(value).toString();
  }

  /** The node's folder. */
  public Path path() {
    return path;
  }

  /** Where the node's output goes. */
  public Path log() {
    return path.resolve("node.log");
  }

  NodeFiles files() {
    return files;
  }
}
