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
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there as a whole or, if writing fails, as it was before. */
public final class WholeFile {
  private static final String UNFINISHED = ".unfinished";

  /** Runs that were killed may have left some. */
  private static final int MOST_NAMES = 1000;

  private WholeFile() {}

  /** Writes a file, through a link if it is one, and returns where. */
  public static Path write(Path file, String text) throws IOException {
    Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    // A device or a pipe is written to; and a file may be writable where its folder is not.
    if (Files.exists(place)
        && (!Files.isRegularFile(place) || !Files.isWritable(place.getParent()))) {
      return Files.writeString(place, text, StandardCharsets.UTF_8);
    }
    Path unfinished = unfinished(place);
    boolean done = false;
    try {
      Files.writeString(unfinished, text, StandardCharsets.UTF_8);
      Path written = Files.move(unfinished, place, StandardCopyOption.REPLACE_EXISTING);
      done = true;
      return written;
    } finally {
      if (!done) {
        Files.deleteIfExists(unfinished);
      }
    }
  }

  /** A new file beside it; what is there under such a name is somebody's own, and stays. */
  private static Path unfinished(Path place) throws IOException {
    for (int number = 1; ; number++) {
      String name = place.getFileName() + (number == 1 ? "" : "." + number) + UNFINISHED;
      try {
        return Files.createFile(place.resolveSibling(name));
      } catch (FileAlreadyExistsException e) {
        if (number == MOST_NAMES) {
          throw e;
        }
      }
    }
  }
}
