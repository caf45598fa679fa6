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
package dev.streak.sidecar;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.SegmentInfoFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.tests.util.TestUtil;

/** A sidecar with the segment's id is not believed where anything that is known differs. */
@SuppressFileSystems("ExtrasFS") // Files are counted.
public class TestSidecarOfOtherTerms extends LuceneTestCase {
  private static final String FIELD = "field";

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  private static Directory index(String[]... documents) throws IOException {
    Directory directory = newDirectory();
    write(directory, documents);
    return directory;
  }

  private static void write(Directory directory, String[]... documents) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(TestUtil.getDefaultCodec())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String[] terms : documents) {
        Document document = new Document();
        for (String term : terms) {
          document.add(new StringField(FIELD, term, Field.Store.NO));
        }
        writer.addDocument(document);
      }
    }
  }

  private static String[] doc(String... terms) {
    return terms;
  }

  private static SegmentReader segment(DirectoryReader reader) {
    return (SegmentReader) getOnlyLeafReader(reader);
  }

  /** Whether a sidecar of other documents is put in front of a segment. */
  private boolean isUsed(DirectoryReader reader, String[]... documents) throws IOException {
    Path place = SidecarPlace.of(folder, segment(reader));
    SidecarPlace.delete(place);
    Files.createDirectories(place);
    try (Directory other = index(documents);
        DirectoryReader otherReader = DirectoryReader.open(other);
        Directory sidecar = FSDirectory.open(place)) {
      Terms terms = segment(otherReader).terms(FIELD);
      new SidecarWriter(segment(reader), List.of(FIELD)) {
        @Override
        Terms terms(FieldsProducer source, String field) {
          return terms;
        }
      }.write(sidecar, new StreakCodec());
    }
    Path description = SidecarPlace.description(place);
    try (SegmentSidecar opened = SegmentSidecar.open(description, segment(reader))) {
      return opened.terms(FIELD) != null;
    } catch (CorruptIndexException e) {
      String wrong = "terms of field field are others, must be those of its segment";
      assertTrue(e.getMessage(), e.getMessage().startsWith(wrong));
      return false;
    }
  }

  public void testOneDifference() throws IOException {
    String[][] documents = {doc("b"), doc("c"), doc("d"), doc()};
    try (Directory directory = index(documents);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertTrue(isUsed(reader, documents));
      assertFalse("the first", isUsed(reader, doc("a"), doc("c"), doc("d"), doc()));
      assertFalse("the last", isUsed(reader, doc("b"), doc("c"), doc("e"), doc()));
      assertFalse("how many", isUsed(reader, doc("b"), doc("d"), doc("d"), doc()));
      assertFalse("how often", isUsed(reader, doc("b", "c"), doc("c"), doc("d"), doc()));
      assertFalse("documents", isUsed(reader, doc("b", "c"), doc("d"), doc(), doc()));
    }
  }

  public void testAnotherNumberOfDocuments() throws IOException {
    String[][] documents = {doc("b"), doc("c"), doc("d"), doc()};
    try (Directory directory = index(documents);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertTrue(isUsed(reader, documents));
      Path place = SidecarPlace.of(folder, segment(reader));
      String name = SidecarPlace.name(SidecarPlace.description(place));
      SegmentInfoFormat format = SidecarPlace.codec().segmentInfoFormat();
      try (Directory sidecar = FSDirectory.open(place)) {
        byte[] id = segment(reader).getSegmentInfo().info.getId();
        SegmentInfo right = format.read(sidecar, name, id, IOContext.READONCE);
        SegmentInfo wrong =
            new SegmentInfo(
                sidecar,
                right.getVersion(),
                right.getMinVersion(),
                name,
                5,
                false,
                false,
                right.getCodec(),
                Map.of(),
                id,
                Map.of(),
                null);
        wrong.setFiles(right.files());
        Files.delete(SidecarPlace.description(place));
        format.write(sidecar, wrong, IOContext.DEFAULT);
      }
      Path description = SidecarPlace.description(place);
      Exception e =
          expectThrows(
              CorruptIndexException.class, () -> SegmentSidecar.open(description, segment(reader)));
      String said = "number of documents is 5, must be the segment's 4";
      assertTrue(e.getMessage(), e.getMessage().startsWith(said));
    }
  }

  /** A copy of what is damaged would have checksums that fit. */
  public void testNothingIsBuiltOfADamagedSegment() throws IOException {
    Path path = createTempDir();
    try (Directory directory = FSDirectory.open(path)) {
      write(directory, doc("b"), doc("c"), doc("d"), doc("b"));
      for (String name : directory.listAll()) {
        if (name.endsWith(".doc")) {
          byte[] bytes = Files.readAllBytes(path.resolve(name));
          bytes[bytes.length - 1] ^= 1;
          Files.write(path.resolve(name), bytes);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SidecarFolder sidecars = new SidecarFolder(folder);
        expectThrows(CorruptIndexException.class, () -> sidecars.build(reader));
        assertTrue(sidecars.needs(segment(reader)));
        assertEquals("nothing is left", List.of(), SidecarPlace.files(folder));
      }
    }
  }
}
