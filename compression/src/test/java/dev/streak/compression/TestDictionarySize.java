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
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * What is cheaper is taken where it does as well: a smaller dictionary, a lower level, smaller
 * blocks.
 */
public class TestDictionarySize extends LuceneTestCase {

  private static final int DICTIONARY_BYTES = 64 << 10;

  private interface Check {
    void check(ZstdDictionary dictionary) throws IOException;
  }

  private static List<byte[]> blocks(Supplier<String> lines) {
    List<byte[]> blocks = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder block = new StringBuilder();
      while (block.length() < 4096) {
        block.append(lines.get()).append('\n');
      }
      blocks.add(block.toString().getBytes(StandardCharsets.UTF_8));
    }
    return blocks;
  }

  public void testSizesThatAreRefusedAndNone() {
    for (int size : new int[] {-1, 4095, (1 << 20) + 1}) {
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class, () -> ZstdSettings.DEFAULT.withDictionaryBytes(size));
      assertEquals(
          "dictionaryBytes must be 0 or in [4096, 1048576]: dictionaryBytes=" + size,
          e.getMessage());
    }
    assertEquals(0, ZstdSettings.DEFAULT.withDictionaryBytes(0).dictionaryBytes());
  }

  /**
   * A few messages with numbers in them. So much of each line is random that a larger dictionary
   * never compresses it better by chance.
   */
  private static List<byte[]> logs(Random random) {
    return blocks(
        () ->
            String.format(
                Locale.ROOT,
                "{\"level\":\"INFO\",\"thread\":\"worker-%d\",\"message\":\"answered\",\"id\":\"%016x%016x%016x%016x\"}",
                random.nextInt(16),
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextLong()));
  }

  /** So many phrases that only a large dictionary has most of them. */
  private static List<byte[]> phrases(Random random) {
    List<String> phrases = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      phrases.add(
          i
              + random
                  .ints(50, 'a', 'z')
                  .collect(
                      StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                  .toString());
    }
    return blocks(() -> phrases.get(random.nextInt(phrases.size())));
  }

  /** What makes a block small is its own beginning. */
  private static List<byte[]> echoes(Random random) {
    List<byte[]> blocks = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String line =
          random
              .ints(1000, 'a', 'z')
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      blocks.add((line + line + line + line).getBytes(StandardCharsets.UTF_8));
    }
    return blocks;
  }

  private static void train(int level, List<byte[]> blocks, Check check) throws IOException {
    ZstdDictionaryTrainer trainer = new ZstdDictionaryTrainer(level, blocks, () -> true);
    ZstdDictionary made = trainer.train(DICTIONARY_BYTES, trainer.compressedBytes(null));
    assertNotNull(made);
    try {
      trainer.findCheaper(made, trainer.compressedBytes(made), DICTIONARY_BYTES);
      check.check(made);
    } finally {
      made.release();
    }
  }

  public void testLogsNeedLittle() throws IOException {
    train(
        3,
        logs(random()),
        made -> {
          assertTrue(made.content().length() <= DICTIONARY_BYTES / 4);
          assertEquals(1, made.level(3));
          assertEquals(1, made.level(1));
          assertEquals(12, made.level(12));
          assertEquals(3072, made.blockBytes(4096, 3));
          assertEquals(4096, made.blockBytes(4096, 12));
        });
  }

  /** Equal dictionaries are one object: what serves one level says nothing of another. */
  public void testAnotherLevelIsNotLowered() throws IOException {
    for (List<byte[]> blocks : List.of(logs(random()), phrases(random()))) {
      train(
          2,
          blocks,
          made -> {
            assertEquals(3, made.level(3));
            ZstdDictionaryTrainer higher = new ZstdDictionaryTrainer(3, blocks, () -> true);
            int second = made.level(2);
            higher.findCheaper(made, higher.compressedBytes(made), DICTIONARY_BYTES);
            assertEquals(second, made.level(2));
          });
    }
  }

  /** A dictionary of logs serves small blocks of logs, and not blocks that repeat themselves. */
  public void testBlocksThatRepeatThemselvesStayLarge() throws IOException {
    train(
        3,
        logs(random()),
        made -> {
          assertEquals(3072, made.blockBytes(4096, 3));
          ZstdDictionaryTrainer others = new ZstdDictionaryTrainer(3, echoes(random()), () -> true);
          others.findCheaper(made, others.compressedBytes(made), DICTIONARY_BYTES);
          assertEquals(4096, made.blockBytes(4096, 3));
        });
  }

  /** Documents end smaller blocks where these serve, those that waited for the choice as well. */
  public void testSegmentsHaveSmallBlocks() throws IOException {
    List<byte[]> lines = new ArrayList<>();
    for (byte[] block : logs(random())) {
      for (String line : new String(block, StandardCharsets.UTF_8).split("\n")) {
        lines.add(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(DICTIONARY_BYTES);
    assertEquals(3190, meanBlock(settings, lines), 60);
    assertEquals(4150, meanBlock(settings.withDictionaryBytes(0), lines), 60);
    assertEquals(4150, meanBlock(settings.withLevel(4), lines), 60);
  }

  /** An index whose level is raised goes on with its dictionary, not with its blocks. */
  public void testBlocksOfAHigherLevelStayLarge() throws IOException {
    List<byte[]> lines = logs(random());
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(DICTIONARY_BYTES);
    try (Directory directory = newDirectory()) {
      ZstdDictionaryStore store = ZstdDictionaryStore.of(directory);
      ZstdDictionary low = store.choose(lines, settings, () -> true);
      ZstdDictionary high = store.choose(lines, settings.withLevel(4), () -> true);
      try {
        assertSame(low, high);
        assertEquals(3072, low.blockBytes(4096, 3));
        assertEquals(4096, high.blockBytes(4096, 4));
      } finally {
        low.release();
        high.release();
      }
    }
  }

  /** Mean length of a segment's blocks; all documents are read. */
  private double meanBlock(ZstdSettings settings, List<byte[]> documents) throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig(null)
              .setCodec(new ZstdTestCodec(settings))
              .setUseCompoundFile(false)
              .setRAMBufferSizeMB(256);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (byte[] each : documents) {
          Document document = new Document();
          document.add(new StoredField("line", each));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(documents.size(), reader.maxDoc());
        for (int doc = 0; doc < documents.size(); doc++) {
          BytesRef line = reader.storedFields().document(doc).getBinaryValue("line");
          assertEquals(new BytesRef(documents.get(doc)), line);
        }
        CodecReader segment = (CodecReader) reader.leaves().get(0).reader();
        SegmentMeta meta = ((ZstdStoredFieldsReader) segment.getFieldsReader()).meta();
        return (double) meta.rawBytes() / meta.numBlocks();
      }
    }
  }

  public void testManyPhrasesNeedAll() throws IOException {
    train(
        3,
        phrases(random()),
        made -> {
          assertEquals(DICTIONARY_BYTES, made.content().length());
          assertEquals(3, made.level(3));
        });
  }

  public void testHighLevelsUseAll() throws IOException {
    train(12, logs(random()), made -> assertEquals(DICTIONARY_BYTES, made.content().length()));
  }

  public void testNothingIsLeft() throws IOException {
    int before = ZstdDictionary.sharedCount();
    NativeMemory.Held held = NativeMemory.held();
    train(3, logs(random()), made -> assertEquals(before + 1, ZstdDictionary.sharedCount()));
    assertEquals(before, ZstdDictionary.sharedCount());
    assertEquals(held, NativeMemory.held());
  }
}
