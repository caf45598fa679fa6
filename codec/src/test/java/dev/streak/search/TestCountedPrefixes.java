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
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Prefixes of which only the number of documents is kept, beside those whose documents are. */
public class TestCountedPrefixes extends LuceneTestCase {

  private static final int DOCS = 3_000;
  private static final String FIELD = "word";

  private static String word(int number) {
    return String.format(Locale.ROOT, "%c%05d", (char) ('a' + random().nextInt(10)), number);
  }

  private static void index(IndexWriter writer, boolean multiValued) throws IOException {
    for (int i = 0; i < DOCS; i++) {
      Document document = new Document();
      document.add(new StringField(FIELD, word(i), Field.Store.NO));
      if (multiValued) {
        document.add(new StringField(FIELD, word(i), Field.Store.NO));
      }
      document.add(new StringField("gone", "" + random().nextInt(10), Field.Store.NO));
      document.add(new NumericDocValuesField("price", random().nextInt(100)));
      writer.addDocument(document);
    }
    writer.forceMerge(1);
  }

  private static void assertCountedAndStored(DirectoryReader reader) throws IOException {
    StreakTerms terms = (StreakTerms) getOnlyLeafReader(reader).terms(FIELD);
    PrefixSets sets = terms.prefixSets();
    int stored = 0;
    for (int i = 0; i < sets.size(); i++) {
      stored += sets.hasDocs(i) ? 1 : 0;
    }
    assertTrue("stored=" + stored + " of " + sets.size(), stored > 0 && stored < sets.size());
  }

  private static void check(IndexSearcher searcher, Query stock) throws IOException {
    BaseRunQueryTestCase.assertSameHits(searcher, stock, StreakQueries.accelerate(stock));
  }

  public void testFindWhatLuceneFinds() throws IOException {
    for (boolean multiValued : new boolean[] {false, true}) {
      IndexWriterConfig config =
          new IndexWriterConfig().setCodec(StreakCodec.builder().prefixes(FIELD, 1, 1, 6).build());
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, config)) {
        index(writer, multiValued);
        check(writer);
        writer.deleteDocuments(new Term("gone", "3"));
        check(writer);
      }
    }
  }

  private static void check(IndexWriter writer) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      assertCountedAndStored(reader);
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      for (char first = 'a'; first < 'k'; first++) {
        check(searcher, new PrefixQuery(new Term(FIELD, "" + first)));
        String from = first + "02";
        String to = (char) (first + random().nextInt(4)) + "01";
        check(searcher, TermRangeQuery.newStringRange(FIELD, from, to, true, true));
      }
    }
  }
}
