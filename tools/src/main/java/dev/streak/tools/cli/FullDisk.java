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
package dev.streak.tools.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.util.IOSupplier;

/** A disk is full: told from other failures, for the user can mend it. */
public final class FullDisk extends IOException {
  private static final long serialVersionUID = 1L;

  private static final String ADVICE =
      " is full: make room and give the same command again; convert, verify --repair and sidecar"
          + " build keep what they finished and go on";

  /** What Linux and macOS, a quota, and Windows say in English. */
  private static final List<String> MESSAGES =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "There is not enough space on the disk");

  private FullDisk(Path place, IOException cause) {
    super(cause + ". The disk of " + place + ADVICE, cause);
  }

  /** Writes to a place, which a failure names if its disk is full: the system seldom does. */
  public static <T> T named(Path place, IOSupplier<T> writing) throws IOException {
    try {
      return writing.get();
    } catch (FullDisk e) {
      throw e;
    } catch (IOException e) {
      throw isCauseOf(e) ? new FullDisk(place.toAbsolutePath(), e) : e;
    }
  }

  /** What to tell of a failure. */
  public static String told(IOException failure) {
    return failure instanceof FullDisk
        ? failure.getMessage()
        : failure + (isCauseOf(failure) ? ". The disk" + ADVICE : "");
  }

  /** Whether a failure, or one that it came from, says so. */
  public static boolean isCauseOf(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String said = String.valueOf(each.getMessage());
      if (MESSAGES.stream().anyMatch(said::contains)
          || SystemWords.ofFullDisk().filter(said::contains).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
