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

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/** An index of which some files are replaced. */
final class DamagedDirectory extends FilterDirectory {

  private final ByteBuffersDirectory replaced = new ByteBuffersDirectory();
  private final Map<String, Long> lengths = new HashMap<>();

  DamagedDirectory(Directory in) {
    super(in);
  }

  void replace(String name, byte[] bytes) throws IOException {
    if (lengths.put(name, (long) bytes.length) != null) {
      replaced.deleteFile(name);
    }
    try (IndexOutput out = replaced.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, 0, bytes.length);
    }
  }

  @Override
  public long fileLength(String name) throws IOException {
    Long length = lengths.get(name);
    return length == null ? in.fileLength(name) : length;
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    return lengths.containsKey(name)
        ? replaced.openInput(name, context)
        : in.openInput(name, context);
  }

  /** The index stays open, for the next damage. */
  @Override
  public void close() throws IOException {
    replaced.close();
  }

  static byte[] read(Directory directory, String name) throws IOException {
    try (IndexInput in = directory.openInput(name, IOContext.DEFAULT)) {
      byte[] bytes = new byte[Math.toIntExact(in.length())];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }
}
