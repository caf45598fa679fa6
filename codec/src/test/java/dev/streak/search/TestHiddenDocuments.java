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

import dev.streak.leaf.LeafReaders;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/** Wrappers that take more documents for deleted than the reader does, as security does. */
public class TestHiddenDocuments extends LuceneTestCase {

  /** How much of what it wraps is shown. */
  private enum Shown {
    /** The very terms, as they tell of no document that is alive. */
    TERMS,
    /** Terms that somebody vouches for. */
    VOUCHED,
    /** Terms that nobody vouches for. */
    NOTHING
  }

  private static final class Hiding extends FilterLeafReader {
    private final Shown shown;
    private final boolean key;
    private final FixedBitSet live;
    private final Bits bits;

    Hiding(LeafReader in) {
      super(in);
      shown = Shown.values()[random().nextInt(Shown.values().length)];
      key = random().nextBoolean();
      live = new FixedBitSet(in.maxDoc());
      int one = 1 + random().nextInt(20);
      for (int doc = 0; doc < in.maxDoc(); doc++) {
        boolean before = in.getLiveDocs() == null || in.getLiveDocs().get(doc);
        if (before && random().nextInt(one) > 0) {
          live.set(doc);
        }
      }
      bits = random().nextBoolean() ? live : live.asReadOnlyBits();
    }

    @Override
    public Bits getLiveDocs() {
      return bits;
    }

    @Override
    public int numDocs() {
      return live.cardinality();
    }

    @Override
    public Terms terms(String field) throws IOException {
      Terms terms = in.terms(field);
      return terms == null || shown == Shown.TERMS ? terms : new FilterTerms(terms) {};
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    /** Many name that of the reader inside, though they should not. */
    @Override
    public CacheHelper getReaderCacheHelper() {
      return key ? in.getReaderCacheHelper() : null;
    }
  }

  private static LeafReader vouched(LeafReader reader) {
    return reader instanceof Hiding hiding && hiding.shown == Shown.VOUCHED
        ? hiding.getDelegate()
        : null;
  }

  private static IndexReader hiding(IndexReader reader) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReader[] hiding = new LeafReader[leaves.size()];
    for (int i = 0; i < hiding.length; i++) {
      hiding[i] = new Hiding(leaves.get(i).reader());
      if (random().nextInt(3) == 0) {
        hiding[i] = new ExitableDirectoryReader.ExitableFilterAtomicReader(hiding[i], () -> false);
      }
    }
    return new MultiReader(hiding, false);
  }

  public void testTrees() throws Exception {
    LeafReaders.Unwrapper unwrapper = TestHiddenDocuments::vouched;
    LeafReaders.register(unwrapper);
    try {
      for (int i = 0; i < 3; i++) {
        try (RandomIndex index = new RandomIndex(20 + random().nextInt(1_000), false);
            IndexReader hiding = hiding(index.reader())) {
          IndexSearcher lucene = new IndexSearcher(hiding);
          lucene.setSimilarity(new ExactSums(lucene.getSimilarity()));
          IndexSearcher streak = new StreakIndexSearcher(hiding);
          streak.setSimilarity(lucene.getSimilarity());
          IndexSearcher all = new StreakIndexSearcher(index.reader());
          List.of(lucene, streak, all).forEach(searcher -> searcher.setQueryCache(null));
          for (int trees = 0; trees < 15; trees++) {
            long seed = random().nextLong();
            Random random = new Random(seed);
            Query query = new RandomTrees(random).tree(1 + random.nextInt(3));
            // Whose documents are counted first is not to be taken for those that are left.
            all.count(query);
            Found.by(lucene, query, 10).assertSame(Found.by(streak, query, 10));
          }
        }
      }
    } finally {
      LeafReaders.unregister(unwrapper);
    }
  }
}
