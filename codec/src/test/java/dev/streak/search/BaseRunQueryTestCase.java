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
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Random catalogues, and comparing what two queries find in them. */
public abstract class BaseRunQueryTestCase extends LuceneTestCase {

  /** Single-valued, a decimal number, also as doc values; sorted indexes are sorted by it. */
  static final String SHOP = "shop";

  /** Multi-valued, a decimal number. */
  static final String TAG = "tag";

  /** Analysed, with frequencies: never Streak's terms. */
  static final String TEXT = "text";

  static final int SHOPS = 400;
  static final int TAGS = 100;

  protected Directory directory;
  protected DirectoryReader plain;

  /** Whether the real codec wrote the index, and not another that a model stands for. */
  private boolean streak;

  /** The same documents, some of the segments with terms that queries can make runs of. */
  protected IndexReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config = newIndexWriterConfig();
    streak = random().nextBoolean();
    if (streak) {
      config.setCodec(new StreakCodec());
    }
    if (random().nextBoolean()) {
      config.setIndexSort(new Sort(new SortField(SHOP, SortField.Type.STRING)));
    }
    try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
      int docs = atLeast(2000);
      for (int i = 0; i < docs; i++) {
        writer.addDocument(document());
      }
      if (random().nextBoolean()) {
        for (int i = 0; i < 20; i++) {
          writer.deleteDocuments(new Term(TAG, "" + random().nextInt(TAGS)));
        }
      }
      plain = writer.getReader();
    }
    reader = wrap(plain);
  }

  private IndexReader wrap(DirectoryReader plain) throws IOException {
    if (streak) {
      return plain;
    }
    DirectoryReader model = ModelStreakTerms.wrap(plain);
    return random().nextInt(3) > 0 ? model : new MultiReader(model, plain);
  }

  static Document document() {
    Document document = new Document();
    String shop = Integer.toString(random().nextInt(SHOPS));
    document.add(new StringField(SHOP, shop, Field.Store.NO));
    document.add(new SortedDocValuesField(SHOP, new BytesRef(shop)));
    int tags = random().nextInt(4);
    for (int i = 0; i < tags; i++) {
      document.add(new StringField(TAG, "" + random().nextInt(TAGS), Field.Store.NO));
    }
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(8); i >= 0; i--) {
      text.append((char) ('a' + random().nextInt(8))).append(' ');
    }
    document.add(new TextField(TEXT, text.toString(), Field.Store.NO));
    document.add(new NumericDocValuesField("price", random().nextInt(100)));
    return document;
  }

  @Override
  public void tearDown() throws Exception {
    if (reader != plain) {
      reader.close();
    }
    plain.close();
    directory.close();
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
    assertEquals(searcher.count(expected), actualSearcher.count(actual));
    // An index may have no document left, but nobody can ask for no hits.
    int all = Math.max(1, searcher.getIndexReader().maxDoc());
    Sort byPrice = new Sort(new SortField("price", SortField.Type.INT), SortField.FIELD_DOC);
    int some = TestUtil.nextInt(random(), 1, 20);
    assertSame(searcher.search(expected, all), actualSearcher.search(actual, all));
    assertSame(searcher.search(expected, some), actualSearcher.search(actual, some));
    assertSame(
        searcher.search(expected, some, byPrice), actualSearcher.search(actual, some, byPrice));
    assertSame(
        searcher.search(expected, all, Sort.INDEXORDER),
        actualSearcher.search(actual, all, Sort.INDEXORDER));
  }

  private static void assertSame(TopDocs expected, TopDocs actual) {
    assertEquals(expected.scoreDocs.length, actual.scoreDocs.length);
    for (int i = 0; i < expected.scoreDocs.length; i++) {
      ScoreDoc expectedDoc = expected.scoreDocs[i];
      ScoreDoc actualDoc = actual.scoreDocs[i];
      assertEquals(expectedDoc.doc, actualDoc.doc);
      assertEquals(expectedDoc.score, actualDoc.score, 0f);
    }
  }
}
