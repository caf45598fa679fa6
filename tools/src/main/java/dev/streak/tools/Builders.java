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
package dev.streak.tools;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.IOBooleanSupplier;

/**
 * Threads that build. When the process is told to end they are interrupted and what they read is
 * closed, so that each fails and takes away what it began; nobody else knows what is theirs. Nor
 * does a folder stay that was made for it and is empty.
 */
final class Builders implements AutoCloseable {
  /** How long a process that is told to end waits at most. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Closeable source;
  private final Path folder;
  private final boolean wasThere;
  private final Set<Thread> atWork = new HashSet<>();
  private final Thread hook = new Thread(this::stop, "stop builders");
  private boolean ending;

  /** Builders that read from {@code source} and write to {@code folder}, which they may make. */
  Builders(Closeable source, Path folder) {
    this.source = source;
    this.folder = folder;
    this.wasThere = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Builds in this thread. Returns what {@code building} does. */
  boolean build(IOBooleanSupplier building) throws IOException {
    begin();
    try {
      return building.get();
    } finally {
      end();
    }
  }

  private synchronized void begin() throws IOException {
    if (ending) {
      throw new IOException("told to end");
    }
    atWork.add(Thread.currentThread());
  }

  private synchronized void end() {
    atWork.remove(Thread.currentThread());
    notifyAll();
  }

  synchronized void stop() {
    ending = true;
    atWork.forEach(Thread::interrupt);
    try {
      source.close();
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      // They fail all the same when they write.
    }
    long start = System.nanoTime();
    long left = LONGEST_NANOS;
    try {
      while (!atWork.isEmpty() && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = LONGEST_NANOS - (System.nanoTime() - start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    leaveNoEmptyFolder();
  }

  private void leaveNoEmptyFolder() {
    if (!wasThere) {
      try {
        Files.deleteIfExists(folder);
      } catch (
          @SuppressWarnings("unused")
          IOException e) {
        // There is something in it, or somebody else is at work there.
      }
    }
  }

  @Override
  public void close() {
    leaveNoEmptyFolder();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (
        @SuppressWarnings("unused")
        IllegalStateException shuttingDown) {
      // The hook is at it.
    }
  }
}
