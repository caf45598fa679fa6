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
package dev.streak.search;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.UsageTrackingQueryCachingPolicy;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Lucene's query cache sees what is asked again and again, by its own policy. */
public class TestQueryCache extends LuceneTestCase {

  private static final int REPETITIONS = 10;

  private static LRUQueryCache cacheAfterCounts(Query query, boolean deletions) throws IOException {
    return cacheAfterCounts(query, deletions, 12_000);
  }

  private static LRUQueryCache cacheAfterCounts(Query query, boolean deletions, int docs)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(StreakCodec.builder().prefixes("id", 1, 1).build());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      writeOneSegment(writer, docs);
      if (deletions) {
        writer.deleteDocuments(new Term("id", "1005"));
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LRUQueryCache cache = new LRUQueryCache(10, 1 << 20, context -> true, 10);
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(cache);
        searcher.setQueryCachingPolicy(new UsageTrackingQueryCachingPolicy());
        int first = searcher.count(query);
        assertTrue("first=" + first, first > 0);
        for (int i = 1; i < REPETITIONS; i++) {
          assertEquals(first, searcher.count(query));
        }
        return cache;
      }
    }
  }

  /** Three documents of each id. */
  private static void writeOneSegment(IndexWriter writer, int docs) throws IOException {
    for (int i = 0; i < docs; i++) {
      Document document = new Document();
      document.add(new StringField("id", Integer.toString(1000 + i / 3), Field.Store.NO));
      writer.addDocument(document);
    }
    writer.forceMerge(1);
  }

  private static Query range() {
    return new RunTermRangeQuery(TermRangeQuery.newStringRange("id", "1003", "1800", true, true));
  }

  private static Query manyIds() {
    long[] ids = new long[500];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = 1999 - i;
    }
    return RunTermsQuery.ofIds("id", ids);
  }

  public void testRepeatedCountsComeFromTheCache() throws IOException {
    for (Query query : List.of(range(), manyIds(), new RunPrefixQuery("id", "11"))) {
      LRUQueryCache cache = cacheAfterCounts(query, false);
      assertEquals(query.toString(), 1, cache.getCacheCount());
      assertTrue(query.toString(), cache.getHitCount() >= REPETITIONS / 2 - 1);
    }
  }

  public void testRepeatedRangesComeFromTheCacheWithDeletions() throws IOException {
    LRUQueryCache cache = cacheAfterCounts(range(), true);
    assertEquals(1, cache.getCacheCount());
    assertTrue(cache.getHitCount() > 0);
  }

  /** Lucene's policy keeps sets of terms sooner than what it does not know. */
  public void testSetsOfTermsAreKeptAsSoonAsLucenes() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 1000; i < 1500; i++) {
      terms.add(new BytesRef(Integer.toString(i)));
    }
    Query query = new TermInSetQuery("id", terms);
    LRUQueryCache lucenes = cacheAfterCounts(query, false);
    LRUQueryCache ours = cacheAfterCounts(StreakQueries.accelerate(query), false);
    assertEquals(lucenes.getCacheCount(), ours.getCacheCount());
    assertEquals(lucenes.getHitCount(), ours.getHitCount());
    assertEquals(lucenes.ramBytesUsed(), ours.ramBytesUsed(), 1_000);
  }

  /** Lucene's own cache would never hold it. */
  public void testSegmentsAreCountedThatAreTooSmallForTheCache() throws IOException {
    for (boolean deletions : new boolean[] {false, true}) {
      assertEquals(0, cacheAfterCounts(range(), deletions, 9_000).getCacheCount());
    }
  }

  /** As where queries are stored, and their weights made before there is any document. */
  public void testAWeightOfNoSegmentsCountsInOne() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config);
        MultiReader empty = new MultiReader()) {
      writeOneSegment(writer, 12_000);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(empty);
        searcher.setQueryCache(new LRUQueryCache(10, 1 << 20));
        for (Query query : List.of(range(), manyIds(), new RunPrefixQuery("id", "11"))) {
          Query rewritten = searcher.rewrite(query);
          Weight weight = searcher.createWeight(rewritten, ScoreMode.COMPLETE_NO_SCORES, 1);
          int count = weight.count(reader.leaves().get(0));
          int expected = new IndexSearcher(reader).count(query);
          assertTrue(query + " count=" + count, count == -1 || count == expected);
        }
      }
    }
  }

  /** Counting is left to the cache only where it is going to hold what it is given. */
  public void testWhatIsAskedOnceIsCountedAtOnce() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      writeOneSegment(writer, 12_000);
      writer.deleteDocuments(new Term("id", "1005"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(new LRUQueryCache(10, 1 << 20));
        searcher.setQueryCachingPolicy(new UsageTrackingQueryCachingPolicy());
        LeafReaderContext segment = reader.leaves().get(0);
        int counted = 0;
        for (int i = 0; i < REPETITIONS; i++) {
          Weight weight =
              searcher.createWeight(searcher.rewrite(range()), ScoreMode.COMPLETE_NO_SCORES, 1);
          int count = weight.count(segment);
          counted += count >= 0 ? 1 : 0;
          assertTrue("count=" + count, count < 0 || count == 3 * (1800 - 1003));
        }
        // It may be asked for four times before it is one that is asked for often.
        assertEquals(4, counted);
        searcher.setQueryCache(null);
        assertEquals(3 * (1800 - 1003), count(searcher, segment));
      }
    }
  }

  private static int count(IndexSearcher searcher, LeafReaderContext segment) throws IOException {
    return searcher
        .createWeight(searcher.rewrite(range()), ScoreMode.COMPLETE_NO_SCORES, 1)
        .count(segment);
  }

  /** Wants all that it is asked for. */
  private static final class Wanting implements QueryCachingPolicy {
    private int used;

    @Override
    public void onUse(Query query) {
      used++;
    }

    @Override
    public boolean shouldCache(Query query) {
      return true;
    }
  }

  private static MultiReader together(IndexReader... segments) throws IOException {
    return new MultiReader(segments, false);
  }

  private static IndexSearcher searcher(Wanting policy, IndexReader reader) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(new LRUQueryCache(10, 1 << 20));
    searcher.setQueryCachingPolicy(policy);
    return searcher;
  }

  private static DirectoryReader segment(Directory directory, int docs, boolean deletions)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      writeOneSegment(writer, 3_000);
      Document empty = new Document();
      for (int i = 3_000; i < docs; i++) {
        writer.addDocument(empty);
      }
      writer.forceMerge(1);
      if (deletions) {
        writer.deleteDocuments(new Term("id", "1005"));
      }
    }
    return DirectoryReader.open(directory);
  }

  /** Lucene's cache holds nothing of a segment of less than 10,000 documents, or half the mean. */
  public void testSegmentsThatTheCacheHolds() throws IOException {
    Wanting policy = new Wanting();
    try (Directory first = newDirectory();
        Directory second = newDirectory();
        Directory third = newDirectory();
        DirectoryReader small = segment(first, 9_999, true);
        DirectoryReader middle = segment(second, 10_000, true);
        DirectoryReader large = segment(third, 29_999, false);
        MultiReader mostLarge = together(small, middle, large, large, large);
        MultiReader oneLarge = together(middle, large);
        MultiReader allDeleted = together(small, middle)) {
      IndexSearcher all = searcher(policy, mostLarge);
      IndexSearcher similar = searcher(policy, oneLarge);
      List<LeafReaderContext> leaves = all.getLeafContexts();
      assertEquals(3 * (1800 - 1003), count(all, leaves.get(0)));
      assertEquals(3 * (1800 - 1003), count(all, leaves.get(1)));
      assertEquals(-1, count(all, leaves.get(2)));
      assertEquals(-1, count(similar, similar.getLeafContexts().get(0)));
      assertEquals("told by the cache, of a segment without deletions", 1, policy.used);
      IndexSearcher deleted = searcher(policy, allDeleted);
      Weight weight =
          deleted.createWeight(deleted.rewrite(range()), ScoreMode.COMPLETE_NO_SCORES, 1);
      assertEquals(3 * (1800 - 1003), weight.count(deleted.getLeafContexts().get(0)));
      for (int i = 0; i < 2; i++) {
        assertEquals(-1, weight.count(deleted.getLeafContexts().get(1)));
        assertEquals("once for a query", 2, policy.used);
      }
    }
  }

  public void testWhatIsKnownAtOnceIsNotKept() throws IOException {
    for (Query query : List.of(RunTermsQuery.ofIds("id", 1001), new RunPrefixQuery("id", "1"))) {
      assertEquals(query.toString(), 0, cacheAfterCounts(query, false).getCacheCount());
    }
  }
}
