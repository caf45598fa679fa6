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
package dev.streak.tools.verify;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.SampleDocuments;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.store.BaseDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestVerification extends LuceneTestCase {

  /** Doc values of a segment, in a mapped file on a disk that no longer reads it. */
  private static Directory failing(Directory in) {
    return new FilterDirectory(in) {
      @Override
      public IndexInput openInput(String name, IOContext context) throws IOException {
        IndexInput input = super.openInput(name, context);
        if (!name.startsWith("_1") || !name.endsWith(".dvd")) {
          return input;
        }
        return new FilterIndexInput(name, input) {
          @Override
          public IndexInput clone() {
            return new FilterIndexInput(toString(), input.clone()) {
              @Override
              public void readBytes(byte[] bytes, int offset, int length) {
                throw new InternalError("a fault occurred in an unsafe memory access operation");
              }
            };
          }
        };
      }
    };
  }

  private static Set<String> messages(Directory directory) throws IOException {
    try (Verification verification = new Verification(directory, false)) {
      Set<String> messages = new TreeSet<>();
      for (Finding finding : verification.run(2, SampleDocuments.SILENT, "verifying")) {
        assertFalse(finding.repairable());
        messages.add(finding.segment() + ": " + finding.message());
      }
      return messages;
    }
  }

  private static void assertOnly(String expected, Set<String> messages) {
    assertEquals(messages.toString(), 1, messages.size());
    String message = messages.iterator().next();
    assertTrue(message, message.contains(expected));
  }

  /** A commit whose checksum is right, and that says what is wrong. */
  public void testNumbersOfTheCommit() throws IOException {
    try (BaseDirectoryWrapper directory = newDirectory()) {
      directory.setCheckIndexOnClose(false);
      IndexWriterConfig config =
          SampleDocuments.config(new Lucene104Codec()).setSoftDeletesField("gone");
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int number = 0; number < 5; number++) {
          writer.addDocument(SampleDocuments.document(number));
        }
        writer.softUpdateDocument(
            new Term(SampleDocuments.ID, "3"),
            SampleDocuments.document(6),
            new NumericDocValuesField("gone", 1));
      }
      assertEquals(Set.of(), messages(directory));
      SegmentInfos commit = SegmentInfos.readLatestCommit(directory);
      long counter = commit.counter;
      commit.counter = 0;
      commit.commit(directory);
      assertOnly("the commit: ", messages(directory));
      assertOnly("number of the next segment is 0, must be > 0", messages(directory));
      commit.counter = counter;
      SegmentCommitInfo right = commit.info(0);
      assertEquals(1, right.getSoftDelCount());
      SegmentCommitInfo wrong =
          new SegmentCommitInfo(
              right.info,
              right.getDelCount(),
              2,
              right.getDelGen(),
              right.getFieldInfosGen(),
              right.getDocValuesGen(),
              right.getId());
      wrong.setFieldInfosFiles(right.getFieldInfosFiles());
      wrong.setDocValuesUpdatesFiles(right.getDocValuesUpdatesFiles());
      commit.remove(right);
      commit.add(wrong);
      commit.commit(directory);
      assertOnly(
          "number of documents that are deleted softly is 1, must be 2", messages(directory));
    }
  }

  public void testADiskThatFailsUnderAMappedFile() throws IOException {
    try (Directory directory = newDirectory()) {
      for (int number = 0; number < 300; number += 100) {
        IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec());
        config.setMergePolicy(NoMergePolicy.INSTANCE).setUseCompoundFile(false);
        SampleDocuments.write(directory, config, number, number + 100);
      }
      try (Verification verification = new Verification(failing(directory), false)) {
        Set<String> found = new TreeSet<>();
        for (Finding finding : verification.run(2, SampleDocuments.SILENT, "verifying")) {
          found.add(finding.segment() + " " + finding.check() + " " + finding.repairable());
        }
        assertEquals(Set.of("_1 checksums of all files false"), found);
      }
    }
  }

  /** Most of the time goes into terms and their documents: what is left of it is told by these. */
  public void testTermsAreMostOfTheWork() throws IOException {
    for (Codec codec : List.of(new Lucene104Codec(), new StreakCodec())) {
      try (Directory directory = newDirectory()) {
        IndexWriterConfig config = newIndexWriterConfig(new MockAnalyzer(random())).setCodec(codec);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int number = 0; number < 100; number++) {
            Document document = new Document();
            document.add(new StringField("id", number + "", Field.Store.NO));
            document.add(new TextField("text", "a b c d e f g h i j k l m n", Field.Store.NO));
            document.add(new NumericDocValuesField("price", number));
            writer.addDocument(document);
          }
          writer.forceMerge(1);
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          CodecReader segment = (CodecReader) getOnlyLeafReader(reader);
          // A term and its document each; fourteen words, in a hundred documents once each.
          long ids = 100 + 100;
          long words = 14 + 1400 + 1400;
          boolean kept = codec.getName().equals(StreakCodec.NAME);
          assertEquals(kept ? 4 * ids : 0, Check.KEPT_TERMS.work(segment));
          assertEquals(4 * (kept ? words : ids + words), Check.TERMS.work(segment));
          assertEquals(100, Check.DOC_VALUES.work(segment));
          assertEquals(0, Check.VECTORS.work(segment));
          long all = Arrays.stream(Check.values()).mapToLong(check -> check.work(segment)).sum();
          assertTrue(all + "", all < 5 * (ids + words));
        }
      }
    }
  }
}
