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
package dev.streak.segment;

import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockCacheInvariants;
import dev.streak.cache.monitor.CacheStats;
import dev.streak.codec.SharedCacheTestCase;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakWarmer;
import dev.streak.monitor.StreakCounters;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

/** The codec's terms indexes in the cache: loaded when used, gone when closed, left by merges. */
public class TestTermsIndexCaching extends SharedCacheTestCase {
  /** More than the smallest cache has room for, also without hash tables. */
  private static final int DOCUMENTS = 8_000;

  public TestTermsIndexCaching() {
    super(1 << 20);
  }

  private static StreakCodec codec(CachePolicy policy) {
    return StreakCodec.builder()
        .termsIndex("id", policy)
        .termsIndex("text", policy)
        .termBlocks("id", CachePolicy.UNCACHED)
        .termBlocks("text", CachePolicy.UNCACHED)
        .build();
  }

  private static void index(Directory directory, StreakCodec codec) throws Exception {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergeScheduler(new SerialMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StringField("id", "id" + i * 7919L % DOCUMENTS, Field.Store.NO));
        document.add(new TextField("text", "word" + i + " word" + i / 2, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static void lookUp(IndexReader reader) throws Exception {
    for (LeafReaderContext leaf : reader.leaves()) {
      TermsEnum ids = leaf.reader().terms("id").iterator();
      TermsEnum words = leaf.reader().terms("text").iterator();
      for (int i = 0; i < DOCUMENTS; i++) {
        assertTrue(ids.seekExact(new BytesRef("id" + i)));
        assertTrue(words.seekExact(new BytesRef("word" + i)));
        assertFalse(words.seekExact(new BytesRef("word" + i + "x")));
      }
    }
  }

  public void testIndexesInTheCache() throws Exception {
    try (Directory directory = newFSDirectory(createTempDir())) {
      index(directory, codec(CachePolicy.CACHED));
      assertEquals("writing and merging leave the cache alone", 0, cache.stats().misses());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals("opening leaves the cache alone", 0, cache.stats().loads());
        lookUp(reader);
        CacheStats stats = cache.stats();
        assertTrue(stats.toLine(), stats.loads() > 0);
        assertEquals(stats.toLine(), 0, stats.bypasses());
        assertTrue(stats.toLine(), stats.handleHits() > 0);
        assertEquals("one load a block", stats.blocks(), stats.loads());
        BlockCacheInvariants.check(cache.blocks());
        BlockCacheInvariants.collectHandles(cache.blocks());
      }
      assertEquals("closing evicts at once", 0, cache.stats().usedBytes());
    }
  }

  public void testWarmAndPinned() throws Exception {
    try (Directory directory = newFSDirectory(createTempDir())) {
      index(directory, codec(CachePolicy.CACHED));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StreakWarmer.warm(reader);
        long loads = cache.stats().loads();
        assertTrue("loads=" + loads, loads > 0);
        lookUp(reader);
        assertEquals("nothing was left to load", loads, cache.stats().loads());
      }
    }
    try (Directory directory = newFSDirectory(createTempDir())) {
      index(directory, codec(CachePolicy.PINNED));
      long before = cache.stats().loads();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        long loads = cache.stats().loads();
        assertTrue("loaded at open", loads > before);
        System.gc();
        assertTrue("pinned", cache.stats().inUseBytes() > 0);
        lookUp(reader);
        assertEquals(loads, cache.stats().loads());
      }
    }
  }

  public void testUncachedLeavesTheCacheAlone() throws Exception {
    {
      try (Directory directory = newFSDirectory(createTempDir())) {
        index(directory, codec(CachePolicy.UNCACHED));
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          StreakWarmer.warm(reader);
          lookUp(reader);
          assertEquals(0, cache.stats().loads());
        }
      }
    }
  }

  private static void scan(IndexReader reader) throws Exception {
    TermsEnum all = getOnlyLeafReader(reader).terms("text").iterator();
    while (all.next() != null) {
      assertTrue(all.docFreq() > 0);
    }
  }

  public void testBlocksOfTermsInTheCache() throws Exception {
    StreakCodec codec = StreakCodec.builder().termBlocks("text", CachePolicy.CACHED).build();
    try (Directory directory = newFSDirectory(createTempDir())) {
      index(directory, codec);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        getOnlyLeafReader(reader).checkIntegrity();
        scan(reader);
        long scanned = cache.stats().loads();
        assertTrue("a scan does not fill the cache: " + cache, scanned <= 5);
        lookUp(reader);
        long loads = cache.stats().loads();
        assertTrue(cache.toString(), loads > scanned);
        assertEquals(cache.toString(), loads, cache.stats().blocks());
        BlockCacheInvariants.collectHandles(cache.blocks());
        lookUp(reader);
        assertEquals("all that was needed is there", loads, cache.stats().loads());
        BlockCacheInvariants.collectHandles(cache.blocks());
      }
      assertEquals("closing evicts at once", 0, cache.stats().usedBytes());
    }
  }

  public void testBlocksOfTermsInSpareRoom() throws Exception {
    try (Directory directory = newFSDirectory(createTempDir())) {
      StreakCodec codec =
          StreakCodec.builder()
              .termBlocks("id", CachePolicy.SPARE_ROOM)
              .termBlocks("text", CachePolicy.SPARE_ROOM)
              .termsIndex("text", CachePolicy.CACHED)
              .build();
      index(directory, codec);
      assertEquals("writing and merging leave the cache alone", 0, cache.stats().misses());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals("opening leaves the cache alone", 0, cache.stats().loads());
        lookUp(reader);
        CacheStats stats = cache.stats();
        assertTrue(stats.toLine(), stats.spareBytes() > 0);
        assertTrue(stats.toLine(), stats.spareBytes() < stats.usedBytes());
        assertTrue(stats.toLine(), 2 * stats.usedBytes() <= stats.capacityBytes());
        assertEquals("there is room for all: " + stats.toLine(), 0, stats.bypasses());
        BlockCacheInvariants.collectHandles(cache.blocks());
        cache.setCapacityBytes(1 << 16);
        lookUp(reader);
        assertTrue(cache.toString(), cache.stats().usedBytes() <= 1 << 16);
        assertTrue(cache.toString(), cache.stats().bypasses() > 0);
        BlockCacheInvariants.collectHandles(cache.blocks());
        BlockCacheInvariants.check(cache.blocks());
      }
      assertEquals("closing evicts at once", 0, cache.stats().usedBytes());
    }
  }

  public void testPolicyOfBlocksOfTermsIsThatOfTheFieldToBeKeptLongest() throws Exception {
    StreakCodec.Builder builder = StreakCodec.builder();
    for (CachePolicy policy : CachePolicy.values()) {
      StreakCodec codec =
          builder.termBlocks("text", policy).termBlocks("id", CachePolicy.UNCACHED).build();
      try (Directory directory = newFSDirectory(createTempDir())) {
        index(directory, codec);
        long spareBefore = cache.stats().spareBytes();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          lookUp(reader);
          long spareBytes = cache.stats().spareBytes() - spareBefore;
          assertEquals(policy + ": " + cache, policy == CachePolicy.SPARE_ROOM, spareBytes > 0);
        }
      }
    }
    expectThrows(
        IllegalArgumentException.class, () -> builder.termsIndex("id", CachePolicy.SPARE_ROOM));
  }

  public void testHashTablesInTheCache() throws Exception {
    assumeTrue("all tables are switched off", TermHashSwitch.isEnabled());
    TermHashSettings tables = TermHashSettings.DEFAULT.withField("id", true);
    for (CachePolicy policy : EnumSet.complementOf(EnumSet.of(CachePolicy.SPARE_ROOM))) {
      StreakCodec codec =
          StreakCodec.builder()
              .termHash(tables)
              .termsIndex("id", policy)
              .termsIndex("text", CachePolicy.UNCACHED)
              .termBlocks("id", CachePolicy.UNCACHED)
              .termBlocks("text", CachePolicy.UNCACHED)
              .build();
      try (Directory directory = newFSDirectory(createTempDir())) {
        index(directory, codec);
        long before = cache.stats().loads();
        long damaged = StreakCounters.now().tablesDamaged();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          if (policy == CachePolicy.PINNED) {
            assertTrue(cache.toString(), cache.stats().loads() > before);
            assertTrue(cache.toString(), cache.stats().inUseBytes() > 4 * DOCUMENTS);
          }
          lookUp(reader);
          if (policy != CachePolicy.UNCACHED) {
            assertTrue(cache.toString(), cache.stats().usedBytes() > 4 * DOCUMENTS);
          } else {
            assertEquals(before, cache.stats().loads());
          }
          // Switched off, the table is read and verified where it lies; and on again.
          cache.setEnabled(false);
          lookUp(reader);
          BlockCacheInvariants.collectAndCheckEmpty(cache.blocks());
          cache.setEnabled(true);
          lookUp(reader);
          assertEquals(damaged, StreakCounters.now().tablesDamaged());
        }
        BlockCacheInvariants.collectAndCheckEmpty(cache.blocks());
      }
    }
  }

  public void testPinnedBlocksArePinnedAnewAfterTheCacheWasOff() throws Exception {
    {
      try (Directory directory = newFSDirectory(createTempDir())) {
        index(directory, codec(CachePolicy.PINNED));
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertTrue(cache.toString(), inUseBytesWithoutHandles() > 0);
          cache.setEnabled(false);
          lookUp(reader);
          assertEquals(cache.toString(), 0, inUseBytesWithoutHandles());
          cache.setEnabled(true);
          lookUp(reader);
          assertTrue(cache.toString(), inUseBytesWithoutHandles() > 0);
        }
        BlockCacheInvariants.collectAndCheckEmpty(cache.blocks());
      }
    }
  }

  /** What is pinned stays in use when the collector has taken the handles of all look-ups. */
  private long inUseBytesWithoutHandles() throws InterruptedException {
    for (int i = 0; i < 20 && cache.stats().inUseBytes() > 0; i++) {
      System.gc();
      Thread.sleep(5);
    }
    return cache.stats().inUseBytes();
  }

  public void testSwitchingAndResizingWhileReading() throws Exception {
    try (Directory directory = newFSDirectory(createTempDir())) {
      index(directory, codec(CachePolicy.CACHED));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Thread control =
            new Thread(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    cache.setEnabled(i % 3 != 0);
                    cache.setCapacityBytes(ThreadLocalRandom.current().nextLong(1 << 16, 1 << 21));
                    System.gc();
                  }
                  cache.setEnabled(true);
                });
        control.start();
        while (control.isAlive()) {
          lookUp(reader);
        }
        control.join();
        BlockCacheInvariants.check(cache.blocks());
      }
    }
  }
}
