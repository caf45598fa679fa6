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
package dev.streak.it;

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import dev.streak.cache.BlockCache;
import dev.streak.checks.AnswerChecks;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.termhash.TermHashSwitch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/**
 * Everything at once: indexing, deleting, refreshing, merging, closing, searching from several
 * threads, resizing and switching the cache. Each answer is compared with that of an index by
 * Lucene's codec which went through the same. {@code -Dtests.soak.seconds=3600} goes on for longer.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 4 * 3_600_000)
public class TestSoak extends LuceneTestCase {

  private static final int DOCUMENTS = 3000;
  private static final int SEARCHERS = 2;

  /** Pages of the heap touched for the first time, and what malloc keeps for its threads. */
  private static final long FLAT_KILOBYTES = 64 << 10;

  /** With fewer there is no middle and no end. */
  private static final int LEAST_SAMPLES = 40;

  /** Two views of the same documents, closed when the last user is done. */
  private record Pair(DirectoryReader streak, DirectoryReader lucene) {
    boolean acquire() {
      return streak.tryIncRef();
    }

    void release() throws IOException {
      streak.decRef();
      if (streak.getRefCount() == 0) {
        IOUtils.close(lucene);
      }
    }
  }

  private final AtomicReference<Pair> current = new AtomicReference<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong queries = new AtomicLong();
  private volatile boolean stop;

  public void testSoak() throws Exception {
    long seconds = Long.getLong("tests.soak.seconds", TEST_NIGHTLY ? 600 : 15);
    Path folder = createTempDir("soak");
    ExpectedState history = new ExpectedState(random().nextLong(), DOCUMENTS);
    List<Long> nativeKilobytes = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (Directory streaks = FSDirectory.open(folder);
        Directory lucenes = new ByteBuffersDirectory()) {
      refresh(streaks, lucenes, history, 600);
      for (int i = 0; i < SEARCHERS; i++) {
        threads.add(start("searcher", new Random(random().nextLong())));
      }
      threads.add(start("controls", new Random(random().nextLong())));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      try {
        while (System.nanoTime() < deadline && failure.get() == null) {
          refresh(streaks, lucenes, history, 100 + random().nextInt(500));
          nativeKilobytes.add(OffHeap.residentNativeKilobytes());
        }
      } finally {
        stop = true;
        for (Thread thread : threads) {
          thread.join();
        }
      }
      current.getAndSet(null).release();
      if (failure.get() == null) {
        IndexJudge.checkIndexIsClean(streaks);
      }
    }
    if (failure.get() != null) {
      throw new AssertionError("soak", failure.get());
    }
    OffHeap.assertNothingHeld();
    assertEquals("files still open", 0, OffHeap.openFiles(folder));
    assertFlatTail(nativeKilobytes);
    Totals.print(
        "soak: %d seconds, %d operations, %d refreshes, %d queries compared, %d kB of native memory at the"
            + " end",
        seconds,
        history.operations(),
        nativeKilobytes.size(),
        queries.get(),
        last(nativeKilobytes));
  }

  private Thread start(String work, Random random) {
    Runnable body = work.equals("searcher") ? () -> search(random) : () -> control(random);
    Thread thread = new Thread(body, work);
    thread.start();
    return thread;
  }

  /** The same operations to both indexes; then both are opened, and the old readers let go. */
  private void refresh(Directory streaks, Directory lucenes, ExpectedState history, int operations)
      throws IOException {
    Random random = random();
    IndexWriterConfig streakConfig = RandomSettings.writer(random, history.seed());
    IndexWriterConfig luceneConfig = RandomSettings.writer(random, history.seed());
    luceneConfig.setCodec(new Lucene104Codec());
    ExpectedState twin = history.copy();
    try (IndexWriter streak = new IndexWriter(streaks, streakConfig);
        IndexWriter lucene = new IndexWriter(lucenes, luceneConfig)) {
      for (int step = 0; step < 3; step++) {
        history.advance(history.operations() + operations / 3, streak);
        twin.advance(history.operations(), lucene);
        if (random.nextInt(10) == 0) {
          streak.forceMerge(1 + random.nextInt(3));
        }
        publish(new Pair(DirectoryReader.open(streak), DirectoryReader.open(lucene)));
      }
    }
  }

  private void publish(Pair next) throws IOException {
    Pair previous = current.getAndSet(next);
    if (previous != null) {
      previous.release();
    }
  }

  private void search(Random random) {
    RandomQueries source = new RandomQueries(random, DOCUMENTS);
    try {
      while (!stop) {
        Pair pair = current.get();
        if (pair != null && pair.acquire()) {
          try {
            for (int i = 0; i < 20 && !stop; i++) {
              compare(pair, source.next());
            }
            if (random.nextInt(10) == 0) {
              FastPaths.check(pair.streak, random);
            }
          } finally {
            pair.release();
          }
        }
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private void compare(Pair pair, Query query) throws IOException {
    long[] expected = numbers(new IndexSearcher(pair.lucene), query);
    assertArrayEquals(query.toString(), expected, numbers(new IndexSearcher(pair.streak), query));
    StreakIndexSearcher accelerated = new StreakIndexSearcher(pair.streak);
    assertArrayEquals("accelerated " + query, expected, numbers(accelerated, query));
    assertEquals("count of " + query, expected.length, accelerated.count(query));
    queries.incrementAndGet();
  }

  private static long[] numbers(IndexSearcher searcher, Query query) throws IOException {
    IndexReader reader = searcher.getIndexReader();
    long[] numbers = new long[reader.maxDoc()];
    int count = 0;
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : reader.leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer != null) {
        NumericDocValues values = leaf.reader().getNumericDocValues("number");
        DocIdSetIterator hits = scorer.iterator();
        for (int doc = hits.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = hits.nextDoc()) {
          if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
            assertTrue(values.advanceExact(doc));
            numbers[count++] = values.longValue();
          }
        }
      }
    }
    Arrays.sort(numbers, 0, count);
    return Arrays.copyOf(numbers, count);
  }

  private void control(Random random) {
    BlockCache cache = BlockCache.shared();
    long capacity = cache.capacityBytes();
    try {
      while (!stop) {
        switch (random.nextInt(6)) {
          case 0 -> cache.setEnabled(false);
          case 1 -> cache.setCapacityBytes(capacity / (2 + random.nextInt(1000)));
          case 2 -> TermHashSwitch.setEnabled(random.nextBoolean());
          case 3 -> AnswerChecks.setOneIn(random.nextInt(3));
          default -> {
            cache.setCapacityBytes(capacity);
            cache.setEnabled(true);
          }
        }
        Thread.sleep(random.nextInt(50));
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      cache.setCapacityBytes(capacity);
      cache.setEnabled(true);
      TermHashSwitch.setEnabled(true);
      AnswerChecks.setOneIn(1);
    }
  }

  public void testGrowingMemoryIsNoticed() {
    List<Long> flat = new ArrayList<>();
    List<Long> growing = new ArrayList<>();
    for (long i = 0; i < 200; i++) {
      // Warming up takes half of the time.
      long warm = Math.min(i, 100) << 12;
      flat.add(warm + random().nextInt(1 << 15));
      growing.add(warm + (i << 11));
    }
    assertFlatTail(flat);
    expectThrows(AssertionError.class, () -> assertFlatTail(growing));
  }

  /** After the first half, which warms up, memory must not keep growing. */
  private static void assertFlatTail(List<Long> nativeKilobytes) {
    int size = nativeKilobytes.size();
    if (size >= LEAST_SAMPLES) {
      long middle = median(nativeKilobytes.subList(size / 2, size * 5 / 8));
      long end = median(nativeKilobytes.subList(size * 7 / 8, size));
      assertTrue("native kB: " + nativeKilobytes, end <= middle + FLAT_KILOBYTES);
    }
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static long last(List<Long> values) {
    return values.isEmpty() ? 0 : values.get(values.size() - 1);
  }
}
