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

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A random catalogue, and comparing what two queries find in it. */
public abstract class BaseRunQueryTestCase extends LuceneTestCase {

  static final String SHOP = RandomIndex.SHOP;
  static final String TAG = RandomIndex.TAG;
  static final String TEXT = RandomIndex.TEXT;
  static final int SHOPS = RandomIndex.SHOPS;
  static final int TAGS = RandomIndex.TAGS;

  private RandomIndex index;
  protected IndexReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = new RandomIndex(atLeast(2000), false);
    reader = index.reader();
  }

  @Override
  public void tearDown() throws Exception {
    index.close();
    super.tearDown();
  }

  /** Sometimes one with a query cache that takes everything, sometimes with threads. */
  IndexSearcher searcher() {
    return newSearcher(reader, false, random().nextBoolean());
  }

  static void assertSameHits(IndexSearcher searcher, Query expected, Query actual)
      throws IOException {
    assertSameHits(searcher, expected, searcher, actual);
  }

  static void assertSameHits(
      IndexSearcher searcher, Query expected, IndexSearcher actualSearcher, Query actual)
      throws IOException {
    int some = TestUtil.nextInt(random(), 1, 20);
    Found.by(searcher, expected, some).assertSame(Found.by(actualSearcher, actual, some));
  }
}
