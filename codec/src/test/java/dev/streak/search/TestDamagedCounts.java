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
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Lists that say that they have more documents than they have, together more than there are. */
public class TestDamagedCounts extends LuceneTestCase {

  private static final int TERMS = 40;
  private static final int DOCS = 3 * TERMS;

  /** As many as a list can say that it has in its first byte. */
  private static final int DAMAGED_DOCS = 60;

  private static Directory index() throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(false).build())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("k", Integer.toString(i % TERMS), Field.Store.NO));
        writer.addDocument(document);
      }
    }
    return directory;
  }

  private static List<Long> lists(Directory directory) throws IOException {
    List<Long> lists = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      StreakTerms terms = (StreakTerms) reader.leaves().get(0).reader().terms("k");
      TermsEnum termsEnum = terms.iterator();
      while (termsEnum.next() != null) {
        lists.add(TermEntry.pointer(terms.entry(termsEnum)));
      }
    }
    return lists;
  }

  private static void damage(Directory directory) throws IOException {
    List<Long> lists = lists(directory);
    for (String file : directory.listAll()) {
      if (file.endsWith(".skp")) {
        byte[] bytes = FileBytes.read(directory, file);
        for (long list : lists) {
          bytes[(int) list] = 2 * DAMAGED_DOCS;
        }
        FileBytes.replace(directory, file, bytes, bytes.length);
      }
    }
  }

  public void testSumsOfDamagedLists() throws Exception {
    try (Directory directory = index()) {
      damage(directory);
      String[] terms = new String[TERMS];
      for (int i = 0; i < TERMS; i++) {
        terms[i] = Integer.toString(i);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        for (Query query :
            List.of(
                RunTermsQuery.ofStrings("k", terms),
                new RunTermRangeQuery(TermRangeQuery.newStringRange("k", "0", "9", true, true)))) {
          for (boolean isKnown : new boolean[] {false, true}) {
            checkCount(searcher, query, isKnown);
          }
        }
      }
    }
  }

  /** If {@code isKnown} what was found for iterating is counted. */
  private static void checkCount(IndexSearcher searcher, Query query, boolean isKnown)
      throws IOException {
    Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
    LeafReaderContext leaf = searcher.getLeafContexts().get(0);
    if (isKnown) {
      weight.scorerSupplier(leaf);
    }
    CorruptIndexException e = expectThrows(CorruptIndexException.class, () -> weight.count(leaf));
    assertEquals(
        "number of documents is "
            + TERMS * DAMAGED_DOCS
            + ", must be at most "
            + DOCS
            + " (resource=field k of segment _0)",
        e.getMessage());
  }
}
