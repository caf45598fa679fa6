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

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Merging in all its ways; whatever the way, documents come out as they went in. */
public class TestMerging extends LuceneTestCase {
  /** Enough documents for a segment to get a dictionary. */
  private static final int LARGE = 6_500;

  private final Map<String, String> expected = new HashMap<>();

  private static IndexWriterConfig config(Codec codec) {
    return new IndexWriterConfig(null)
        .setCodec(codec)
        .setUseCompoundFile(false)
        .setMergePolicy(NoMergePolicy.INSTANCE);
  }

  private void addSegment(Directory directory, IndexWriterConfig config, int from, int count)
      throws IOException {
    Random random = new Random(random().nextLong());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = from; id < from + count; id++) {
        var document = Documents.document(random, id);
        writer.addDocument(document);
        expected.put(Integer.toString(id), values(document.getFields()));
      }
    }
  }

  private static String values(List<? extends IndexableField> fields) {
    List<String> values = new ArrayList<>();
    for (var field : fields) {
      if (field.fieldType().stored()) {
        values.add(
            field.name()
                + "="
                + field.stringValue()
                + "/"
                + field.numericValue()
                + "/"
                + (field.stringValue() == null ? field.binaryValue() : null));
      }
    }
    return values.toString();
  }

  private void checkAll(Directory directory) throws IOException {
    TestUtil.checkIndex(directory);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      Set<String> left = new HashSet<>(expected.keySet());
      StoredFields storedFields = reader.storedFields();
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        var document = storedFields.document(doc);
        String id = document.get("id");
        assertTrue("twice or unknown: " + id, left.remove(id));
        assertEquals(expected.get(id), values(document.getFields()));
      }
      assertEquals(Set.of(), left);
    }
  }

  private static void forceMerge(Directory directory, Codec codec) throws IOException {
    try (IndexWriter writer =
        new IndexWriter(
            directory, new IndexWriterConfig(null).setCodec(codec).setUseCompoundFile(false))) {
      writer.forceMerge(1);
    }
  }

  private static List<ZstdStoredFieldsReader> readers(DirectoryReader reader) throws IOException {
    List<ZstdStoredFieldsReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      readers.add((ZstdStoredFieldsReader) ((CodecReader) leaf.reader()).getFieldsReader());
    }
    return readers;
  }

  private static byte[] blocks(ZstdStoredFieldsReader reader) throws IOException {
    long start = reader.blockIndex().pointer(0);
    byte[] bytes = new byte[(int) (reader.meta().dataEnd() - start)];
    reader.data().seek(start);
    reader.data().readBytes(bytes, 0, bytes.length);
    return bytes;
  }

  /** The dictionary of the first segment serves the second, also for a writer opened later. */
  public void testSegmentsShareDictionaryAndAreCopied() throws IOException {
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    try (Directory directory = newDirectory()) {
      addSegment(directory, config(new ZstdTestCodec(settings)), 0, LARGE);
      addSegment(directory, config(new ZstdTestCodec(settings)), LARGE, LARGE);
      byte[][] parts = new byte[2][];
      long shortBlocks;
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<ZstdStoredFieldsReader> readers = readers(reader);
        assertEquals(1, readers.get(0).dictionaries().all().size());
        assertEquals(readers.get(0).dictionaries().all(), readers.get(1).dictionaries().all());
        assertEquals(1, ZstdDictionary.sharedCount());
        parts[0] = blocks(readers.get(0));
        parts[1] = blocks(readers.get(1));
        shortBlocks = readers.get(0).meta().shortBlocks() + readers.get(1).meta().shortBlocks();
      }
      forceMerge(directory, new ZstdTestCodec(settings));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        byte[] merged = blocks(readers(reader).get(0));
        byte[] joined = new byte[parts[0].length + parts[1].length];
        System.arraycopy(parts[0], 0, joined, 0, parts[0].length);
        System.arraycopy(parts[1], 0, joined, parts[0].length, parts[1].length);
        assertArrayEquals(joined, merged);
        assertEquals(shortBlocks, readers(reader).get(0).meta().shortBlocks());
      }
      checkAll(directory);
    }
    HeldMemory.awaitNone();
  }

  /** Another process knows no dictionary until it opens the index; then it uses the index's. */
  public void testReaderTeachesWriterTheDictionary() throws IOException {
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    try (Directory directory = newDirectory();
        Directory copy = newDirectory()) {
      addSegment(directory, config(new ZstdTestCodec(settings)), 0, LARGE);
      for (String file : directory.listAll()) {
        // Not the lock, nor what the test framework strews about.
        if (file.startsWith("_") || file.startsWith(IndexFileNames.SEGMENTS)) {
          copy.copyFrom(directory, file, file, newIOContext(random()));
        }
      }
      DirectoryReader.open(copy).close();
      addSegment(copy, config(new ZstdTestCodec(settings)), LARGE, LARGE);
      try (DirectoryReader reader = DirectoryReader.open(copy)) {
        assertEquals(1, readers(reader).get(0).dictionaries().all().size());
        assertEquals(
            readers(reader).get(0).dictionaries().all(),
            readers(reader).get(1).dictionaries().all());
      }
      checkAll(copy);
    }
  }

  public void testSmallSegmentsDoWithoutAndTheirMergeGetsOne() throws IOException {
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    try (Directory directory = newDirectory()) {
      for (int i = 0; i < 5; i++) {
        addSegment(directory, config(new ZstdTestCodec(settings)), i * 1500, 1500);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (ZstdStoredFieldsReader small : readers(reader)) {
          assertEquals(List.of(), small.dictionaries().all());
        }
      }
      forceMerge(directory, new ZstdTestCodec(settings));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(1, readers(reader).get(0).dictionaries().all().size());
      }
      checkAll(directory);
    }
  }

  public void testIncompressibleDataGetsNoDictionary() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, config(new ZstdTestCodec(ZstdSettings.DEFAULT)))) {
        for (int i = 0; i < 300; i++) {
          byte[] noise = new byte[5000];
          random().nextBytes(noise);
          var document = new Document();
          document.add(new StoredField("noise", noise));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(List.of(), readers(reader).get(0).dictionaries().all());
      }
    }
  }

  /** Data that the dictionary no longer helps gets a new one. */
  public void testDriftedDataGetsItsOwnDictionary() throws IOException {
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    try (Directory directory = newDirectory()) {
      addSegment(directory, config(new ZstdTestCodec(settings)), 0, LARGE);
      try (IndexWriter writer = new IndexWriter(directory, config(new ZstdTestCodec(settings)))) {
        String[] words = new String[400];
        for (int i = 0; i < words.length; i++) {
          words[i] = TestUtil.randomSimpleString(random(), 4, 30);
        }
        for (int i = 0; i < LARGE; i++) {
          StringBuilder text = new StringBuilder();
          while (text.length() < 200) {
            text.append(RandomPicks.randomFrom(random(), words)).append(' ');
          }
          var document = new Document();
          document.add(new StoredField("other", text.toString()));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<ZstdStoredFieldsReader> readers = readers(reader);
        assertEquals(1, readers.get(1).dictionaries().all().size());
        assertNotEquals(readers.get(0).dictionaries().all(), readers.get(1).dictionaries().all());
      }
      forceMerge(directory, new ZstdTestCodec(settings));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals("both are kept", 2, readers(reader).get(0).dictionaries().all().size());
      }
    }
  }

  public void testMixedSettingsAndFormats() throws IOException {
    try (Directory directory = newDirectory()) {
      int from = 0;
      for (int i = 0; i < 8; i++) {
        int count = random().nextInt(3) == 0 ? LARGE : 1 + random().nextInt(800);
        addSegment(directory, config(anyCodec()), from, count);
        from += count;
        if (random().nextInt(3) == 0) {
          forceMerge(directory, anyCodec());
        }
      }
      checkAll(directory);
      forceMerge(directory, anyCodec());
      checkAll(directory);
      // And the way back.
      forceMerge(directory, new ZstdTestCodec(ZstdSettings.FASTEST));
      addSegment(directory, config(new Lucene104Codec()), from, 1);
      forceMerge(directory, new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION));
      checkAll(directory);
    }
    HeldMemory.awaitNone();
  }

  private Codec anyCodec() {
    return switch (random().nextInt(4)) {
      case 0 -> new Lucene104Codec(Lucene104Codec.Mode.BEST_SPEED);
      case 1 -> new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION);
      case 2 -> new ZstdTestCodec(ZstdSettings.DEFAULT);
      default -> new ZstdTestCodec(RandomSettings.next(random()));
    };
  }

  public void testSortedMergeWithDeletions() throws IOException {
    ZstdSettings settings = RandomSettings.next(random());
    try (Directory directory = newDirectory()) {
      for (int i = 0; i < 4; i++) {
        IndexWriterConfig config = config(new ZstdTestCodec(settings));
        config.setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)));
        addSegment(directory, config, i * 2000, 2000);
      }
      IndexWriterConfig config =
          new IndexWriterConfig(null)
              .setCodec(new ZstdTestCodec(settings))
              .setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)));
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 100; i++) {
          String id = Integer.toString(random().nextInt(4000));
          writer.deleteDocuments(new Term("id", id));
          expected.remove(id);
        }
        writer.forceMerge(1);
      }
      checkAll(directory);
    }
  }

  /** Many short blocks are put together again instead of being copied for ever. */
  public void testShortBlocksAreRecompressed() throws IOException {
    ZstdSettings settings = new ZstdSettings(1, 4096, 4, 0);
    try (Directory directory = newDirectory()) {
      for (int i = 0; i < 40; i++) {
        addSegment(directory, config(new ZstdTestCodec(settings)), i, 1);
      }
      forceMerge(directory, new ZstdTestCodec(settings));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        // One document each: too few in a segment to be called dirty, so the first merge copies.
        assertEquals(40, readers(reader).get(0).meta().shortBlocks());
      }
      addSegment(directory, config(new ZstdTestCodec(settings)), 40, 1);
      forceMerge(directory, new ZstdTestCodec(settings));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentMeta meta = readers(reader).get(0).meta();
        assertTrue("" + meta.shortBlocks(), meta.shortBlocks() <= 2);
        assertTrue("" + meta.numBlocks(), meta.numBlocks() <= 12);
      }
      checkAll(directory);
    }
  }

  /**
   * Parts of segments are copied, with blocks of few large documents and of many small ones, again
   * and again: what a segment says of its blocks stays possible.
   */
  public void testPartsOfSegmentsManyTimes() throws IOException {
    ZstdSettings settings =
        ZstdSettings.DEFAULT.withBlockBytes(4096).withMaxDocsPerBlock(200).withDictionaryBytes(0);
    for (int index = 0; index < 10; index++) {
      Random random = new Random(random().nextLong());
      LogDocMergePolicy policy = new LogDocMergePolicy();
      policy.setMergeFactor(2);
      IndexWriterConfig config =
          new IndexWriterConfig(null)
              .setCodec(new ZstdTestCodec(settings))
              .setMergeScheduler(new SerialMergeScheduler())
              .setMergePolicy(policy)
              .setMaxBufferedDocs(2 + random.nextInt(10))
              .setIndexSort(new Sort(new SortField("group", SortField.Type.LONG)));
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, config)) {
        for (int doc = 0; doc < 600; doc++) {
          Document document = new Document();
          // Flushes in order become a segment of small blocks, from which others then take parts.
          boolean inOrder = random.nextInt(40) > 0;
          document.add(new NumericDocValuesField("group", inOrder ? doc : random.nextInt(600)));
          int length = doc / 100 % 2 == 0 ? 200 + random.nextInt(200) : 1;
          document.add(
              new StoredField("text", TestUtil.randomSimpleString(random, length, length)));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
        DirectoryReader.open(writer).close();
      }
    }
  }
}
