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
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.ByteBuffersIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;

/** The files of an index as arrays, for reading; exchanging one costs nothing. */
final class ArrayFiles extends FilterDirectory {

  private final Map<String, byte[]> files = new HashMap<>();

  ArrayFiles(Directory copied) throws IOException {
    super(new ByteBuffersDirectory());
    for (String name : copied.listAll()) {
      files.put(name, DamagedDirectory.read(copied, name));
    }
  }

  byte[] get(String name) {
    return files.get(name);
  }

  void put(String name, byte[] bytes) {
    files.put(name, bytes);
  }

  @Override
  public String[] listAll() {
    return files.keySet().stream().sorted().toArray(String[]::new);
  }

  @Override
  public long fileLength(String name) throws NoSuchFileException {
    return bytes(name).length;
  }

  private byte[] bytes(String name) throws NoSuchFileException {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new NoSuchFileException(name);
    }
    return bytes;
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    return new ByteBuffersIndexInput(
        new ByteBuffersDataInput(List.of(ByteBuffer.wrap(bytes(name)))), name);
  }
}
