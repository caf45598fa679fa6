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
package dev.streak.micrometer;

import dev.streak.cache.BlockCache;
import dev.streak.cache.monitor.CacheStats;
import dev.streak.checks.AnswerChecks;
import dev.streak.codec.StreakCodec;
import dev.streak.monitor.StreakCounters;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.termhash.TermHashSwitch;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The meters follow the counters. */
public class TestStreakMetrics extends LuceneTestCase {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double counter(String name) {
    return registry.get(name).tag("shard", "7").functionCounter().count();
  }

  private double gauge(String name) {
    return registry.get(name).tag("shard", "7").gauge().value();
  }

  /** What others left in the cache may go meanwhile. */
  private void usedIsMetered() {
    long before = BlockCache.shared().stats().usedBytes();
    double metered = gauge("streak.cache.used");
    long after = BlockCache.shared().stats().usedBytes();
    while (before != after) {
      before = after;
      metered = gauge("streak.cache.used");
      after = BlockCache.shared().stats().usedBytes();
    }
    assertEquals(after, metered, 0);
  }

  public void testMetersFollowTheCounters() throws Exception {
    new StreakMetrics(List.of(Tag.of("shard", "7"))).bindTo(registry);
    double damaged = counter("streak.termhash.damaged");
    double failures = counter("streak.prefixsets.failures");
    double loads = registry.get("streak.cache.loads").functionTimer().count();
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig().setCodec(new StreakCodec()))) {
        for (int i = 0; i < 1000; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
          writer.addDocument(document);
        }
        writer.deleteDocuments(new Term("id", "78"));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(1, reader.docFreq(new Term("id", "77")));
        reader.storedFields().document(77);
        Query query = new PrefixQuery(new Term("id", "7"));
        assertEquals(110, new StreakIndexSearcher(reader).count(query));
        StreakCounters counters = StreakCounters.now();
        assertTrue(counters.rankBytes() > 0 && counters.replacedQueries() > 0);
        assertEquals(counters.rankBytes(), gauge("streak.ranks.held"), 0);
        assertEquals(counters.ranksRefused(), counter("streak.ranks.refused"), 0);
        assertEquals(counters.replacedQueries(), counter("streak.queries.replaced"), 0);
        System.gc(); // meters must not lose what they read
        CacheStats stats = BlockCache.shared().stats();
        assertEquals(stats.capacityBytes(), gauge("streak.cache.capacity"), 0);
        usedIsMetered();
        assertTrue(gauge("streak.cache.used") > 0 && gauge("streak.cache.blocks") > 0);
        assertTrue(registry.get("streak.cache.loads").functionTimer().count() > loads);
        assertTrue(
            registry.get("streak.cache.loads").functionTimer().totalTime(TimeUnit.NANOSECONDS) > 0);
        assertEquals(stats.handleHits() + stats.cacheHits(), counter("streak.cache.hits"), 0);
        assertEquals(stats.misses(), counter("streak.cache.misses"), 0);
        assertEquals(stats.bypasses(), counter("streak.cache.bypasses"), 0);
        assertTrue(gauge("streak.native.held") > 0 && gauge("streak.native.objects") > 0);
      }
    }
    assertEquals(StreakCounters.now().tablesOpened(), counter("streak.termhash.opened"), 0);
    assertEquals(damaged, counter("streak.termhash.damaged"), 0);
    assertEquals(failures, counter("streak.prefixsets.failures"), 0);
    double mismatches = counter("streak.checks.mismatches");
    AnswerChecks.noted(false);
    assertEquals(mismatches + 1, counter("streak.checks.mismatches"), 0);
    assertEquals(AnswerChecks.counts().compared(), counter("streak.checks.compared"), 0);
  }

  /** What a meter rises by when somebody opens an index in which a file was changed, and asks. */
  private double rise(String meter, String extension, boolean gone) throws Exception {
    StreakCodec codec = StreakCodec.builder().bundleSmallFiles(false).prefixes("id", 1, 2).build();
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(codec).setUseCompoundFile(false);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 1000; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      for (String file : directory.listAll()) {
        if (file.endsWith(extension)) {
          change(directory, file, gone);
        }
      }
      double before = counter(meter);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(1, reader.docFreq(new Term("id", "77")));
        Query query = new PrefixQuery(new Term("id", "7"));
        assertEquals(111, new StreakIndexSearcher(reader).count(query));
      }
      return counter(meter) - before;
    }
  }

  private static void change(Directory directory, String file, boolean gone) throws Exception {
    byte[] bytes;
    try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
      bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
    }
    directory.deleteFile(file);
    if (!gone) {
      bytes[bytes.length / 2] ^= 1;
      try (IndexOutput out = directory.createOutput(file, IOContext.DEFAULT)) {
        out.writeBytes(bytes, bytes.length);
      }
    }
  }

  /** Each alarm has a meter of its own. */
  public void testWhatIsGoneOrDamagedCounts() throws Exception {
    assumeTrue("all tables are switched off", TermHashSwitch.isEnabled());
    new StreakMetrics(List.of(Tag.of("shard", "7"))).bindTo(registry);
    assertEquals(1, rise("streak.termhash.missing", ".skh", true), 0);
    assertEquals(0, rise("streak.termhash.missing", ".skh", false), 0);
    assertEquals(1, rise("streak.termhash.damaged", ".skh", false), 0);
    assertEquals(0, rise("streak.termhash.damaged", ".skh", true), 0);
    assertEquals(1, rise("streak.termhash.unknown", ".skh", true), 0);
    assertEquals(0, rise("streak.termhash.unknown", ".skx", true), 0);
    assertEquals(1, rise("streak.prefixsets.failures", ".skx", true), 0);
    assertEquals(1, rise("streak.prefixsets.failures", ".skx", false), 0);
    assertEquals(0, rise("streak.prefixsets.failures", ".skh", true), 0);
  }
}
