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
package dev.streak.file;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/** The bytes of a file, for tests that damage it. */
public final class FileBytes {
  private FileBytes() {}

  /** All bytes of a file. */
  public static byte[] read(Directory directory, String name) throws IOException {
    try (IndexInput in = directory.openInput(name, IOContext.DEFAULT)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** A directory that has these bytes as a file, and nothing else. */
  public static Directory directory(String name, byte[] bytes) throws IOException {
    Directory directory = new ByteBuffersDirectory();
    try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, bytes.length);
    }
    return directory;
  }

  /** Puts so many of the bytes in the place of a file. */
  public static void replace(Directory directory, String name, byte[] bytes, int length)
      throws IOException {
    directory.deleteFile(name);
    try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, length);
    }
    // Lucene's directories for tests destroy what was not synced when they are closed.
    directory.sync(List.of(name));
  }
}
