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
package dev.streak.tools.compare;

import dev.streak.tools.SampleDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("*") // Some of them cannot be used by two threads at once.
public class TestScratchFolder extends LuceneTestCase {

  /** As the threads of a process do that is interrupted: they go on until it has ended. */
  private static void write(Path path) {
    for (int i = 0; Files.exists(path); i++) {
      try {
        Path folder = path.resolve("folder" + i % 3);
        if (Files.notExists(folder)) {
          Files.createDirectory(folder);
        }
        Files.deleteIfExists(Files.createFile(folder.resolve("file" + i)));
        Files.createFile(folder.resolve("_" + i));
        Files.deleteIfExists(folder.resolve("_" + (i - 2)));
        Files.deleteIfExists(path.resolve("folder" + (i + 1) % 3));
      } catch (
          @SuppressWarnings("unused")
          IOException e) {
        // Deleted meanwhile.
      }
    }
  }

  /** Nobody chose the folder itself, and it is gone when its name is read. */
  public void testWhereRoomIsNeeded() throws Exception {
    Path parent = createTempDir();
    try (ScratchFolder scratch =
        new ScratchFolder(Optional.of(parent), false, SampleDocuments.SILENT)) {
      assertEquals(parent + " (--dir takes another folder)", Twins.where(scratch.path()));
    }
  }

  public void testGoesWhileOthersWrite() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (ScratchFolder scratch =
          new ScratchFolder(Optional.of(createTempDir()), false, SampleDocuments.SILENT)) {
        Path path = scratch.path();
        Thread writer = new Thread(() -> write(path));
        writer.start();
        while (Files.notExists(path.resolve("folder2"))) {
          Thread.onSpinWait();
        }
        scratch.deleteAtLast();
        assertFalse(Files.exists(path));
        writer.join();
      }
    }
  }
}
