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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.opensearch.common.settings.Settings;

public class TestIndexCodec {
  private static final String FORMAT = "PerFieldPostingsFormat.format";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Adds a document, reads it and leaves the reader to whoever looks after it. */
  private static String formatOfTerms(Directory directory) throws IOException {
    IndexCodec codec = new IndexCodec(new IndexChoices(Settings.EMPTY), new Lucene104Codec());
    IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec));
    Document document = new Document();
    document.add(new StringField("shop", "7", Field.Store.YES));
    writer.addDocument(document);
    LeafReader reader = DirectoryReader.open(writer).leaves().getFirst().reader();
    assertNotNull(reader.postings(new Term("shop", "7")));
    assertEquals("7", reader.storedFields().document(0).get("shop"));
    return reader.getFieldInfos().fieldInfo("shop").getAttribute(FORMAT);
  }

  /** Writes a document with values of two fields, and returns the extensions of their files. */
  private List<String> filesOfValues(Codec mapped) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setUseCompoundFile(false)
            .setCodec(new IndexCodec(new IndexChoices(Settings.EMPTY), mapped));
    try (Directory directory = FSDirectory.open(folder.newFolder().toPath());
        IndexWriter writer = new IndexWriter(directory, config)) {
      Document document = new Document();
      document.add(new NumericDocValuesField("price", 12));
      document.add(new SortedDocValuesField("name", new BytesRef("tofu")));
      writer.addDocument(document);
      writer.commit();
      try (DirectoryReader own = DirectoryReader.open(writer);
          DirectoryReader byName = DirectoryReader.open(directory)) {
        for (DirectoryReader reader : List.of(own, byName)) {
          LeafReader leaf = reader.leaves().getFirst().reader();
          NumericDocValues price = leaf.getNumericDocValues("price");
          assertEquals(0, price.nextDoc());
          assertEquals(12, price.longValue());
          assertEquals("tofu", leaf.getSortedDocValues("name").lookupOrd(0).utf8ToString());
        }
      }
      return Arrays.stream(directory.listAll())
          .map(file -> file.substring(file.lastIndexOf('.') + 1))
          .filter(extension -> extension.startsWith("dv"))
          .distinct()
          .toList();
    }
  }

  @Test
  public void testDocValuesOfASmallSegmentAreOneFile() throws IOException {
    assertEquals(List.of("dvb"), filesOfValues(new Lucene104Codec()));
  }

  /** As the mapping may ask for. */
  @Test
  public void testDocValuesOfAnotherFormatHaveItsFiles() throws IOException {
    DocValuesFormat other = new Lucene90DocValuesFormat();
    Codec mapped =
        new Lucene104Codec() {
          @Override
          public DocValuesFormat getDocValuesFormatForField(String field) {
            return field.equals("name") ? new Renamed(other) : other;
          }
        };
    assertEquals(List.of("dvd", "dvm", "dvs"), filesOfValues(mapped));
  }

  /** Lucene's format, which is not told by its class. */
  private static final class Renamed extends DocValuesFormat {
    private final DocValuesFormat in;

    Renamed(DocValuesFormat in) {
      super(in.getName());
      this.in = in;
    }

    @Override
    public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
      return in.fieldsConsumer(state);
    }

    @Override
    public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
      return in.fieldsProducer(state);
    }
  }

  /** As other plugins do. What opens such a segment by its name would not know what is in it. */
  @Test
  public void testNothingIsWrittenWithinAnotherCodec() throws IOException {
    Codec around =
        new FilterCodec(
            "Lucene104", new IndexCodec(new IndexChoices(Settings.EMPTY), new Lucene104Codec())) {};
    try (Directory directory = FSDirectory.open(folder.newFolder().toPath())) {
      IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(around));
      writer.addDocument(new Document());
      IllegalStateException e = assertThrows(IllegalStateException.class, writer::commit);
      assertEquals(
          "index.codec=streak cannot write segments of the codec Lucene104, which could not be read"
              + " again. Use the codec default",
          e.getMessage());
      assertFalse(writer.isOpen());
    }
  }

  /** An index that goes back has the host's codec, which the host opens our segments by. */
  @Test
  public void testCompoundFilesAreOpenedByTheHost() throws IOException {
    IndexCodec ours = new IndexCodec(new IndexChoices(Settings.EMPTY), new Lucene104Codec());
    sameFilesWithin(ours, new Lucene104Codec());
    sameFilesWithin(new StreakCodec(), ours);
  }

  private void sameFilesWithin(Codec writes, Codec reads) throws IOException {
    try (Directory directory = FSDirectory.open(folder.newFolder().toPath())) {
      try (IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig().setCodec(writes))) {
        writer.addDocument(new Document());
      }
      SegmentInfo segment = SegmentInfos.readLatestCommit(directory).info(0).info;
      assertTrue(segment.getUseCompoundFile());
      try (CompoundDirectory byName =
              segment.getCodec().compoundFormat().getCompoundReader(directory, segment);
          CompoundDirectory read = reads.compoundFormat().getCompoundReader(directory, segment)) {
        assertEquals(Set.of(byName.listAll()), Set.of(read.listAll()));
      }
    }
  }

  /** The host never closes the reader of a document whose source it derives. */
  @Test
  public void testNothingOfOursForAnIndexOnTheHeap() throws IOException {
    assertEquals("Lucene104", formatOfTerms(new ByteBuffersDirectory()));
    try (Directory directory = FSDirectory.open(folder.newFolder().toPath())) {
      assertEquals(StreakPostingsFormat.NAME, formatOfTerms(directory));
    }
  }
}
