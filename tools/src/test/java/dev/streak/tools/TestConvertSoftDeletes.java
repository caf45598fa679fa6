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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Indexes with documents that are deleted softly, as search engines keep them. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // A folder that is meant to be empty has to be.
public class TestConvertSoftDeletes extends LuceneTestCase {
  private Path path;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory,
                SampleDocuments.config(new Lucene104Codec())
                    .setMergePolicy(NoMergePolicy.INSTANCE)
                    .setSoftDeletesField("gone"))) {
      for (int number = 0; number < 40; number++) {
        writer.addDocument(SampleDocuments.document(number));
        if (number == 19) {
          writer.commit();
        }
      }
      writer.commit();
      for (int number = 0; number < 40; number += 7) {
        writer.softUpdateDocument(
            new Term(SampleDocuments.ID, Integer.toString(number)),
            SampleDocuments.document(number),
            new NumericDocValuesField("gone", 1));
      }
    }
  }

  private static String content(Path path) {
    Run run = Run.of("digest", path);
    assertEquals(run.err(), ExitCode.OK, run.code());
    return run.out().lines().skip(1).toList().toString();
  }

  /** A conversion that is killed leaves the commit before its last one, if it had no time more. */
  public void testGoesOnAfterACommitThatLeftTheOneBefore() throws Exception {
    String content = content(path);
    KilledConversion.behindACommit(path, createTempDir("before"));
    Run run = Run.of("convert", path, "--to", "streak");
    assertEquals(run.err(), ExitCode.OK, run.code());
    try (Directory directory = FSDirectory.open(path)) {
      for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
        assertEquals(StreakCodec.NAME, segment.info.getCodec().getName());
      }
    }
    assertEquals(content, content(path));
  }

  /**
   * In a process of its own, without assertions: one of Lucene's says that its reader that sorts
   * was made for reading a field once, and a writer reads twice which documents are deleted.
   */
  public void testAnotherOrder() throws Exception {
    Path out = createTempDir("out").resolve("new");
    Process process =
        ToolProcess.builder(
                List.of("-XX:TieredStopAtLevel=1", ToolProcess.NATIVE_ACCESS),
                "convert",
                path,
                "--out",
                out,
                "--sort",
                "rank:desc")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(said, 0, process.waitFor());
    Run same = Run.of("digest", path, out, "--any-order");
    assertEquals(same.out(), ExitCode.OK, same.code());
    assertTrue(same.out(), same.out().contains("equal, in another order"));
    try (Directory directory = FSDirectory.open(out);
        DirectoryReader reader =
            new SoftDeletesDirectoryReaderWrapper(DirectoryReader.open(directory), "gone")) {
      assertEquals(40, reader.numDocs());
      assertEquals(46, reader.maxDoc());
    }
  }
}
