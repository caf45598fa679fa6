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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Documents of one program after the other: each gets its own dictionary, and merges keep them. */
public class TestDrift extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);

  /** Bytes of each program's documents: several samples. */
  private static final int PART = 4 << 20;

  private final List<String> expected = new ArrayList<>();

  @Override
  public void tearDown() throws Exception {
    super.tearDown();
    HeldMemory.awaitNone();
    assertEquals(0, ZstdDictionary.sharedCount());
  }

  private static IndexWriter writer(Directory directory, ZstdSettings settings) throws IOException {
    return new IndexWriter(
        directory,
        new IndexWriterConfig(null)
            .setCodec(new ZstdTestCodec(settings))
            .setUseCompoundFile(false)
            .setRAMBufferSizeMB(256)
            .setMergeScheduler(new SerialMergeScheduler())
            .setMergePolicy(NoMergePolicy.INSTANCE));
  }

  /** Lines of a program: its own words in its own order, and numbers. */
  private void add(IndexWriter writer, int program, int bytes) throws IOException {
    Random random = new Random(program);
    String[] templates = new String[60];
    for (int i = 0; i < templates.length; i++) {
      StringBuilder template = new StringBuilder();
      for (int word = 0; word < 12; word++) {
        template.append(Long.toString(random.nextLong() >>> 30, 36)).append(' ');
      }
      templates[i] = template.toString();
    }
    for (int written = 0; written < bytes; ) {
      String line = templates[random.nextInt(templates.length)] + random.nextInt();
      Document document = new Document();
      document.add(new StoredField("line", line));
      writer.addDocument(document);
      expected.add(line);
      written += line.length();
    }
  }

  private static ZstdStoredFieldsReader segment(DirectoryReader reader, int leaf) {
    return (ZstdStoredFieldsReader)
        ((CodecReader) reader.leaves().get(leaf).reader()).getFieldsReader();
  }

  private void checkAll(DirectoryReader reader) throws IOException {
    assertEquals(expected.size(), reader.maxDoc());
    for (int doc = 0; doc < expected.size(); doc += 1 + random().nextInt(20)) {
      assertEquals(expected.get(doc), reader.storedFields().document(doc).get("line"));
    }
  }

  private static void forceMerge(Directory directory, ZstdSettings settings) throws IOException {
    try (IndexWriter writer = writer(directory, settings)) {
      LogDocMergePolicy policy = new LogDocMergePolicy();
      policy.setNoCFSRatio(0);
      writer.getConfig().setMergePolicy(policy);
      writer.forceMerge(1);
    }
  }

  public void testEachProgramOfASegmentGetsItsDictionary() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = writer(directory, SETTINGS)) {
        for (int program = 0; program < 3; program++) {
          add(writer, program, PART);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentDictionaries dictionaries = segment(reader, 0).dictionaries();
        assertTrue("" + dictionaries.all().size(), dictionaries.all().size() >= 3);
        long blocks = segment(reader, 0).meta().numBlocks();
        Set<ZstdDictionary> middles = new HashSet<>();
        for (int program = 0; program < 3; program++) {
          middles.add(dictionaries.of(blocks * (2 * program + 1) / 6));
        }
        assertEquals("each program has its own", 3, middles.size());
        checkAll(reader);
      }
    }
  }

  /** The same documents in one piece take no dictionary more. */
  public void testNoDriftNoOtherDictionary() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = writer(directory, SETTINGS)) {
        add(writer, 0, 3 * PART);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(1, segment(reader, 0).dictionaries().all().size());
        checkAll(reader);
      }
    }
  }

  /** A choice that began while the one before was carried out is taken, and frees what it made. */
  public void testChoiceThatBeginsWhileASegmentEndsIsTaken() throws IOException {
    Thread writing = Thread.currentThread();
    NativeObjects.setGate(
        wanted -> {
          // Choices take until the writer waits for one.
          while (Thread.currentThread() != writing && writing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
          return true;
        });
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = writer(directory, ZstdSettings.DEFAULT)) {
        add(writer, 0, 2_100_000);
        add(writer, 1, 3_000_000);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertTrue(segment(reader, 0).dictionaries().all().size() > 1);
        checkAll(reader);
      }
    } finally {
      NativeObjects.setGate(null);
    }
  }

  /** A merge copies every block, whatever its dictionary. */
  public void testMergeCopiesBlocksWithTheirDictionaries() throws IOException {
    try (Directory directory = newDirectory()) {
      for (int program = 0; program < 3; program++) {
        try (IndexWriter writer = writer(directory, SETTINGS)) {
          add(writer, program, PART);
        }
      }
      Set<ZstdDictionary> before = new HashSet<>();
      List<byte[]> parts = new ArrayList<>();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (int leaf = 0; leaf < 3; leaf++) {
          before.addAll(segment(reader, leaf).dictionaries().all());
          parts.add(blocks(segment(reader, leaf)));
        }
        forceMerge(directory, SETTINGS);
        try (DirectoryReader merged = DirectoryReader.open(directory)) {
          assertEquals(before, new HashSet<>(segment(merged, 0).dictionaries().all()));
          assertEquals(string(parts), string(List.of(blocks(segment(merged, 0)))));
          checkAll(merged);
        }
      }
    }
  }

  private static byte[] blocks(ZstdStoredFieldsReader reader) throws IOException {
    long start = reader.blockIndex().pointer(0);
    byte[] bytes = new byte[(int) (reader.meta().dataEnd() - start)];
    reader.data().seek(start);
    reader.data().readBytes(bytes, 0, bytes.length);
    return bytes;
  }

  private static String string(List<byte[]> parts) {
    StringBuilder joined = new StringBuilder();
    parts.forEach(part -> joined.append(new String(part, StandardCharsets.ISO_8859_1)));
    return joined.toString();
  }

  /** Blocks of those that are given up are compressed anew, between blocks that are copied. */
  public void testMergeKeepsNoMoreDictionariesThanAllowed() throws IOException {
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    try (Directory directory = newDirectory()) {
      int programs = settings.maxDictionaries() + 3;
      for (int program = 0; program < programs; program++) {
        try (IndexWriter writer = writer(directory, settings)) {
          // The first ones serve least and are given up.
          add(writer, program, (program < 5 ? 5 : 6) << 18);
        }
      }
      forceMerge(directory, settings);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        int count = segment(reader, 0).dictionaries().all().size();
        assertTrue("" + count, count <= settings.maxDictionaries());
        assertTrue("" + count, count >= settings.maxDictionaries() - 2);
        checkAll(reader);
      }
    }
  }
}
