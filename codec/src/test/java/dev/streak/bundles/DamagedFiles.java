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
package dev.streak.bundles;

import static org.apache.lucene.tests.util.LuceneTestCase.expectThrowsAnyOf;
import static org.apache.lucene.tests.util.LuceneTestCase.random;
import static org.junit.Assert.assertTrue;

import dev.streak.file.FileBytes;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Damages one file of an index of one segment in every place, and leaves it as it was. */
final class DamagedFiles {
  private DamagedFiles() {}

  /** Wherever the file is cut, the segment is refused, and nothing stays open. */
  static void assertCutsAreRefused(Directory directory, String file) throws IOException {
    byte[] whole = FileBytes.read(directory, file);
    for (int length = 0; length < whole.length; length++) {
      FileBytes.replace(directory, file, whole, length);
      IOException refused =
          expectThrowsAnyOf(
              List.of(CorruptIndexException.class, EOFException.class),
              () -> DirectoryReader.open(directory).close());
      assertTrue(
          refused.toString(),
          refused instanceof EOFException
              || refused.getCause() instanceof EOFException
              || refused.toString().contains(file));
    }
    FileBytes.replace(directory, file, whole, whole.length);
  }

  /** A wrong bit is found when the segment is opened, or when it is checked. */
  static void assertFlipsAreFound(Directory directory, String file) throws IOException {
    byte[] whole = FileBytes.read(directory, file);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random().nextInt(8));
      FileBytes.replace(directory, file, damaged, damaged.length);
      expectThrowsAnyOf(
          List.of(IOException.class),
          () -> {
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
              LuceneTestCase.getOnlyLeafReader(reader).checkIntegrity();
            }
          });
    }
    FileBytes.replace(directory, file, whole, whole.length);
  }
}
