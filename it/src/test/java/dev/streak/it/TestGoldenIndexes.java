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
import dev.streak.sidecar.StreakReaders;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
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
    long answers = 0;
    for (Path zip : zips()) {
      answers += check(zip);
    }
    Totals.print("golden: %d indexes, %d look-ups and queries compared", zips().size(), answers);
  }

  /** What was written by a version must not become what a later one writes. */
  public void testNoneIsMissingOrWrittenAnew() throws Exception {
    StringBuilder found = new StringBuilder();
    for (Path zip : zips()) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(zip));
      found.append(HexFormat.of().formatHex(digest) + "  " + zip.getFileName() + "\n");
    }
    assertEquals(Files.readString(folder().resolve("SHA256SUMS")), found.toString());
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(TestGoldenIndexes.class.getResource("/golden/README.md").toURI()).getParent();
  }

  private static List<Path> zips() throws Exception {
    List<Path> zips = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder(), "*.zip")) {
      all.forEach(zips::add);
    }
    Collections.sort(zips);
    return zips;
  }

  /** The sidecar in the zip, if there is one, serves all segments. */
  private static long checkSidecar(Path zip, Directory directory) throws IOException {
    Path folder = createTempDir();
    if (unzipSidecar(zip, folder) == false) {
      return 0;
    }
    try (DirectoryReader reader =
        StreakReaders.withSidecar(DirectoryReader.open(directory), folder)) {
      int segments = reader.leaves().size();
      assertEquals(zip.toString(), segments, StreakReaders.segmentsWithSidecar(reader));
      return FastPaths.check(reader, random());
    }
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
      answers += checkSidecar(zip, directory);
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
        if (entry.getName().startsWith(GoldenIndexGenerator.SIDECAR_ENTRIES)) {
          continue;
        } else if (entry.getName().equals(GoldenIndexGenerator.DIGEST_ENTRY)) {
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

  /** Unpacks a sidecar and says whether there is one. */
  private static boolean unzipSidecar(Path zip, Path folder) throws IOException {
    String beginning = GoldenIndexGenerator.SIDECAR_ENTRIES + "/";
    boolean found = false;
    try (ZipFile file = new ZipFile(zip.toFile())) {
      for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (entry.getName().startsWith(beginning)) {
          Path target = folder.resolve(entry.getName().substring(beginning.length()));
          Files.createDirectories(target.getParent());
          Files.write(target, file.getInputStream(entry).readAllBytes());
          found = true;
        }
      }
    }
    return found;
  }
}
