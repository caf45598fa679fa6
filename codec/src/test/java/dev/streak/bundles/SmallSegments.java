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

import static org.apache.lucene.tests.util.LuceneTestCase.newDirectory;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;

/** Indexes and merges segments that are small and one that is not, and looks at their files. */
final class SmallSegments {
  private SmallSegments() {}

  /**
   * @param files those of each segment
   * @param small those of a small segment
   * @param merged those of all documents in one segment, which is not small
   */
  static <F> void check(
      IndexWriterConfig config,
      IntFunction<Document> document,
      LittleRoom.Check check,
      IOFunction<Directory, List<F>> files,
      F small,
      F merged)
      throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      int number = 0;
      for (int size : new int[] {10, 20, 600, 700}) {
        for (int i = 0; i < size; i++) {
          writer.addDocument(document.apply(number++));
        }
        writer.commit();
        if (size == 20) {
          assertEquals(List.of(small, small), files.apply(directory));
          writer.forceMerge(1);
          writer.commit();
          assertEquals(List.of(small), files.apply(directory));
        }
      }
      assertEquals(List.of(small, small, small), files.apply(directory));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        check.documents(reader);
      }
      writer.forceMerge(1);
      writer.commit();
      assertEquals(List.of(merged), files.apply(directory));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        check.documents(reader);
      }
    }
  }
}
