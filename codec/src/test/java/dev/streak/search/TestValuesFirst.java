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
import dev.streak.matches.ByValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.junit.BeforeClass;

/** Groups that may see a document, beside a frequent word: few of its documents are asked for. */
public class TestValuesFirst extends SharedIndexTestCase {

  private static final int DOCS = 60_000;
  private static final int GROUPS = 600;

  /** So many have so many documents that uniting them takes longer than finding the best. */
  private static final int MANY = 560;

  /** Groups of a document that has any. */
  private static final int GROUPS_OF_DOC = 12;

  @BeforeClass
  public static void index() throws IOException {
    directory = newDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    config.setMaxBufferedDocs(DOCS + 1).setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        int from = random().nextInt(GROUPS);
        for (int group = 0; i % 6 > 0 && group < GROUPS_OF_DOC; group++) {
          String name = "group" + (from + 50 * group) % GROUPS;
          document.add(new KeywordField("acl", name, Field.Store.NO));
        }
        if (i % 6 == 0) {
          document.add(new KeywordField("acl", "nobody", Field.Store.NO));
        }
        String words = "often ".repeat(1 + random().nextInt(3)) + "word" + random().nextInt(100);
        document.add(new TextField("body", words, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.deleteDocuments(new Term("body", "word" + random().nextInt(200)));
    }
    reader = DirectoryReader.open(directory);
  }

  private static Query groups(int count) {
    List<BytesRef> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(new BytesRef("group" + i));
    }
    return KeywordField.newSetQuery("acl", groups);
  }

  private static RunTermsQuery runs(int count) {
    return (RunTermsQuery) StreakQueries.accelerate(groups(count));
  }

  private static Scorer scorer(IndexSearcher searcher, Query query, ScoreMode mode, long leadCost)
      throws IOException {
    LeafReaderContext leaf = searcher.getLeafContexts().get(0);
    return searcher.createWeight(query, mode, 1).scorerSupplier(leaf).get(leadCost);
  }

  private static boolean looksAtValues(Query query, ScoreMode mode) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return scorer(searcher, query, mode, DOCS).twoPhaseIterator() != null;
  }

  public void testWhoAsksAmongTheBest() throws IOException {
    assertTrue(
        looksAtValues(
            runs(MANY).amongBest(ByValues.LOOKS_AMONG_BEST), ScoreMode.COMPLETE_NO_SCORES));
    assertTrue(looksAtValues(runs(MANY), ScoreMode.TOP_SCORES));
    assertFalse("asks for all", looksAtValues(runs(MANY), ScoreMode.COMPLETE_NO_SCORES));
    assertFalse(
        "soon united",
        looksAtValues(
            runs(100).amongBest(ByValues.LOOKS_AMONG_BEST), ScoreMode.COMPLETE_NO_SCORES));
  }

  /** A host that has a searcher of its own tells where sets are, and how many hits it counts. */
  public void testAHostTells() throws IOException {
    Query query = new ConstantScoreQuery(beside(groups(MANY), "often", Occur.FILTER));
    Query faster = StreakQueries.accelerate(query);
    assertFalse(looksAtValues(faster, ScoreMode.COMPLETE_NO_SCORES));
    Query told = StreakQueries.amongBest(faster, 100);
    assertTrue(looksAtValues(told, ScoreMode.COMPLETE_NO_SCORES));
    assertEquals(faster, told);
    Query soonUnited = StreakQueries.amongBest(faster, 100_000);
    assertFalse(looksAtValues(soonUnited, ScoreMode.COMPLETE_NO_SCORES));
    assertSame(soonUnited, StreakQueries.amongBest(soonUnited, 100));
    assertSame(query, StreakQueries.amongBest(query, 100));
    assertEquals(
        "counted must be >= 0: counted=-1",
        expectThrows(IllegalArgumentException.class, () -> StreakQueries.amongBest(faster, -1))
            .getMessage());
  }

  private static Query beside(Query filter, String word, Occur occur) {
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term("body", word)), Occur.MUST)
        .add(filter, occur)
        .build();
  }

  public void testSearcherTellsTheFilter() throws IOException {
    IndexSearcher searcher = new StreakIndexSearcher(reader);
    searcher.setQueryCache(null);
    Query query = searcher.rewrite(beside(groups(MANY), "often", Occur.FILTER));
    assertNotNull(scorer(searcher, query, ScoreMode.TOP_SCORES, DOCS).twoPhaseIterator());
    assertNull(scorer(searcher, query, ScoreMode.COMPLETE, DOCS).twoPhaseIterator());
  }

  /** Whoever goes on and on gets the rest from lists. */
  public void testAllDocuments() throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    DocIdSetIterator expected =
        scorer(searcher, searcher.rewrite(groups(MANY)), ScoreMode.COMPLETE, DOCS).iterator();
    DocIdSetIterator actual = scorer(searcher, runs(MANY), ScoreMode.TOP_SCORES, DOCS).iterator();
    for (int target = 0; target != DocIdSetIterator.NO_MORE_DOCS; ) {
      int doc = expected.advance(target);
      assertEquals(doc, actual.advance(target));
      int step = TestUtil.nextInt(random(), 1, 3);
      target = doc >= DOCS - step ? DocIdSetIterator.NO_MORE_DOCS : doc + step;
    }
  }

  public void testBestDocuments() throws IOException {
    IndexSearcher lucene = new IndexSearcher(reader);
    IndexSearcher streak = new StreakIndexSearcher(reader);
    for (int i = 0; i < 20; i++) {
      int count = TestUtil.nextInt(random(), 1, GROUPS);
      String word = random().nextBoolean() ? "often" : "word" + random().nextInt(100);
      Occur occur = random().nextBoolean() ? Occur.FILTER : Occur.MUST_NOT;
      Query query = beside(groups(count), word, occur);
      int hits = TestUtil.nextInt(random(), 1, 2_000);
      var expected = lucene.search(query, hits).scoreDocs;
      var actual = streak.search(query, hits).scoreDocs;
      assertEquals(query.toString(), expected.length, actual.length);
      for (int hit = 0; hit < expected.length; hit++) {
        assertEquals(expected[hit].doc, actual[hit].doc);
        assertEquals(expected[hit].score, actual[hit].score, 0);
      }
    }
  }
}
