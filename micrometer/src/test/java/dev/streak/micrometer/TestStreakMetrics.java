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
import org.apache.lucene.store.Directory;
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

  public void testMetersFollowTheCounters() throws Exception {
    new StreakMetrics(List.of(Tag.of("shard", "7"))).bindTo(registry);
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
        assertEquals(stats.usedBytes(), gauge("streak.cache.used"), 0);
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
    assertEquals(0, counter("streak.termhash.damaged"), 0);
    assertEquals(0, counter("streak.prefixsets.failures"), 0);
    double mismatches = counter("streak.checks.mismatches");
    AnswerChecks.noted(false);
    assertEquals(mismatches + 1, counter("streak.checks.mismatches"), 0);
    assertEquals(AnswerChecks.counts().compared(), counter("streak.checks.compared"), 0);
  }
}
