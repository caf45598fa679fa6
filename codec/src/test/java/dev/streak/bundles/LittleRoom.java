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
import static org.apache.lucene.tests.util.LuceneTestCase.random;

import dev.streak.file.BundleRoom;
import java.io.IOException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;

/** Indexes and merges documents while bundles have so little room that files are beside them. */
final class LittleRoom {
  private LittleRoom() {}

  interface Check {
    void documents(DirectoryReader reader) throws IOException;
  }

  static void check(Supplier<IndexWriterConfig> config, IntFunction<Document> document, Check check)
      throws IOException {
    for (int round = 0; round < 5; round++) {
      BundleRoom.setAny(random());
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, config.get())) {
        for (int i = 0; i < 200; i++) {
          writer.addDocument(document.apply(i));
          if (random().nextInt(60) == 0) {
            writer.commit();
          }
        }
        check(writer, check);
        writer.forceMerge(1);
        check(writer, check);
      } finally {
        BundleRoom.reset();
      }
    }
  }

  private static void check(IndexWriter writer, Check check) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      check.documents(reader);
    }
  }
}
