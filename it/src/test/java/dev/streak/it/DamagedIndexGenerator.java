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

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * Writes the damaged indexes that {@link TestCorruption} reads, anew for a format that changed. It
 * damages one place of a file after the other, with a checksum that fits, until the index is
 * refused for the reason that is looked for. The argument is the folder of the zips. No test runs
 * this class.
 */
final class DamagedIndexGenerator {
  private static final int DOCUMENTS = 40;
  private static final int[] VALUES = {0xFF, 0x7F, 200, 64, 0};

  private DamagedIndexGenerator() {}

  /** Argument: the folder of the zips. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Map<String, byte[]> sound = sound();
    damage(sound, ".zsm", folder, "block-array-beyond-file");
    damage(sound, ".zsm", folder, "block-array-of-impossible-width");
    damage(sound, ".tvd", folder, "vectors-outside-content");
  }

  private static Map<String, byte[]> sound() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      config.setUseCompoundFile(false);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int number = 0; number < DOCUMENTS; number++) {
          writer.addDocument(Catalogue.document(number, 1));
        }
      }
      for (String name : directory.listAll()) {
        if (name.startsWith("_") || name.startsWith("segments_")) {
          files.put(name, DamagedDirectory.read(directory, name));
        }
      }
    }
    return files;
  }

  private static void damage(Map<String, byte[]> sound, String extension, Path folder, String kind)
      throws Exception {
    String reason = TestCorruption.REASONS.get(kind);
    Map<String, byte[]> files = new TreeMap<>(sound);
    for (Map.Entry<String, byte[]> file : sound.entrySet()) {
      if (file.getKey().endsWith(extension) == false) {
        continue;
      }
      for (int position = 40; position < file.getValue().length - 16; position++) {
        for (int value : VALUES) {
          byte[] bytes = file.getValue().clone();
          bytes[position] = (byte) value;
          Damage.fixChecksum(bytes);
          files.put(file.getKey(), bytes);
          if (isRefused(files, reason)) {
            ZippedFiles.write(files, folder.resolve(kind + ".zip"));
            return;
          }
        }
      }
    }
    throw new IllegalStateException("no byte of " + extension + " leads to: " + reason);
  }

  private static boolean isRefused(Map<String, byte[]> files, String reason) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        try (IndexOutput out = directory.createOutput(file.getKey(), IOContext.DEFAULT)) {
          out.writeBytes(file.getValue(), file.getValue().length);
        }
      }
      return TestCorruption.failure(directory).contains(reason);
    } catch (
        @SuppressWarnings("unused")
        RuntimeException e) {
      // Lucene's own readers believe what has a checksum that fits. Another place is looked for.
      return false;
    }
  }
}
