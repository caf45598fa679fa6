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
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.util.IOSupplier;

/** Segments in which all documents are deleted, and that are still there. */
@SuppressFileSystems("ExtrasFS") // Copies all files.
public class TestDeletedSegments extends LuceneTestCase {

  /** Merges nothing and lets nothing go. */
  private static final class KeepAll extends FilterMergePolicy {
    KeepAll() {
      super(NoMergePolicy.INSTANCE);
    }

    @Override
    public boolean keepFullyDeletedSegment(IOSupplier<CodecReader> reader) {
      return true;
    }
  }

  /** Segments of ten documents; those of the first one are deleted. */
  private static Path index(Codec codec, int segments) throws IOException {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory, SampleDocuments.config(codec).setMergePolicy(new KeepAll()))) {
      for (int number = 0; number < segments * 10; number++) {
        writer.addDocument(SampleDocuments.document(number));
        if (number % 10 == 9) {
          writer.commit();
        }
      }
      for (int number = 0; number < 10; number++) {
        writer.deleteDocuments(new Term(SampleDocuments.ID, Integer.toString(number)));
      }
    }
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(segments, reader.getIndexCommit().getSegmentCount());
      assertEquals((segments - 1) * 10, reader.numDocs());
    }
    return path;
  }

  public void testGoesWithALine() throws Exception {
    Path path = index(new Lucene104Codec(), 2);
    Run run = Run.of("convert", path, "--to", "streak");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("_0 Lucene104 "));
    assertTrue(run.out(), run.out().contains("-> nothing left of it, 0 documents"));
    assertTrue(run.out(), run.out().contains("_1 Lucene104 "));
  }

  public void testNothingElseIsLeft() throws Exception {
    Path path = index(new Lucene104Codec(), 1);
    Run run = Run.of("convert", path, "--to", "streak");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("_0 Lucene104 "));
    Run again = Run.of("convert", path, "--to", "streak");
    assertTrue(again.out(), again.out().startsWith("0 of 0 segments to rewrite"));
  }

  /** The commit before is there as it is when the process ends right behind its own commit. */
  public void testAfterAKillBehindACommit() throws Exception {
    for (int segments = 1; segments <= 2; segments++) {
      Path path = index(new StreakCodec(), segments);
      Path before = createTempDir("before");
      copyMissing(path, before);
      assertEquals(ExitCode.OK, Run.of("convert", path, "--to", "lucene").code());
      copyMissing(before, path);
      Run run = Run.of("convert", path, "--to", "streak");
      assertEquals(run.err(), ExitCode.OK, run.code());
    }
  }

  private static void copyMissing(Path from, Path to) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        Path copy = to.resolve(file.getFileName());
        if (!Files.exists(copy)) {
          Files.copy(file, copy);
        }
      }
    }
  }
}
