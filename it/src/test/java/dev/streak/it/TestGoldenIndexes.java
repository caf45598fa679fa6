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
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What earlier builds wrote is read by this one, answered by every way alike, and merged. */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
public class TestGoldenIndexes extends LuceneTestCase {

  public void testReadCheckAndMerge() throws Exception {
    Path folder =
        Path.of(TestGoldenIndexes.class.getResource("/golden/README.md").toURI()).getParent();
    int indexes = 0;
    long answers = 0;
    try (DirectoryStream<Path> zips = Files.newDirectoryStream(folder, "*.zip")) {
      for (Path zip : zips) {
        indexes++;
        answers += check(zip);
      }
    }
    assertTrue("golden indexes in " + folder, indexes >= 4);
    Totals.print("golden: %d indexes, %d look-ups and queries compared", indexes, answers);
  }

  private static long check(Path zip) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      long digest = unzip(zip, directory);
      IndexJudge.checkIndexIsClean(directory);
      long answers;
      int documents;
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(zip.toString(), digest, IndexDigest.afterIntegrityCheck(reader));
        answers = FastPaths.check(reader, random());
        documents = reader.numDocs();
      }
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(documents, reader.numDocs());
        return answers + FastPaths.check(reader, random());
      }
    }
  }

  /** Unpacks an index and returns its digest, or 0 if the zip has none. */
  static long unzip(Path zip, Directory directory) throws IOException {
    long digest = 0;
    try (ZipFile file = new ZipFile(zip.toFile())) {
      for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        byte[] bytes = file.getInputStream(entry).readAllBytes();
        if (entry.getName().equals(GoldenIndexGenerator.DIGEST_ENTRY)) {
          digest = Long.parseLong(new String(bytes, StandardCharsets.US_ASCII));
        } else {
          try (IndexOutput out = directory.createOutput(entry.getName(), IOContext.DEFAULT)) {
            out.writeBytes(bytes, bytes.length);
          }
        }
      }
    }
    return digest;
  }
}
