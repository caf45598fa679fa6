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
package dev.streak.tools;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.junit.Assert;

/** Leaves an index as a conversion in place does that is killed. */
final class KilledConversion {
  private KilledConversion() {}

  /**
   * Rewrites the first segment and keeps the commit before that, which there was no time to delete.
   *
   * @param spare an empty folder
   */
  static void behindACommit(Path index, Path spare) throws Exception {
    copyMissing(index, spare);
    Conversion.rewrite(
        IndexFolder.existing(index.toString()),
        new StreakCodec(),
        Set.of("_0"),
        1,
        SampleDocuments.SILENT,
        segment -> {});
    copyMissing(spare, index);
    try (Directory directory = FSDirectory.open(index)) {
      Assert.assertEquals(2, DirectoryReader.listCommits(directory).size());
    }
  }

  private static void copyMissing(Path from, Path to) throws IOException {
    try (Directory source = FSDirectory.open(from);
        Directory target = FSDirectory.open(to)) {
      Set<String> present = Set.of(target.listAll());
      for (String name : source.listAll()) {
        if (present.contains(name) == false && name.equals(IndexWriter.WRITE_LOCK_NAME) == false) {
          target.copyFrom(source, name, name, IOContext.DEFAULT);
        }
      }
    }
  }
}
