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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Which segments a merge copies as they are, and which it does not. */
public class TestMergesOfAnySegments extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = new ZstdSettings(1, 1024, 10, 0);
  private static final int DOCS = 300;

  private static IndexWriterConfig config(ZstdSettings settings) {
    return new IndexWriterConfig(null)
        .setCodec(new ZstdTestCodec(settings))
        .setMergeScheduler(new SerialMergeScheduler())
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setUseCompoundFile(false);
  }

  private static void merge(Directory directory, ZstdSettings settings) throws IOException {
    IndexWriterConfig config = config(settings).setMergePolicy(new LogDocMergePolicy());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      writer.forceMerge(1);
    }
  }

  /** Adds a segment and to {@code expected} its documents, every 50th of which is a giant. */
  private static void addSegment(Directory directory, List<String> expected) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config(SETTINGS))) {
      for (int i = 0; i < DOCS; i++) {
        int id = expected.size();
        Document document = Documents.document(random(), id);
        if (i % 50 == 17) {
          int length = 2 * SETTINGS.sliceBytes() + random().nextInt(SETTINGS.sliceBytes());
          document.add(
              new StoredField("giant", TestUtil.randomSimpleString(random(), length, length)));
        }
        writer.addDocument(document);
        expected.add("");
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (int id = expected.size() - DOCS; id < expected.size(); id++) {
        expected.set(id, reader.storedFields().document(id).toString());
      }
    }
  }

  private static void check(Directory directory, List<String> expected) throws IOException {
    TestUtil.checkIndex(directory);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      List<String> found = new ArrayList<>();
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        found.add(reader.storedFields().document(doc).toString());
      }
      assertEquals(expected, found);
    }
  }

  private static ZstdStoredFieldsReader fields(DirectoryReader reader, int leaf) {
    return (ZstdStoredFieldsReader)
        ((CodecReader) reader.leaves().get(leaf).reader()).getFieldsReader();
  }

  private static List<Long> lengthsOfBlocks(ZstdStoredFieldsReader fields) throws IOException {
    List<Long> lengths = new ArrayList<>();
    for (long block = 0; block < fields.meta().numBlocks(); block++) {
      lengths.add(fields.blockIndex().pointer(block + 1) - fields.blockIndex().pointer(block));
    }
    return lengths;
  }

  /** Without a sort, where whole segments follow each other. */
  public void testDeletions() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        addSegment(directory, expected);
      }
      List<Long> copied;
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        copied = lengthsOfBlocks(fields(reader, 1));
      }
      try (IndexWriter writer = new IndexWriter(directory, config(SETTINGS))) {
        // The first documents of a segment, the last, and some between, but none of the second's.
        for (int id : new int[] {0, 1, 17, 150, 299, 600, 700, 701, 702, 898, 899}) {
          writer.deleteDocuments(new Term("id", Integer.toString(id)));
          expected.set(id, null);
        }
      }
      expected.removeIf(document -> document == null);
      merge(directory, SETTINGS);
      check(directory, expected);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<Long> merged = lengthsOfBlocks(fields(reader, 0));
        assertNotEquals(-1, Collections.indexOfSubList(merged, copied));
      }
    }
  }

  /** Blocks of another size are not copied: they would be cut in slices of another length. */
  public void testOtherSettings() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      List<String> expected = new ArrayList<>();
      addSegment(directory, expected);
      addSegment(directory, expected);
      for (ZstdSettings other :
          List.of(
              SETTINGS.withBlockBytes(2048).withMaxDocsPerBlock(20),
              SETTINGS.withBlockBytes(512),
              SETTINGS.withMaxDocsPerBlock(1))) {
        addSegment(directory, expected);
        merge(directory, other);
        check(directory, expected);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          SegmentMeta meta = fields(reader, 0).meta();
          assertEquals(other, meta.settings());
          assertTrue(
              meta.numBlocks() + " blocks",
              meta.numDocs() <= meta.numBlocks() * other.maxDocsPerBlock());
          if (other.maxDocsPerBlock() == 1) {
            assertEquals(meta.numDocs(), meta.numBlocks());
          }
        }
      }
    }
  }

  /** Segments that stay too small for a dictionary, and large ones that do without. */
  public void testSegmentsWithoutDictionary() throws IOException {
    ZstdSettings settings = SETTINGS.withDictionaryBytes(1 << 12);
    // Each ends with a block that has room for more.
    for (int noise : new int[] {100, 700}) {
      int docs = noise == 100 ? 255 : 1_501;
      try (Directory directory = new ByteBuffersDirectory()) {
        List<Long> copied = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          try (IndexWriter writer = new IndexWriter(directory, config(settings))) {
            for (int doc = 0; doc < docs; doc++) {
              byte[] bytes = new byte[noise];
              random().nextBytes(bytes);
              Document document = new Document();
              document.add(new StoredField("noise", bytes));
              writer.addDocument(document);
            }
          }
          try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertEquals(List.of(), fields(reader, i).dictionaries().all());
            copied.addAll(lengthsOfBlocks(fields(reader, i)));
          }
        }
        merge(directory, settings);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertEquals(copied, lengthsOfBlocks(fields(reader, 0)));
        }
      }
    }
  }
}
