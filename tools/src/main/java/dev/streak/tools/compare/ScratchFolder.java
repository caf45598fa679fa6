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
package dev.streak.tools.compare;

import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A folder for copies of an index, which goes at the end, and when the user interrupts. */
public final class ScratchFolder implements AutoCloseable {
  private static final String NAME = "streak-compare";

  /** While an interrupted process ends, its threads may still write, so long at most. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Path path;
  private final boolean keep;
  private final Console console;
  private final Thread hook = new Thread(this::deleteAtLast, "delete scratch folder");

  /**
   * Makes a folder.
   *
   * @param parent where; the system's folder for temporary files unless given
   * @param keep whether it stays
   * @param console where to say what stays
   */
  public ScratchFolder(Optional<Path> parent, boolean keep, Console console) throws IOException {
    if (parent.isEmpty()) {
      path = Files.createTempDirectory(NAME);
    } else {
      if (!Files.isDirectory(parent.get())) {
        throw new Refusal("--dir must be a folder: " + parent.get());
      }
      IndexFolder.mustBeWritable(parent.get());
      path = Files.createTempDirectory(parent.get(), NAME);
    }
    this.keep = keep;
    this.console = console;
    if (!keep) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (keep) {
      console.note("what was written stays in " + path);
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook is at it.
      return;
    }
    delete();
  }

  void deleteAtLast() {
    IOException failure = null;
    long start = System.nanoTime();
    while (Files.exists(path) && System.nanoTime() - start < LONGEST_NANOS) {
      try {
        delete();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (Files.exists(path)) {
      console.note("left behind: " + path + " (" + failure + ")");
    }
  }

  private void delete() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(path)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
