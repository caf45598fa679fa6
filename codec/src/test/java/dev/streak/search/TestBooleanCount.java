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
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Clauses are counted where their numbers tell how many documents match, and only there. */
public class TestBooleanCount extends LuceneTestCase {

  private static final Query SOME_IDS = RunTermsQuery.ofIds("id", 3, 4, 5);

  /** Counts how often the weight around is asked. */
  private static final class Asked extends FilterWeight {
    private int asked;

    Asked(Weight in) {
      super(in);
    }

    @Override
    public int count(LeafReaderContext context) throws IOException {
      asked++;
      return super.count(context);
    }
  }

  private static Query term(String value) {
    return new TermQuery(new Term("state", value));
  }

  private static void check(IndexSearcher searcher, Query first, Query next, Occur occur, int count)
      throws IOException {
    BooleanQuery query =
        new BooleanQuery.Builder()
            .add(first, occur == Occur.SHOULD ? occur : Occur.MUST)
            .add(next, occur)
            .build();
    Weight plain = query.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
    Asked asked = new Asked(plain);
    Weight weight = BooleanCount.of(query, asked);
    LeafReaderContext segment = searcher.getIndexReader().leaves().get(0);
    assertEquals(query.toString(), count, weight.count(segment));
    assertEquals(query.toString(), count >= 0 ? 1 : 0, asked.asked);
    assertEquals(query.toString(), plain.count(segment), count);
    // Another searcher, for the cache.
    assertEquals(
        new IndexSearcher(searcher.getIndexReader()).count(query),
        new StreakIndexSearcher(searcher.getIndexReader()).count(query));
  }

  private interface Check {
    void with(IndexSearcher searcher) throws IOException;
  }

  private static void index(boolean deletes, Check check) throws IOException {
    try (Directory directory = newDirectory()) {
      var config =
          newIndexWriterConfig()
              .setCodec(new dev.streak.codec.StreakCodec())
              .setMaxBufferedDocs(1000)
              .setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 100; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          document.add(new StringField("state", "any", Field.Store.NO));
          document.add(new StringField("state", i % 2 == 0 ? "even" : "odd", Field.Store.NO));
          writer.addDocument(document);
        }
        if (deletes) {
          writer.commit();
          writer.deleteDocuments(new Term("id", "17"));
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        check.with(new StreakIndexSearcher(reader));
      }
    }
  }

  public void testCountsWhatTells() throws IOException {
    index(
        false,
        searcher -> {
          check(searcher, new MatchAllDocsQuery(), SOME_IDS, Occur.MUST_NOT, 97);
          check(searcher, term("any"), SOME_IDS, Occur.MUST_NOT, 97);
          check(searcher, term("any"), new ConstantScoreQuery(SOME_IDS), Occur.FILTER, 3);
          check(searcher, term("none"), SOME_IDS, Occur.FILTER, 0);
        });
    index(true, searcher -> check(searcher, new MatchAllDocsQuery(), SOME_IDS, Occur.MUST_NOT, 96));
  }

  public void testDoesNotCountInVain() throws IOException {
    for (boolean deletes : new boolean[] {false, true}) {
      index(
          deletes,
          searcher -> {
            check(searcher, term("odd"), SOME_IDS, Occur.FILTER, -1);
            check(searcher, term("odd"), SOME_IDS, Occur.MUST_NOT, -1);
            check(searcher, term("odd"), SOME_IDS, Occur.SHOULD, -1);
            Query others = new ConstantScoreQuery(RunTermsQuery.ofIds("id", 1, 2, 3));
            check(searcher, others, SOME_IDS, Occur.FILTER, -1);
            check(searcher, others, SOME_IDS, Occur.SHOULD, -1);
          });
    }
  }
}
