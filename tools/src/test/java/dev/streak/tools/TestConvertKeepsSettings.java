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
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What an application goes on with after a conversion. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // A folder that is meant to be empty has to be.
public class TestConvertKeepsSettings extends LuceneTestCase {
  private static final int EARLIER_RELEASE = 9;

  /** Begun with an earlier release, with blocks, one segment in a compound file and one not. */
  private static Path index() throws IOException {
    Path path = createTempDir("index");
    for (int number = 0; number < 2; number++) {
      IndexWriterConfig config =
          SampleDocuments.config(new Lucene104Codec())
              .setMergePolicy(NoMergePolicy.INSTANCE)
              .setParentField("parent")
              .setUseCompoundFile(number == 0);
      if (number == 0) {
        config.setIndexCreatedVersionMajor(EARLIER_RELEASE);
      }
      try (Directory directory = FSDirectory.open(path);
          IndexWriter writer = new IndexWriter(directory, config)) {
        writer.addDocuments(
            List.of(SampleDocuments.document(number), SampleDocuments.document(number + 10)));
        writer.addDocument(SampleDocuments.document(number + 20));
      }
    }
    return path;
  }

  private static void assertKept(Path path, String codec) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      SegmentInfos commit = SegmentInfos.readLatestCommit(directory);
      assertEquals(EARLIER_RELEASE, commit.getIndexCreatedVersionMajor());
      assertEquals(2, commit.size());
      for (SegmentCommitInfo segment : commit) {
        assertEquals(codec, segment.info.getCodec().getName());
        assertTrue(segment.info.getHasBlocks());
      }
      assertTrue(commit.info(0).info.getUseCompoundFile());
      assertFalse(commit.info(1).info.getUseCompoundFile());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        FieldInfo parent = FieldInfos.getMergedFieldInfos(reader).fieldInfo("parent");
        assertTrue(parent.isParentField());
      }
      // The application's writer opens it.
      IndexWriterConfig config =
          SampleDocuments.config(new StreakCodec())
              .setParentField("parent")
              .setCommitOnClose(false);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.deleteDocuments(new Term(SampleDocuments.ID, "1"));
        assertEquals(6, writer.getDocStats().maxDoc);
      }
    }
  }

  private static void convert(Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.OK, run.code());
  }

  public void testInPlace() throws Exception {
    Path path = index();
    convert("convert", path, "--to", "streak");
    assertKept(path, StreakCodec.NAME);
    convert("convert", path, "--to", "lucene");
    assertKept(path, new Lucene104Codec().getName());
  }

  public void testIntoAnotherFolder() throws Exception {
    Path path = index();
    Path out = createTempDir("out");
    convert("convert", path, "--to", "streak", "--out", out);
    assertKept(out, StreakCodec.NAME);
    assertKept(path, new Lucene104Codec().getName());
  }

  /** What the shell completes, and what is the same folder by another name. */
  public void testTheIndexItselfByAnotherName() throws Exception {
    Path path = index();
    for (Path same :
        new Path[] {path.resolve("."), path.resolve("..").resolve(path.getFileName())}) {
      Run run = Run.of("convert", path, "--to", "streak", "--out", same);
      assertEquals(run.err(), ExitCode.REFUSED, run.code());
      assertTrue(run.err(), run.err().contains("--out must be another folder than the index"));
    }
    assertKept(path, new Lucene104Codec().getName());
  }
}
