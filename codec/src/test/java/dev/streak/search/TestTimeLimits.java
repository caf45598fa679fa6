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
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.BeforeClass;

/** Queries over many terms look often whether their time is over, and end when it is. */
public class TestTimeLimits extends SharedIndexTestCase {

  private static final int TERMS = 60_000;

  /** Each of two documents that are not next to each other. */
  private static final int TAGS = TERMS / 2;

  /** A look costs little beside so many terms, and so many take no time worth speaking of. */
  private static final int TERMS_OF_A_LOOK = 10_000;

  /** Counts how often it is asked, and says at one of these times that the time is over. */
  private static final class Looks implements QueryTimeout {
    private final int last;
    private int count;

    Looks(int last) {
      this.last = last;
    }

    @Override
    public boolean shouldExit() {
      count++;
      return count >= last;
    }
  }

  @BeforeClass
  public static void index() throws IOException {
    // A mock of a directory would be checked once more, which takes longer than the tests.
    directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < TERMS; i++) {
        Document document = new Document();
        String key = String.format(Locale.ROOT, "%06d/%s", i, Integer.toString(i * 7919, 36));
        document.add(new StringField("key", key, Field.Store.NO));
        document.add(new StringField("tag", number(i % TAGS), Field.Store.NO));
        document.add(new StringField("tags", number(i % TAGS), Field.Store.NO));
        if (i == 0) {
          document.add(new StringField("tags", number(1), Field.Store.NO));
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
  }

  private static long searched(Query query, Looks looks) throws IOException {
    IndexSearcher searcher = new StreakIndexSearcher(new ExitableDirectoryReader(reader, looks));
    searcher.setQueryCache(null);
    return searcher.search(query, 10).totalHits.value();
  }

  private static void check(Query query, int terms) throws IOException {
    Looks looks = new Looks(Integer.MAX_VALUE);
    assertEquals(new IndexSearcher(reader).count(query), searched(query, looks));
    assertTrue(query + ": " + looks.count + " looks", looks.count >= terms / TERMS_OF_A_LOOK);
    Looks some = new Looks(looks.count);
    expectThrows(ExitingReaderException.class, () -> searched(query, some));
  }

  public void testPatternsThatAcceptFewTerms() throws IOException {
    check(new RegexpQuery(new Term("key", ".*ab.*7")), TERMS);
    check(new RegexpQuery(new Term("key", "[0-9]*7[0-9]*/abc")), TERMS);
    check(new RegexpQuery(new Term("key", "none|......0")), TERMS);
    check(new WildcardQuery(new Term("key", "*xyz*")), TERMS);
    check(new WildcardQuery(new Term("key", "*x?z")), TERMS);
    check(new WildcardQuery(new Term("key", "??????/")), TERMS);
    check(new WildcardQuery(new Term("tag", "*99")), TAGS);
  }

  public void testPrefixesAndRanges() throws IOException {
    for (String field : new String[] {"key", "tag", "tags"}) {
      int terms = field.equals("key") ? TERMS : TAGS;
      check(new PrefixQuery(new Term(field, "0")), terms);
      check(TermRangeQuery.newStringRange(field, "0", "9", true, true), terms);
      check(new WildcardQuery(new Term(field, "0*")), terms);
    }
  }
}
