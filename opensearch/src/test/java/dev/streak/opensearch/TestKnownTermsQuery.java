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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import dev.streak.codec.StreakCodec;
import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;

public class TestKnownTermsQuery {

  private static Query ids(long... ids) {
    return KnownTermsQuery.of(RunTermsQuery.ofIds("shop", ids));
  }

  @Test
  public void testWhatTheHostLooksAt() {
    TermInSetQuery query = (TermInSetQuery) ids(7, 8);
    assertEquals("shop", query.getField());
    assertEquals(2, query.getTermsCount());
    assertEquals(0, ((TermInSetQuery) ids()).getTermsCount());
    Query other = new MatchAllDocsQuery();
    assertSame(other, KnownTermsQuery.of(other));
  }

  @Test
  public void testEqualsIsThatOfTheIds() {
    assertEquals(ids(7, 8), ids(8, 7));
    assertEquals(ids(7, 8).hashCode(), ids(8, 7).hashCode());
    assertNotEquals(ids(7, 8), ids(7, 9));
    assertNotEquals(ids(), new TermInSetQuery("shop", List.of()));
    assertEquals("shop:(7 8)", ids(7, 8).toString());
  }

  @Test
  public void testRewrite() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 100; i++) {
          Document document = new Document();
          document.add(new StringField("shop", Integer.toString(i / 10), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(RunTermsQuery.ofIds("shop", 7, 8), searcher.rewrite(ids(7, 8)));
        assertEquals(20, searcher.count(ids(7, 8, 11)));
        assertEquals(0, searcher.count(ids()));
        Terms terms = reader.leaves().getFirst().reader().terms("shop");
        assertEquals(new BytesRef("7"), ((TermInSetQuery) ids(7)).getTermsEnum(terms).next());
        assertNull(((TermInSetQuery) ids(7, 8)).getTermsEnum(terms).next());
        assertEquals(80, searcher.count(without(ids(7, 8))));
      }
    }
  }

  private static Query without(Query query) {
    return new BooleanQuery.Builder()
        .add(new MatchAllDocsQuery(), Occur.FILTER)
        .add(query, Occur.MUST_NOT)
        .build();
  }
}
