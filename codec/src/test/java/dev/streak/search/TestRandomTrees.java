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

import com.carrotsearch.randomizedtesting.RandomizedContext;
import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Random trees of queries against Lucene's answers, many about each of many indexes: through {@link
 * StreakQueries} and {@link StreakIndexSearcher}, over wrapped readers, with slices and parts of
 * segments. {@code -Dtests.trees=1000000} tries more; what fails says how to try it alone.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 24 * 3_600_000)
public class TestRandomTrees extends LuceneTestCase {

  private static final long TREES = Long.getLong("tests.trees", TEST_NIGHTLY ? 20_000 : 60);

  private static final int TREES_OF_AN_INDEX = TEST_NIGHTLY ? 500 : 20;

  /** The seed of one index, a colon and the seed of one tree: nothing else is tried. */
  private static final String ONE = System.getProperty("tests.tree");

  private ExecutorService threads;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    threads = Executors.newFixedThreadPool(2, new NamedThreadFactory("trees"));
  }

  @Override
  public void tearDown() throws Exception {
    TestUtil.shutdownExecutorService(threads);
    super.tearDown();
  }

  public void testTrees() throws Exception {
    if (ONE != null) {
      String[] seeds = ONE.split(":");
      tryTrees(Long.parseLong(seeds[0]), List.of(Long.parseLong(seeds[1])));
      return;
    }
    long begin = System.nanoTime();
    int indexes = 0;
    for (long left = TREES; left > 0; left -= TREES_OF_AN_INDEX) {
      List<Long> trees = new ArrayList<>();
      for (long i = Math.min(left, TREES_OF_AN_INDEX); i > 0; i--) {
        trees.add(random().nextLong());
      }
      tryTrees(random().nextLong(), trees);
      indexes++;
    }
    long rate = TREES * 1_000_000_000L / (System.nanoTime() - begin);
    System.out.println(
        String.format(
            Locale.ROOT,
            "[totals] trees: %d over %d indexes, %d a second, all answered like Lucene",
            TREES,
            indexes,
            rate));
  }

  /** All that is drawn for an index, or for a tree, comes from its seed. */
  private void tryTrees(long indexSeed, List<Long> treeSeeds) throws Exception {
    RandomizedContext context = RandomizedContext.current();
    context.runWithPrivateRandomness(
        indexSeed,
        () -> {
          // Mostly small, where bounds are near; now and then with long lists.
          boolean longLists = random().nextInt(8) == 0;
          int documents =
              longLists
                  ? TestUtil.nextInt(random(), 4_000, 16_000)
                  : TestUtil.nextInt(random(), 20, 100 << random().nextInt(6));
          try (RandomIndex index = new RandomIndex(documents, longLists)) {
            Searchers searchers = searchers(index.reader());
            for (long seed : treeSeeds) {
              context.runWithPrivateRandomness(
                  seed,
                  () -> {
                    tryTree(searchers, indexSeed, seed);
                    return null;
                  });
            }
          }
          return null;
        });
  }

  /** Lucene's, with threads or without, and ours: plain, and with parts of segments. */
  private record Searchers(IndexSearcher lucene, List<IndexSearcher> streak) {}

  private Searchers searchers(IndexReader reader) throws IOException {
    IndexSearcher lucene = newSearcher(reader, false, false);
    lucene.setSimilarity(new ExactSums(lucene.getSimilarity()));
    IndexReader wrapped = random().nextBoolean() ? reader : maybeWrapReader(reader);
    int docs = 1 + random().nextInt(Math.max(1, reader.maxDoc()));
    int segments = 1 + random().nextInt(4);
    IndexSearcher partitioned =
        new StreakIndexSearcher(wrapped, threads) {
          @Override
          protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
            return slices(leaves, docs, segments, true);
          }
        };
    Searchers searchers =
        new Searchers(lucene, List.of(new StreakIndexSearcher(reader), partitioned));
    searchers.streak.forEach(each -> each.setSimilarity(lucene.getSimilarity()));
    return searchers;
  }

  private static void tryTree(Searchers searchers, long indexSeed, long seed) {
    Random random = new Random(seed);
    Query query = new RandomTrees(random).tree(1 + random.nextInt(4));
    int some = 1 + random.nextInt(20);
    try {
      Found expected = Found.by(searchers.lucene, query, some);
      IndexSearcher streak = searchers.streak.get(random.nextInt(2));
      expected.assertSame(Found.by(streak, query, some));
      expected.assertSame(Found.by(searchers.lucene, StreakQueries.accelerate(query), some));
    } catch (Throwable failure) {
      String repeat =
          String.format(
              Locale.ROOT,
              "mvn -q test -pl codec -am -Dtest=TestRandomTrees -Dsurefire.failIfNoSpecifiedTests=false"
                  + " -Dtests.nightly=%s -Dtests.seed=%s -Dtests.tree=%d:%d",
              TEST_NIGHTLY,
              RandomizedContext.current().getRunnerSeedAsString(),
              indexSeed,
              seed);
      throw new AssertionError(query + "\nrepeat: " + repeat, failure);
    }
  }
}
