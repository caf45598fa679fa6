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
package dev.streak.tools.convert;

import dev.streak.tools.SampleDocuments;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Commits that an application keeps are not taken for what a conversion left. */
public class TestEarlierCommits extends LuceneTestCase {
  private interface Change {
    void make(IndexWriter writer) throws IOException;
  }

  /** How many commits are kept on purpose, after two that differ by a change. */
  private static int kept(Change change) throws IOException {
    IndexWriterConfig config =
        SampleDocuments.config(new Lucene104Codec())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE)
            .setCommitOnClose(false);
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int number = 0; number < 20; number++) {
          writer.addDocument(SampleDocuments.document(number));
          if (number == 9) {
            writer.flush();
          }
        }
        writer.commit();
        change.make(writer);
        writer.commit();
      }
      return EarlierCommits.keptOnPurpose(directory);
    }
  }

  private static Term id(int number) {
    return new Term(SampleDocuments.ID, Integer.toString(number));
  }

  public void testNothingChanged() throws IOException {
    assertEquals(1, kept(writer -> {}));
  }

  public void testDocumentsWereAdded() throws IOException {
    assertEquals(2, kept(writer -> writer.addDocument(SampleDocuments.document(20))));
  }

  public void testADocumentWasDeleted() throws IOException {
    assertEquals(2, kept(writer -> writer.deleteDocuments(id(3))));
  }

  public void testAValueWasUpdated() throws IOException {
    assertEquals(2, kept(writer -> writer.updateNumericDocValue(id(3), "rank", 77)));
  }

  public void testAllDocumentsOfASegmentWereDeleted() throws IOException {
    assertEquals(
        2,
        kept(
            writer -> {
              for (int number = 0; number < 10; number++) {
                writer.deleteDocuments(id(number));
              }
            }));
  }

  public void testEverythingWasDeleted() throws IOException {
    assertEquals(2, kept(IndexWriter::deleteAll));
  }

  public void testOtherUserData() throws IOException {
    assertEquals(2, kept(writer -> writer.setLiveCommitData(Map.of("release", "2").entrySet())));
  }

  /** As a repair does, which has no plan. */
  public void testNothingIsRewrittenBesideThem() throws IOException {
    Path path = createTempDir("index");
    for (int number = 0; number < 2; number++) {
      IndexWriterConfig config =
          SampleDocuments.config(new Lucene104Codec())
              .setMergePolicy(NoMergePolicy.INSTANCE)
              .setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
      try (Directory directory = FSDirectory.open(path)) {
        SampleDocuments.write(directory, config, number, number + 1);
      }
    }
    Refusal e =
        expectThrows(
            Refusal.class,
            () ->
                Conversion.rewrite(
                    IndexFolder.existing(path.toString()),
                    new Lucene104Codec(),
                    Set.of("_0"),
                    1,
                    SampleDocuments.SILENT,
                    segment -> {}));
    assertTrue(e.getMessage(), e.getMessage().startsWith("the index keeps 2 commits"));
    try (Directory directory = FSDirectory.open(path)) {
      assertEquals(2, DirectoryReader.listCommits(directory).size());
    }
  }

  /** Lists its first commit, of which a file is gone, so often, or until that file is read. */
  private static final class FirstCommitGoes extends FilterDirectory {
    private static final String SEGMENT_INFO = "_0.si";

    private int listings;
    private int reads;

    FirstCommitGoes(Directory in, int listings, int reads) throws IOException {
      super(in);
      this.listings = listings;
      this.reads = reads;
      IndexWriterConfig config =
          SampleDocuments.config(new Lucene104Codec())
              .setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(in, config)) {
        writer.addDocument(SampleDocuments.document(0));
        writer.commit();
        writer.deleteAll();
        writer.addDocument(SampleDocuments.document(1));
      }
      assertEquals(2, DirectoryReader.listCommits(in).size());
      in.deleteFile(SEGMENT_INFO);
    }

    @Override
    public String[] listAll() throws IOException {
      boolean isGone = listings-- <= 0 || reads <= 0;
      return Stream.of(in.listAll())
          .filter(file -> !(isGone && file.equals("segments_1")))
          .toArray(String[]::new);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      if (name.equals(SEGMENT_INFO)) {
        reads--;
      }
      return super.openInput(name, context);
    }
  }

  private static int keptForLong(int listings, int reads) throws IOException {
    try (Directory files = new ByteBuffersDirectory()) {
      return EarlierCommits.keptForLong(new FirstCommitGoes(files, listings, reads));
    }
  }

  /** A writer deletes it right after it was listed. */
  public void testACommitThatGoesIsNotRead() throws IOException {
    assertEquals(1, keptForLong(1, Integer.MAX_VALUE));
  }

  public void testACommitGoesWhileItIsRead() throws IOException {
    assertEquals(1, keptForLong(Integer.MAX_VALUE, 1));
  }

  public void testACommitIsDamaged() {
    CorruptIndexException e =
        expectThrows(
            CorruptIndexException.class, () -> keptForLong(Integer.MAX_VALUE, Integer.MAX_VALUE));
    assertTrue(e.getMessage(), e.getMessage().contains("segments_1"));
  }
}
