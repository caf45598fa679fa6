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
package dev.streak.compression;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * What gains little is easy to fetch: blocks of few numbers, and content that is not compressed.
 */
public class TestNumbers extends LuceneTestCase {

  private static final int DOCS = 1000;

  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(0);

  private static void addNumbers(Document document, int doc) {
    Random random = new Random(doc);
    document.add(new StoredField("long", random.nextLong()));
    document.add(new StoredField("int", random.nextInt()));
    document.add(new StoredField("float", random.nextFloat()));
    document.add(new StoredField("double", random.nextDouble()));
  }

  private static IndexWriterConfig config(ZstdSettings settings) {
    return new IndexWriterConfig(null)
        .setCodec(new ZstdTestCodec(settings))
        .setUseCompoundFile(false);
  }

  private static void index(
      Directory directory, ZstdSettings settings, BiConsumer<Document, Integer> fields)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config(settings))) {
      for (int doc = 0; doc < DOCS; doc++) {
        Document document = new Document();
        fields.accept(document, doc);
        writer.addDocument(document);
      }
    }
  }

  private static long blocks(DirectoryReader reader) {
    CodecReader segment = (CodecReader) getOnlyLeafReader(reader);
    return ((ZstdStoredFieldsReader) segment.getFieldsReader()).meta().numBlocks();
  }

  private static long blocks(ZstdSettings settings, BiConsumer<Document, Integer> fields)
      throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory, settings, fields);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StoredFields stored = reader.storedFields();
        for (int i = 0; i < 200; i++) {
          int doc = random().nextInt(DOCS);
          Document expected = new Document();
          fields.accept(expected, doc);
          assertSameFields(expected, stored.document(doc));
        }
        return blocks(reader);
      }
    }
  }

  private static void assertSameFields(Document expected, Document found) {
    assertEquals(expected.getFields().size(), found.getFields().size());
    for (IndexableField field : expected) {
      IndexableField other = found.getField(field.name());
      assertEquals(field.numericValue(), other.numericValue());
      assertEquals(field.stringValue(), other.stringValue());
      assertEquals(field.binaryValue(), other.binaryValue());
    }
  }

  /** So many blocks of which each but the last has so many documents. */
  private static long blocksOf(int docs) {
    return (DOCS + docs - 1) / docs;
  }

  public void testBlocksOfNumbersAreSmaller() throws IOException {
    assertEquals(blocksOf(42), blocks(SETTINGS, TestNumbers::addNumbers));
    ZstdSettings small = SETTINGS.withMaxDocsPerBlock(2).withBlockBytes(256);
    assertEquals(blocksOf(1), blocks(small, TestNumbers::addNumbers));
    // A block has four hundred bytes at least.
    assertEquals(
        blocksOf(84),
        blocks(
            SETTINGS,
            (document, doc) ->
                document.add(new StoredField("int", new Random(doc).nextInt(1 << 28, 1 << 30)))));
    // Disk comes first there.
    assertEquals(blocksOf(128), blocks(SETTINGS.withLevel(4), TestNumbers::addNumbers));
  }

  public void testOthersAreNot() throws IOException {
    assertEquals(
        blocksOf(128),
        blocks(SETTINGS, (document, doc) -> document.add(new StoredField("f", "a"))));
    assertEquals(
        blocksOf(128),
        blocks(
            SETTINGS,
            (document, doc) -> {
              document.add(new StoredField("number", doc));
              if (doc % 40 == 0) {
                document.add(new StoredField("bytes", new byte[] {1, 2}));
              }
            }));
    assertEquals(1, blocks(SETTINGS, (document, doc) -> {}));
    // Most have no fields, so that all have too few bytes.
    assertEquals(
        blocksOf(128),
        blocks(
            SETTINGS,
            (document, doc) -> {
              if (doc % 40 == 1) {
                document.add(new StoredField("number", doc));
              }
            }));
  }

  /** Documents that are copied as bytes are looked at, too. */
  public void testMergedNumbers() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config =
          config(SETTINGS.withLevel(9)).setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int doc = 0; doc < DOCS + 1; doc++) {
          Document document = new Document();
          document.add(new StringField("id", "" + doc, Field.Store.NO));
          addNumbers(document, doc);
          writer.addDocument(document);
          if (doc == 300) {
            writer.flush();
          }
        }
        writer.deleteDocuments(new Term("id", "0"));
      }
      try (IndexWriter writer =
          new IndexWriter(directory, config(SETTINGS).setMergePolicy(new LogDocMergePolicy()))) {
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(blocksOf(42), blocks(reader));
        for (int doc = 0; doc < DOCS; doc++) {
          Document expected = new Document();
          addNumbers(expected, doc + 1);
          assertSameFields(expected, reader.storedFields().document(doc));
        }
      }
    }
  }

  /** Bytes of which each has less than eight bits. */
  private static byte[] bytes(int doc, int values) {
    byte[] bytes = new byte[400];
    Random random = new Random(doc);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt(values);
    }
    return bytes;
  }

  /** Whether documents of such bytes stand in the file as they are. */
  private static boolean isStored(ZstdSettings settings, int values) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(
          directory,
          settings,
          (document, doc) -> document.add(new StoredField("bytes", bytes(doc, values))));
      try (IndexInput in = directory.openInput("_0.zsd", IOContext.READONCE);
          DirectoryReader reader = DirectoryReader.open(directory)) {
        for (int doc = 0; doc < DOCS; doc++) {
          assertArrayEquals(
              bytes(doc, values),
              reader.storedFields().document(doc).getBinaryValue("bytes").bytes);
        }
        byte[] file = new byte[(int) in.length()];
        in.readBytes(file, 0, file.length);
        byte[] first = bytes(0, values);
        for (int at = 0; at + first.length <= 1000; at++) {
          if (Arrays.equals(file, at, at + first.length, first, 0, first.length)) {
            return true;
          }
        }
        return false;
      }
    }
  }

  public void testWhatGainsLittleIsStored() throws IOException {
    assertTrue(isStored(SETTINGS, 160));
    assertTrue(isStored(SETTINGS.withBlockBytes(10_000), 160));
    assertFalse(isStored(SETTINGS, 64));
    assertFalse(isStored(SETTINGS.withLevel(4), 160));
  }
}
