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

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.lucene.util.IORunnable;

/**
 * What the system says of a failure, in the language of this process: Java hands it on as it is.
 * Found out by failing so, and only when something has failed.
 */
final class SystemWords {
  /** Has no room for a byte; Linux has it. */
  private static final Path FULL = Path.of("/dev/full");

  private SystemWords() {}

  /** Of a pipe that nobody reads any more; nothing if it cannot be found out. */
  static Optional<String> ofClosedPipe() {
    try {
      Pipe pipe = Pipe.open();
      try (Pipe.SinkChannel sink = pipe.sink()) {
        pipe.source().close();
        return said(() -> sink.write(ByteBuffer.allocate(1)));
      }
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      return Optional.empty();
    }
  }

  /** Of a disk that is full; nothing if it cannot be found out. */
  static Optional<String> ofFullDisk() {
    if (!Files.isWritable(FULL)) {
      return Optional.empty();
    }
    try (OutputStream full = new FileOutputStream(FULL.toFile())) {
      return said(() -> full.write(0));
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> said(IORunnable writing) {
    try {
      writing.run();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.ofNullable(e.getMessage()).filter(said -> !said.isBlank());
    }
  }
}
