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
package dev.streak.hashedterms;

import dev.streak.checks.AnswerChecks;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.field.StreakTerms;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** One segment's dictionary behind another segment's table: checks keep the answers right. */
public class TestCheckedTermHash extends LuceneTestCase {

  private static final String FIELD = "id";
  private static final int TERMS = 300;

  private int before;
  private boolean tablesBefore;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    before = AnswerChecks.oneIn();
    // Without tables nothing can be checked.
    tablesBefore = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
  }

  @Override
  public void tearDown() throws Exception {
    AnswerChecks.setOneIn(before);
    TermHashSwitch.setEnabled(tablesBefore);
    super.tearDown();
  }

  public void testBatchOfTerms() throws IOException {
    withForeignTable(
        (terms, right) -> {
          BytesRef[] asked = new BytesRef[TERMS];
          long[] ids = new long[TERMS];
          for (int i = 0; i < TERMS; i++) {
            asked[i] = new BytesRef(Integer.toString(i));
            ids[i] = i;
          }
          long[] expected = new long[TERMS];
          right.lookup(asked, 0, TERMS, expected);
          long[] entries = new long[TERMS];
          if (random().nextBoolean()) {
            terms.lookup(asked, 0, TERMS, entries);
          } else {
            terms.lookup(ids, 0, TERMS, entries);
          }
          assertArrayEquals(expected, entries);
        });
  }

  public void testSingleTerms() throws IOException {
    withForeignTable(
        (terms, right) -> {
          TermsEnum each = terms.iterator();
          for (int i = 0; i < TERMS; i++) {
            BytesRef term = new BytesRef(Integer.toString(i));
            assertEquals(i % 2 == 0, each.seekExact(term));
          }
        });
  }

  /** A look-up that is kept from seek to seek is checked as any other. */
  public void testManySeeksOfAnEnumeration() throws IOException {
    withForeignTable(
        (terms, right) -> {
          TermsEnum each = terms.iterator();
          AnswerChecks.setOneIn(0);
          for (int i = 0; i < 20; i++) {
            assertEquals(
                "the table must be wrong", i % 2 == 1, each.seekExact(new BytesRef("" + i)));
          }
          AnswerChecks.setOneIn(1);
          for (int i = 0; i < TERMS; i++) {
            assertEquals(i % 2 == 0, each.seekExact(new BytesRef("" + i)));
          }
        });
  }

  private interface Check {
    void run(HashedTerms terms, StreakTerms right) throws IOException;
  }

  private static void withForeignTable(Check check) throws IOException {
    try (Directory even = newDirectory();
        Directory odd = newDirectory()) {
      index(even, 0, false);
      index(odd, 1, true);
      try (DirectoryReader evenReader = DirectoryReader.open(even);
          DirectoryReader oddReader = DirectoryReader.open(odd)) {
        StreakTerms right = (StreakTerms) getOnlyLeafReader(evenReader).terms(FIELD);
        HashedTerms wrong = (HashedTerms) getOnlyLeafReader(oddReader).terms(FIELD);
        HashedTerms terms = new HashedTerms(right, wrong.table());
        AnswerChecks.setOneIn(1);
        long mismatches = AnswerChecks.counts().mismatches();
        check.run(terms, right);
        assertEquals(mismatches + 1, AnswerChecks.counts().mismatches());
        assertNull("the table is still used", wrong.table().acquire(Integer.MAX_VALUE));
      }
    }
  }

  private static void index(Directory directory, int first, boolean table) throws IOException {
    TermHashSettings settings = TermHashSettings.DEFAULT.withField(FIELD, table);
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(
        StreakCodec.builder().postingsFormat(FIELD, new StreakPostingsFormat(settings)).build());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = first; number < TERMS; number += 2) {
        Document document = new Document();
        document.add(new StringField(FIELD, Integer.toString(number), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }
}
