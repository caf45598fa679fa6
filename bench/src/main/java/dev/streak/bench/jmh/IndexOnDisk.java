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
package dev.streak.bench.jmh;

import dev.streak.bench.harness.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** An index of one segment in a temporary folder, for the length of a trial. */
final class IndexOnDisk implements AutoCloseable {
  private final ScratchDirectory scratch;
  private final Directory directory;
  private final DirectoryReader reader;

  IndexOnDisk(IndexWriterConfig config, int docs, IntFunction<Document> documents)
      throws IOException {
    scratch = new ScratchDirectory(Path.of(System.getProperty("java.io.tmpdir")), "jmh");
    directory = FSDirectory.open(scratch.path());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < docs; i++) {
        writer.addDocument(documents.apply(i));
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
  }

  DirectoryReader reader() {
    return reader;
  }

  LeafReader leaf() {
    return reader.leaves().get(0).reader();
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
    scratch.close();
  }
}
