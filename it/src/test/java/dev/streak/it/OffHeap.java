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
package dev.streak.it;

import static org.junit.Assert.assertEquals;

import dev.streak.cache.BlockCache;
import dev.streak.compression.NativeMemory;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** What this process holds that the garbage collector does not know of. */
final class OffHeap {

  private OffHeap() {}

  /** True of a process in which every reader and every writer is closed. */
  static void assertNothingHeld() {
    NativeMemory.Held held = heldOnceDictionariesAreMade();
    assertEquals(held.toString(), 0, held.compressionContexts());
    assertEquals(held.toString(), 0, held.compressionDictionaries());
    assertEquals(held.toString(), 0, held.decompressionDictionaries());
    assertEquals(BlockCache.shared().toString(), 0, usedBytesOnceHandlesAreCollected());
  }

  /** A thread that makes a dictionary ends soon after nobody wants it any more. */
  private static NativeMemory.Held heldOnceDictionariesAreMade() {
    NativeMemory.Held held = NativeMemory.held();
    for (int i = 0;
        i < 1_000 && held.compressionContexts() + held.compressionDictionaries() > 0;
        i++) {
      LockSupport.parkNanos(10_000_000);
      held = NativeMemory.held();
    }
    return held;
  }

  /** A block that a query was reading when its reader closed goes when its handle is collected. */
  private static long usedBytesOnceHandlesAreCollected() {
    for (int attempt = 0; attempt < 50 && BlockCache.shared().stats().usedBytes() > 0; attempt++) {
      System.gc();
      LockSupport.parkNanos(50_000_000);
    }
    return BlockCache.shared().stats().usedBytes();
  }

  /** Files below {@code folder} that are open or mapped; always zero where there is no /proc. */
  static long openFiles(Path folder) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    Path maps = Path.of("/proc/self/maps");
    if (!Files.exists(maps)) {
      return 0;
    }
    long open;
    try (var lines = Files.lines(maps)) {
      open = lines.filter(line -> line.contains(folder.toString())).count();
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      for (Path descriptor : all) {
        try {
          open += Files.readSymbolicLink(descriptor).startsWith(folder) ? 1 : 0;
        } catch (
            @SuppressWarnings("unused")
            NoSuchFileException closedMeanwhile) {
          continue;
        }
      }
    }
    return open;
  }

  /**
   * What the process holds in memory besides heap, classes, code and direct buffers, in kilobytes;
   * 0 where there is no /proc. Those are bounded and filled as the collector likes; mapped files
   * are the kernel's to take away. Below 0 where the heap has pages that were never touched.
   */
  static long residentNativeKilobytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    long anonymous =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("RssAnon:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
            .sum();
    long java =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .mapToLong(pool -> pool.getUsage().getCommitted())
            .sum();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return anonymous - (java + direct) / 1024;
  }
}
