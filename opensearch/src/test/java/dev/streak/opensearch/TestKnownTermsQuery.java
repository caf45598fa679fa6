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
import static org.junit.Assert.assertTrue;

import dev.streak.codec.StreakCodec;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakQueries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
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

  /** As the percolator takes the terms of a query that it stores. */
  private static final class Percolator extends QueryVisitor {
    private final Set<String> terms = new TreeSet<>();
    private int automatons;

    @Override
    public void consumeTerms(Query query, Term... found) {
      assertTrue(query instanceof TermInSetQuery);
      for (Term term : found) {
        terms.add(term.toString());
      }
    }

    @Override
    public void consumeTermsMatching(
        Query query, String field, Supplier<ByteRunAutomaton> automaton) {
      try {
        BytesRefIterator iterator = ((TermInSetQuery) query).getBytesRefIterator();
        for (BytesRef term = iterator.next(); term != null; term = iterator.next()) {
          terms.add(new Term(field, term).toString());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      automatons += automaton.get().run(new byte[] {'7'}, 0, 1) ? 1 : 0;
    }

    @Override
    public void visitLeaf(Query query) {
      throw new AssertionError(query);
    }
  }

  private static Percolator percolator(Query query) {
    Percolator percolator = new Percolator();
    query.visit(percolator);
    return percolator;
  }

  @Test
  public void testThePercolatorFindsTheTerms() {
    assertEquals(Set.of(), percolator(ids()).terms);
    assertEquals(Set.of("shop:7"), percolator(ids(7, 7)).terms);
    Percolator some = percolator(ids(7, 8, 7));
    assertEquals(Set.of("shop:7", "shop:8"), some.terms);
    assertEquals("for highlighters", 1, some.automatons);
    Percolator many = percolator(ids(LongStream.range(0, 20_000).toArray()));
    assertEquals(20_000, many.terms.size());
    assertEquals("too large for highlighters", 0, many.automatons);
    Query ofHost = new TermInSetQuery("shop", List.of(new BytesRef("a"), new BytesRef("b")));
    Percolator inPlace = percolator(KnownTermsQuery.of(StreakQueries.accelerate(ofHost)));
    assertEquals(Set.of("shop:a", "shop:b"), inPlace.terms);
  }

  @Test
  public void testItIsOneOfOurs() {
    assertNotEquals(ids(7, 8), OneByOne.of(ids(7, 8)));
    assertNotEquals(ids(7), OneByOne.of(ids(7)));
    Query many = ids(LongStream.range(0, 20_000).toArray());
    assertNotEquals(many, OneByOne.of(many));
  }

  private static Query without(Query query) {
    return new BooleanQuery.Builder()
        .add(new MatchAllDocsQuery(), Occur.FILTER)
        .add(query, Occur.MUST_NOT)
        .build();
  }
}
