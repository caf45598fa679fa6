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

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;

/** What a query finds, by each way to collect: counted, the best, in other orders, all. */
record Found(int count, List<TopDocs> hits) {

  private static final Sort BY_PRICE =
      new Sort(new SortField("price", SortField.Type.INT), SortField.FIELD_DOC);

  static Found by(IndexSearcher searcher, Query query, int some) throws IOException {
    // An index may have no document left, but nobody can ask for no hits.
    int all = Math.max(1, searcher.getIndexReader().maxDoc());
    return new Found(
        searcher.count(query),
        List.of(
            searcher.search(query, all),
            searcher.search(query, some),
            searcher.search(query, some, BY_PRICE),
            searcher.search(query, all, Sort.INDEXORDER)));
  }

  void assertSame(Found other) {
    assertEquals(count, other.count);
    for (int way = 0; way < hits.size(); way++) {
      ScoreDoc[] expected = hits.get(way).scoreDocs;
      ScoreDoc[] actual = other.hits.get(way).scoreDocs;
      assertEquals(expected.length, actual.length);
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i].doc, actual[i].doc);
        assertEquals(expected[i].score, actual[i].score, 0f);
      }
    }
  }
}
