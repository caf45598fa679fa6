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
package dev.streak.cachedfile;

import java.io.IOException;
import org.apache.lucene.store.IndexInput;

/**
 * Announces reads to the system. That is advice: whatever fails here, whoever reads finds out, in
 * Lucene's words.
 */
public final class Prefetch {

  private Prefetch() {}

  /** Announces a part of a file. Returns whether that was possible. */
  public static boolean announce(IndexInput file, long start, long length) {
    try {
      file.prefetch(start, length);
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    } catch (AssertionError e) {
      if (e.getCause() instanceof IllegalStateException) {
        // So Lucene says that the file was closed meanwhile.
        return false;
      }
      throw e;
    }
  }
}
