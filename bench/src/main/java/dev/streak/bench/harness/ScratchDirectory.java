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
package dev.streak.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A folder for work files, deleted at the end, also when the user interrupts the run. */
public final class ScratchDirectory implements AutoCloseable {
  /** While an interrupted process ends, its threads may still write, so long at most. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Path path;
  private volatile boolean keep;
  private volatile AutoCloseable user;
  private final Thread hook = new Thread(this::deleteQuietly, "delete-scratch");

  /** Makes a new folder below {@code parent}, which is made if it is missing. */
  public ScratchDirectory(Path parent, String name) {
    try {
      Files.createDirectories(parent);
      path = Files.createTempDirectory(parent, "streak-" + name + "-");
    } catch (IOException e) {
      throw new UsageException(
          "cannot write to directory " + parent + " (" + e.getClass().getSimpleName() + ")");
    }
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Leaves the folder where it is. */
  public void keep() {
    keep = true;
  }

  /** Closes {@code writer} before the folder is deleted, for it writes there. */
  void closeFirst(AutoCloseable writer) {
    user = writer;
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyShuttingDown) {
      return; // the hook is at it
    }
    delete();
  }

  void deleteQuietly() {
    Exception failure = null;
    long start = System.nanoTime();
    while (!keep && Files.exists(path) && System.nanoTime() - start < LONGEST_NANOS) {
      try {
        if (user != null) {
          user.close();
        }
        delete();
      } catch (Exception e) {
        failure = e;
      }
    }
    if (!keep && Files.exists(path)) {
      System.err.println("left behind: " + path + " (" + failure + ")");
    }
  }

  private void delete() throws IOException {
    if (keep == false) {
      delete(path);
    }
  }

  /** Deletes a folder with all that is in it; that it is gone already is fine. */
  static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(folder)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException alreadyGone) {
      return;
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
