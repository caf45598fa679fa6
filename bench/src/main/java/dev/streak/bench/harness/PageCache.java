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
import java.nio.file.Path;

/**
 * The page cache of the system, which root may empty. Pages that a process has mapped stay: a cold
 * index has to be read without being mapped.
 */
public final class PageCache {
  private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

  private PageCache() {}

  /** Whether {@link #drop} works; a note says what is skipped otherwise. */
  public static boolean canDrop(BenchContext context, String what) {
    try {
      drop();
      return true;
    } catch (IOException e) {
      context.note("Skipped: " + what + ". The page cache cannot be dropped: " + e);
      return false;
    }
  }

  /** Forgets what was read from files. */
  public static void drop() throws IOException {
    Files.writeString(DROP, "1");
  }
}
