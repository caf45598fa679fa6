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

import dev.streak.checks.AnswerChecks;
import dev.streak.codec.StreakCodec;
import dev.streak.field.LeafTerms;
import dev.streak.field.TermEntry;
import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.BatchReader;
import dev.streak.livedocs.LiveRanks;
import dev.streak.matches.SegmentMatches;
import dev.streak.matches.TermMatches;
import dev.streak.monitor.StreakCounters;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** A query whose runs are wrong gives the right answer where it is checked. */
public class TestCheckedRuns extends LuceneTestCase {

  private static final String FIELD = "shop";

  /** Matches shop 3 by Lucene's way, and something else by its own. */
  private static final class WrongQuery extends Query {
    private final boolean countsAtOnce;
    private final long[] entries;

    /** Matches the first forty documents by its own way. */
    WrongQuery(boolean countsAtOnce) {
      this(countsAtOnce, TermEntry.ofRun(0, 40));
    }

    WrongQuery(boolean countsAtOnce, long... entries) {
      this.countsAtOnce = countsAtOnce;
      this.entries = entries;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
      return new UncountedWeight(this, FIELD, searcher, scoreMode, boost) {
        @Override
        protected SegmentMatches segmentMatches(LeafReaderContext context, LeafTerms terms)
            throws IOException {
          TermMatches.Builder matches =
              new TermMatches.Builder(terms.streak(), context.reader().maxDoc(), entries.length);
          matches.add(entries, entries.length);
          return matches.build(null);
        }

        @Override
        protected long count(LeafReaderContext context, LeafTerms terms, LiveRanks ranks) {
          return countsAtOnce ? 40 : -1;
        }

        @Override
        protected Query elsewhereQuery() {
          return new TermQuery(new Term(FIELD, "3"));
        }
      };
    }

    @Override
    public void visit(QueryVisitor visitor) {}

    @Override
    public String toString(String field) {
      return "wrong";
    }

    @Override
    public boolean equals(Object other) {
      return other == this;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  public void testRightAnswerAndNoTrustAfterwards() throws IOException {
    check(
        searcher -> {
          assertEquals("the query must be wrong", 40, searcher.count(new WrongQuery(false)));
          AnswerChecks.setOneIn(1);
          long mismatches = AnswerChecks.counts().mismatches();
          TopDocs hits = searcher.search(new WrongQuery(false), 50);
          assertEquals(10, hits.totalHits.value());
          assertEquals(30, hits.scoreDocs[0].doc);
          AnswerChecks.setOneIn(0);
          assertEquals("never trusted again", 10, searcher.count(new WrongQuery(false)));
          assertEquals(mismatches + 1, AnswerChecks.counts().mismatches());
        },
        false);
  }

  public void testCountsAreCheckedThatFindNoDocuments() throws IOException {
    check(
        searcher -> {
          assertEquals("the query must be wrong", 40, searcher.count(new WrongQuery(true)));
          AnswerChecks.setOneIn(Integer.MAX_VALUE);
          assertEquals("seldom checked", 40, searcher.count(new WrongQuery(true)));
          AnswerChecks.setOneIn(1);
          long mismatches = AnswerChecks.counts().mismatches();
          assertEquals(9, searcher.count(new WrongQuery(true)));
          assertEquals(mismatches + 1, AnswerChecks.counts().mismatches());
          AnswerChecks.setOneIn(0);
          assertEquals("never trusted again", 9, searcher.count(new WrongQuery(true)));
        },
        true);
  }

  public void testNumberOfRightDocumentsIsChecked() throws IOException {
    check(
        searcher -> {
          long shop = TermEntry.ofRun(30, 10);
          Query twice = new WrongQuery(false, shop, shop);
          assertEquals("the number must be wrong", 20, searcher.count(twice));
          assertEquals(10, searcher.search(twice, 50).scoreDocs.length);
          AnswerChecks.setOneIn(1);
          long mismatches = AnswerChecks.counts().mismatches();
          assertEquals(10, searcher.count(twice));
          assertEquals(mismatches + 1, AnswerChecks.counts().mismatches());
        },
        false);
  }

  public void testRightAnswersBesideDeletionsAreTrusted() throws IOException {
    check(
        searcher -> {
          AnswerChecks.setOneIn(1);
          long mismatches = AnswerChecks.counts().mismatches();
          Query right = RunTermsQuery.ofIds(FIELD, 3);
          assertEquals(9, searcher.count(right));
          assertEquals(9, searcher.search(right, 50).scoreDocs.length);
          assertEquals(mismatches, AnswerChecks.counts().mismatches());
        },
        true);
  }

  /** It may have been the cause, and Lucene's way asks it, too. */
  public void testTableIsNotAskedAfterAWrongAnswer() throws IOException {
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    try {
      check(
          searcher -> {
            IndexReader reader = searcher.getIndexReader();
            TermsEnum kept = reader.leaves().get(0).reader().terms(FIELD).iterator();
            for (int i = 0; i < 10; i++) {
              assertTrue(kept.seekExact(new BytesRef(Integer.toString(i))));
            }
            assertEquals(0, notAnsweredByTheTable(reader, kept));
            long damaged = StreakCounters.now().tablesDamaged();
            AnswerChecks.setOneIn(1);
            assertEquals(10, searcher.search(new WrongQuery(false), 50).totalHits.value());
            AnswerChecks.setOneIn(0);
            assertEquals(8, notAnsweredByTheTable(reader, kept));
            assertEquals(damaged, StreakCounters.now().tablesDamaged());
          },
          false);
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  /** Looks two shops up in four ways. */
  private static long notAnsweredByTheTable(IndexReader reader, TermsEnum kept) throws IOException {
    BytesRef[] shops = {new BytesRef("3"), new BytesRef("x")};
    long unknown = StreakCounters.now().unknownLookups();
    FoundTerms found = new TermLookup(reader, FIELD).find(shops);
    Batch batch = new BatchReader(reader, FIELD).get(shops);
    TermsEnum fresh = reader.leaves().get(0).reader().terms(FIELD).iterator();
    for (int i = 0; i < shops.length; i++) {
      assertEquals(i == 0, found.hasTerm(i));
      assertEquals(i == 0, batch.isFound(i));
      assertEquals(i == 0, fresh.seekExact(shops[i]));
      assertEquals(i == 0, kept.seekExact(shops[i]));
    }
    return StreakCounters.now().unknownLookups() - unknown;
  }

  private interface Check {
    void run(IndexSearcher searcher) throws IOException;
  }

  private static void check(Check check, boolean deletions) throws IOException {
    int before = AnswerChecks.oneIn();
    TermHashSettings tables = TermHashSettings.DEFAULT.withField(FIELD, true);
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(StreakCodec.builder().termHash(tables).build());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 100; i++) {
        Document document = new Document();
        document.add(new StringField(FIELD, Integer.toString(i / 10), Field.Store.NO));
        document.add(new StringField("number", Integer.toString(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      if (deletions) {
        writer.deleteDocuments(new Term("number", "35"));
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        AnswerChecks.setOneIn(0);
        check.run(searcher);
      }
    } finally {
      AnswerChecks.setOneIn(before);
    }
  }
}
