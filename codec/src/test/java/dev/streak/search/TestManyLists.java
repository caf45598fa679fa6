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
import dev.streak.docset.MatchingDocs;
import dev.streak.field.DocSink;
import dev.streak.field.FilterStreakTerms;
import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.matches.EntryCount;
import dev.streak.matches.TermMatches;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** More lists than are kept until all of them are known. */
public class TestManyLists extends LuceneTestCase {

  private static final int DOCS = 3_000;

  /** Terms that tell how many lists they are asked for at once. */
  private static final class Watched extends FilterStreakTerms {
    private int most;

    Watched(StreakTerms in) {
      super(in);
    }

    @Override
    public long docFreq(long[] lists, int count) throws IOException {
      assertSorted(lists, count);
      return in.docFreq(lists, count);
    }

    private static void assertSorted(long[] lists, int count) {
      for (int i = 1; i < count; i++) {
        assertTrue("order=" + lists[i - 1] + ", " + lists[i], lists[i - 1] <= lists[i]);
      }
    }

    @Override
    public void collect(long[] lists, int count, DocSink sink) throws IOException {
      assertSorted(lists, count);
      most = Math.max(most, count);
      in.collect(lists, count, sink);
    }
  }

  public void testEntriesTakeNoMoreMemory() throws IOException {
    withManyLists(TestManyLists::check);
  }

  /** Lists are read from the first byte to the last, whichever of them comes last. */
  public void testListsAreCountedInTheOrderOfTheirPlaces() throws IOException {
    withManyLists(
        terms -> {
          long[] entries = new long[Math.toIntExact(terms.size())];
          TermsEnum termsEnum = terms.iterator();
          long docs = 0;
          for (int i = entries.length - 1; i >= 0; i--) {
            termsEnum.next();
            entries[i] = terms.entry(termsEnum);
            docs += termsEnum.docFreq();
          }
          assertEquals(docs, EntryCount.of(terms, entries, null));
        });
  }

  private interface Check {
    void run(Watched terms) throws IOException;
  }

  private static void withManyLists(Check check) throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      config.setMaxBufferedDocs(DOCS + 1).setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < DOCS; i++) {
          Document document = new Document();
          document.add(new StringField("tag", "" + random().nextInt(700), Field.Store.NO));
          document.add(new StringField("tag", "" + random().nextInt(700), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        check.run(new Watched(LeafTerms.of(reader.leaves().get(0).reader(), "tag").streak()));
      }
    }
  }

  private static void check(Watched terms) throws IOException {
    long[] entries = new long[Math.toIntExact(terms.size())];
    TermsEnum termsEnum = terms.iterator();
    int count = 0;
    int listsOnce = 0;
    while (termsEnum.next() != null) {
      if (random().nextInt(3) > 0) {
        entries[count] = terms.entry(termsEnum);
        listsOnce += TermEntry.isRun(entries[count++]) ? 0 : 1;
      }
    }
    TermMatches.Builder some = new TermMatches.Builder(terms, DOCS, 0);
    TermMatches.Builder many = new TermMatches.Builder(terms, DOCS, 0);
    some.add(entries, count);
    for (int lists = 0; lists < 3 * TermMatches.MAX_KEPT_LISTS / 2; lists += listsOnce) {
      many.add(entries, count);
    }
    // They were not all kept until here.
    int most = terms.most;
    assertTrue("most=" + most, most <= TermMatches.MAX_KEPT_LISTS);
    assertTrue("most=" + most, most > TermMatches.MAX_KEPT_LISTS / 2);
    MatchingDocs expected = some.build(null).docs();
    TermMatches found = many.build(null);
    assertEquals(expected.cardinality(), found.count());
    DocIdSetIterator docs = found.docs().iterator();
    DocIdSetIterator expectedDocs = expected.iterator();
    for (int doc = 0; doc != DocIdSetIterator.NO_MORE_DOCS; ) {
      doc = expectedDocs.nextDoc();
      assertEquals(doc, docs.nextDoc());
    }
    assertEquals(most, terms.most);
  }
}
