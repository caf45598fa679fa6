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
import dev.streak.termhash.TermHashSwitch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What is made once for a query is right for each of many segments. */
public class TestManySegments extends LuceneTestCase {

  private static final int IDS = 3000;

  /** Most segments have ids of a range of their own, with deletions. */
  private static void index(Directory directory, String shape) throws IOException {
    int segments = 3 + random().nextInt(8);
    for (int segment = 0; segment < segments; segment++) {
      // A writer of its own, so that not all tables are alike.
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(new StreakCodec())
              .setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        int from = random().nextInt(3) == 0 ? 0 : segment * IDS / segments;
        int to = random().nextInt(3) == 0 ? IDS : (segment + 1) * IDS / segments;
        for (int id = from; id < to; id++) {
          for (int copy = random().nextInt(3); copy >= 0; copy--) {
            Document document = new Document();
            document.add(new StringField("id", term(shape, id), Field.Store.NO));
            document.add(new NumericDocValuesField("price", random().nextInt(100)));
            writer.addDocument(document);
          }
        }
        for (int i = random().nextInt(50); i > 0; i--) {
          writer.deleteDocuments(new Term("id", term(shape, random().nextInt(IDS))));
        }
      }
    }
  }

  private static String term(String shape, int id) {
    return String.format(Locale.ROOT, shape, id);
  }

  private static List<BytesRef> someTerms(String shape) {
    int from = random().nextInt(IDS);
    int to = from + 1 + random().nextInt(IDS);
    List<BytesRef> terms = new ArrayList<>();
    for (int id = from; id < to; id += 1 + random().nextInt(3)) {
      terms.add(new BytesRef(term(shape, id)));
    }
    for (int i = random().nextInt(5); i > 0; i--) {
      terms.add(new BytesRef(random().nextBoolean() ? "none" : "" + random().nextLong()));
    }
    switch (random().nextInt(3)) {
      case 0 -> Collections.sort(terms);
      case 1 -> Collections.shuffle(terms, random());
      default -> terms.addAll(terms.subList(0, Math.min(3, terms.size())));
    }
    return terms;
  }

  private static void duel(IndexSearcher searcher, List<BytesRef> terms, boolean numbers)
      throws IOException {
    Query stock = new TermInSetQuery("id", terms);
    BaseRunQueryTestCase.assertSameHits(searcher, stock, new RunTermsQuery("id", terms));
    BaseRunQueryTestCase.assertSameHits(searcher, stock, StreakQueries.accelerate(stock));
    if (numbers) {
      terms.removeIf(term -> term.utf8ToString().equals("none"));
      long[] ids = terms.stream().mapToLong(term -> Long.parseLong(term.utf8ToString())).toArray();
      BaseRunQueryTestCase.assertSameHits(
          searcher, new TermInSetQuery("id", terms), RunTermsQuery.ofIds("id", ids));
    }
  }

  public void testDuels() throws IOException {
    for (String shape : Arrays.asList("%d", "1%05d", "-%d", "key-%d")) {
      try (Directory directory = newDirectory()) {
        index(directory, shape);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          for (int i = 0; i < 10; i++) {
            IndexSearcher searcher = newSearcher(reader, false, random().nextBoolean());
            duel(searcher, someTerms(shape), shape.startsWith("key") == false);
          }
          boolean before = TermHashSwitch.isEnabled();
          TermHashSwitch.setEnabled(false);
          try {
            duel(new IndexSearcher(reader), someTerms(shape), false);
          } finally {
            TermHashSwitch.setEnabled(before);
          }
        }
      }
    }
  }
}
