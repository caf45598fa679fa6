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
package dev.streak.codec;

import dev.streak.cache.BlockCache;
import dev.streak.file.FileBytes;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.ParallelCompositeReader;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestStreakWarmer extends LuceneTestCase {

  private static void index(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setSoftDeletesField("soft")
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment < 2; segment++) {
        for (int i = 0; i < 20_000; i++) {
          Document document = new Document();
          document.add(new StringField("id", "id" + segment + i * 7919L, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
      }
      writer.updateDocValues(new Term("id", "id00"), new NumericDocValuesField("soft", 1));
    }
  }

  private static long loadedBy(IndexReader reader) throws IOException {
    long before = BlockCache.shared().stats().loads();
    StreakWarmer.warm(reader);
    return BlockCache.shared().stats().loads() - before;
  }

  /** Only one table would fit beside half of the indexes. */
  public void testIndexesAreWarmedBeforeTables() throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(false).build())
            .setUseCompoundFile(false)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    int segments = 4;
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < segments * 15_000; i++) {
          Document document = new Document();
          document.add(new StringField("id", "id" + i * 7919L, Field.Store.NO));
          writer.addDocument(document);
          if (i % 15_000 == 14_999) {
            writer.commit();
          }
        }
      }
      long table = 0;
      long indexes = 0;
      for (String file : directory.listAll()) {
        table = Math.max(table, file.endsWith(".skh") ? directory.fileLength(file) : 0);
        indexes += file.endsWith(".ski") ? directory.fileLength(file) : 0;
      }
      long capacity = table + indexes / 2;
      BlockCache cache = BlockCache.builder().capacityBytes(capacity).slabBytes(4096).build();
      BlockCache before = BlockCache.setShared(cache);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StreakWarmer.warm(reader);
        assertEquals(cache.toString(), segments, cache.stats().blocks());
        assertTrue(cache.toString(), cache.stats().usedBytes() >= indexes);
      } finally {
        BlockCache.setShared(before);
      }
    }
  }

  /** Nobody waits for a merged segment's indexes and tables when a refresh shows it. */
  public void testMergedSegmentsAreWarmed() throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setMergeScheduler(new SerialMergeScheduler())
            .setMergedSegmentWarmer(StreakWarmer::warm);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 20_000; i++) {
        Document document = new Document();
        document.add(new StringField("id", "id" + i * 7919L, Field.Store.NO));
        writer.addDocument(document);
        if (i % 5_000 == 0) {
          writer.flush();
        }
      }
      try (DirectoryReader unmerged = DirectoryReader.open(writer)) {
        assertTrue("leaves=" + unmerged.leaves(), unmerged.leaves().size() > 1);
        writer.forceMerge(1);
        try (DirectoryReader merged = DirectoryReader.open(writer)) {
          assertEquals(1, merged.leaves().size());
          assertEquals(0, loadedBy(merged));
        }
      }
    }
  }

  /** Queries do without the table, so a factory of searchers that warms must not fail. */
  public void testADamagedTableIsPassedOver() throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(false).build())
            .setUseCompoundFile(false);
    // Lucene's directories for tests want a sound index when they are closed.
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 1_000; i++) {
          Document document = new Document();
          document.add(new StringField("id", "id" + i * 7919L, Field.Store.NO));
          document.add(new StringField("other", Integer.toString(i), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      for (String file : directory.listAll()) {
        if (file.endsWith(".skh")) {
          byte[] bytes = FileBytes.read(directory, file);
          // The first table begins at a multiple of 64.
          bytes[200] ^= 1;
          FileBytes.replace(directory, file, bytes, bytes.length);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        // The index and one of two tables.
        assertEquals(2, loadedBy(reader));
        assertEquals(1, reader.docFreq(new Term("id", "id7919")));
        assertEquals(1, reader.docFreq(new Term("other", "7")));
      }
    }
  }

  public void testSegmentsInWrappersAreWarmed() throws IOException {
    long expected;
    try (Directory directory = newDirectory()) {
      index(directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        expected = loadedBy(reader);
        assertTrue("expected=" + expected, expected >= 2);
      }
    }
    try (Directory directory = newDirectory()) {
      index(directory);
      try (DirectoryReader reader =
          new SoftDeletesDirectoryReaderWrapper(
              ExitableDirectoryReader.wrap(DirectoryReader.open(directory), () -> false), "soft")) {
        assertEquals(39_999, reader.numDocs());
        assertEquals(expected, loadedBy(reader));
      }
    }
    try (Directory directory = newDirectory()) {
      index(directory);
      try (DirectoryReader reader =
          new SoftDeletesDirectoryReaderWrapper(DirectoryReader.open(directory), "soft")) {
        assertEquals(expected, loadedBy(reader));
      }
    }
  }

  /** As of several indexes side by side, beside which there are segments. */
  public void testLeavesThatAreNoSegments() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory);
      try (DirectoryReader segments = DirectoryReader.open(directory);
          IndexReader others = new ParallelCompositeReader(false, segments);
          IndexReader both = new MultiReader(new IndexReader[] {others, segments}, false)) {
        assertEquals(0, loadedBy(others));
        assertTrue(loadedBy(both) >= 2);
      }
    }
  }
}
