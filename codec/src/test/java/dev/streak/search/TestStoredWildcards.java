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
import dev.streak.termranges.TermRangeWeight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * A wildcard at the end of a pattern or an expression is answered from a stored prefix, where that
 * means the same.
 */
public class TestStoredWildcards extends LuceneTestCase {

  private static final String NAME = "name";

  /** No text. */
  private static final BytesRef BYTES = new BytesRef(new byte[] {'a', 'b', (byte) 0x80});

  private static IndexWriter writer(Directory directory) throws IOException {
    StreakCodec codec = StreakCodec.builder().prefixes(NAME, 1, 2, 100).build();
    return new IndexWriter(directory, new IndexWriterConfig().setCodec(codec));
  }

  private static void addNames(IndexWriter writer) throws IOException {
    for (int i = 0; i < 100; i++) {
      Document document = new Document();
      document.add(new StringField(NAME, "ab" + i, Field.Store.NO));
      writer.addDocument(document);
    }
    writer.flush();
  }

  private static Term term(String text) {
    return new Term(NAME, text);
  }

  private static void addBytes(IndexWriter writer) throws IOException {
    Document document = new Document();
    document.add(new StringField(NAME, BYTES, Field.Store.NO));
    writer.addDocument(document);
  }

  /** What stored prefix each segment is asked for. */
  private static List<BytesRef> asked(Directory directory, Query stock) throws IOException {
    List<BytesRef> asked = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      Query query = StreakQueries.accelerate(stock);
      assertEquals(searcher.count(stock), searcher.count(query));
      var weight = (TermRangeWeight) searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
      for (LeafReaderContext leaf : reader.leaves()) {
        asked.add(weight.prefix((StreakTerms) leaf.reader().terms(NAME)));
      }
    }
    return asked;
  }

  private static void check(Directory directory, String pattern, String... expected)
      throws IOException {
    List<BytesRef> prefixes = new ArrayList<>();
    for (String prefix : expected) {
      prefixes.add(prefix == null ? null : new BytesRef(prefix));
    }
    assertEquals(prefixes, asked(directory, new WildcardQuery(term(pattern))));
  }

  public void testPatterns() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = writer(directory)) {
        addNames(writer);
      }
      check(directory, "a*", "a");
      check(directory, "ab*", "ab");
      check(directory, "ab1*", "ab1");
      check(directory, "?b*", (String) null);
      check(directory, "a*b*", (String) null);
    }
  }

  /** Of a term that is no text, bytes that it begins with are not enough. */
  public void testOneTermOfBytes() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = writer(directory)) {
        addNames(writer);
        addBytes(writer);
        writer.commit();
        check(directory, "ab*", "ab", null);
        writer.forceMerge(1);
        writer.commit();
        check(directory, "ab*", (String) null);
        writer.deleteDocuments(new Term(NAME, BYTES));
        writer.forceMerge(1);
        writer.commit();
        check(directory, "ab*", "ab");
      }
    }
  }

  public void testExpressions() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = writer(directory)) {
        addNames(writer);
      }
      assertEquals(List.of(new BytesRef("ab")), asked(directory, new RegexpQuery(term("ab.*"))));
      assertEquals(Arrays.asList((BytesRef) null), asked(directory, new RegexpQuery(term("a.*b"))));
    }
  }

  public void testNoSets() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        addNames(writer);
      }
      check(directory, "ab*", (String) null);
    }
  }
}
