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
import dev.streak.file.FileBytes;
import dev.streak.prefix.PrefixSetsReader;
import dev.streak.prefix.PrefixTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Operations;

public class TestRunPrefixQuery extends LuceneTestCase {

  private static final String NAME = "name";

  private static Codec randomCodec() {
    int min = TestUtil.nextInt(random(), 1, 2);
    return switch (random().nextInt(5)) {
      case 0 -> new StreakCodec();
      case 1 -> TestUtil.getDefaultCodec();
      default ->
          StreakCodec.builder()
              .prefixes(NAME, min, min + random().nextInt(3), random().nextInt(100) + 1)
              .build();
    };
  }

  private static Document document(int kind, boolean multiValued) {
    Document document = new Document();
    BytesRef name = PrefixTerms.random(random(), kind);
    document.add(new StringField(NAME, name, Field.Store.NO));
    document.add(new SortedDocValuesField("order", name));
    for (int i = multiValued ? random().nextInt(3) : 0; i > 0; i--) {
      document.add(new StringField(NAME, PrefixTerms.random(random(), kind), Field.Store.NO));
    }
    document.add(new TextField("text", random().nextBoolean() ? "a b" : "b c", Field.Store.NO));
    document.add(new NumericDocValuesField("price", random().nextInt(100)));
    return document;
  }

  /** Segments of several codecs and settings, merged now and then. */
  private static void index(Directory directory, int kind) throws IOException {
    index(directory, kind, random().nextBoolean());
  }

  private static void index(Directory directory, int kind, boolean deletions) throws IOException {
    boolean multiValued = random().nextBoolean();
    Sort sort = new Sort(new SortField("order", SortField.Type.STRING));
    boolean sorted = random().nextBoolean();
    for (int part = random().nextInt(3); part >= 0; part--) {
      IndexWriterConfig config =
          new IndexWriterConfig(new MockAnalyzer(random())).setCodec(randomCodec());
      if (sorted) {
        config.setIndexSort(sort);
      }
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = atLeast(300); i > 0; i--) {
          writer.addDocument(document(kind, multiValued));
        }
        if (deletions && random().nextBoolean()) {
          BytesRef gone = PrefixTerms.randomPrefix(random(), kind);
          writer.deleteDocuments(new PrefixQuery(new Term(NAME, gone)));
        }
        if (random().nextInt(4) == 0) {
          writer.forceMerge(1);
        }
      }
    }
  }

  private static Query stock(int kind) {
    BytesRef prefix = PrefixTerms.randomPrefix(random(), kind);
    if (random().nextBoolean()) {
      return new PrefixQuery(new Term(NAME, prefix));
    }
    if (random().nextInt(3) == 0) {
      return automaton(kind, prefix);
    }
    BytesRef lower = random().nextInt(5) == 0 ? null : prefix;
    BytesRef upper = random().nextInt(5) == 0 ? null : PrefixTerms.randomPrefix(random(), kind);
    return new TermRangeQuery(NAME, lower, upper, random().nextBoolean(), random().nextBoolean());
  }

  private static String text(BytesRef term) {
    return new String(term.bytes, term.offset, term.length, StandardCharsets.UTF_8);
  }

  /** Of characters, which binary terms are not, or of bytes. */
  private static Query automaton(int kind, BytesRef prefix) {
    BytesRef some = PrefixTerms.randomPrefix(random(), kind);
    if (random().nextBoolean()) {
      String begin = text(prefix);
      String within = text(some);
      String pattern =
          switch (random().nextInt(4)) {
            case 0 -> begin + "*";
            case 1 -> begin + "*a*";
            case 2 -> "*" + within + "*";
            default -> begin + "*" + within;
          };
      return new WildcardQuery(new Term(NAME, pattern));
    }
    Automaton automaton =
        Operations.concatenate(
            List.of(
                Automata.makeBinary(prefix),
                Automata.makeAnyBinary(),
                Automata.makeBinary(some),
                Automata.makeAnyBinary()));
    Automaton deterministic = Operations.determinize(automaton, 100_000);
    return new AutomatonQuery(new Term(NAME, prefix), deterministic, true);
  }

  public void testDuels() throws IOException {
    for (int kind = 0; kind < 5; kind++) {
      try (Directory directory = newDirectory()) {
        index(directory, kind);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          for (int i = 0; i < 12; i++) {
            Query stock = stock(kind);
            Query run = StreakQueries.accelerate(stock);
            assertNotSame(stock, run);
            IndexSearcher searcher = newSearcher(reader, false, random().nextBoolean());
            BaseRunQueryTestCase.assertSameHits(searcher, stock, run);
            Query text = new TermQuery(new Term("text", "a"));
            Occur occur = random().nextBoolean() ? Occur.FILTER : Occur.MUST_NOT;
            BaseRunQueryTestCase.assertSameHits(
                searcher, and(text, stock, occur), and(text, run, occur));
          }
        }
      }
    }
  }

  private static Query and(Query text, Query other, Occur occur) {
    return new BooleanQuery.Builder().add(text, Occur.MUST).add(other, occur).build();
  }

  public void testQueryUtils() throws IOException {
    try (Directory directory = newDirectory()) {
      // The checks take a deleted match for one that was skipped over.
      index(directory, 0, false);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        QueryUtils.check(random(), new RunPrefixQuery(NAME, "s"), searcher);
        Query range = TermRangeQuery.newStringRange(NAME, "b", "sea", true, false);
        QueryUtils.check(random(), StreakQueries.accelerate(range), searcher);
        Query wildcard = new WildcardQuery(new Term(NAME, "*a*"));
        QueryUtils.check(random(), StreakQueries.accelerate(wildcard), searcher);
      }
    }
    QueryUtils.checkEqual(new RunPrefixQuery(NAME, "s"), new RunPrefixQuery(NAME, "s"));
    QueryUtils.checkUnequal(new RunPrefixQuery(NAME, "s"), new RunPrefixQuery(NAME, "t"));
    QueryUtils.checkUnequal(new RunPrefixQuery(NAME, "s"), new RunPrefixQuery("text", "s"));
    Query stock = new PrefixQuery(new Term(NAME, "s"));
    QueryUtils.checkEqual(StreakQueries.accelerate(stock), StreakQueries.accelerate(stock));
    // One of them refuses a field without terms.
    QueryUtils.checkUnequal(new RunPrefixQuery(NAME, "s"), StreakQueries.accelerate(stock));
    Query wildcard = StreakQueries.accelerate(new WildcardQuery(new Term(NAME, "s*")));
    QueryUtils.checkEqual(
        wildcard, StreakQueries.accelerate(new WildcardQuery(new Term(NAME, "s*"))));
    QueryUtils.checkUnequal(
        wildcard, StreakQueries.accelerate(new WildcardQuery(new Term(NAME, "*s"))));
    QueryUtils.checkUnequal(wildcard, new WildcardQuery(new Term(NAME, "s*")));
    TermRangeQuery range = TermRangeQuery.newStringRange(NAME, "b", "sea", true, false);
    QueryUtils.checkEqual(new RunTermRangeQuery(range), new RunTermRangeQuery(range));
    QueryUtils.checkUnequal(new RunTermRangeQuery(range), StreakQueries.accelerate(range));
  }

  public void testEmptyPrefixAndTermItself() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, 0);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (String prefix : new String[] {"", "no", "noodle", "noodle no", "zzz"}) {
          BaseRunQueryTestCase.assertSameHits(
              searcher, new PrefixQuery(new Term(NAME, prefix)), new RunPrefixQuery(NAME, prefix));
        }
        assertEquals(0, searcher.count(new RunPrefixQuery("nowhere", "a")));
      }
    }
  }

  public void testThousandCharacters() throws IOException {
    String prefix = "x".repeat(1000);
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                new IndexWriterConfig()
                    .setCodec(StreakCodec.builder().prefixes(NAME, 1, 3).build()))) {
      for (String name : List.of("x", prefix, prefix + "y", prefix + "z", "y")) {
        Document document = new Document();
        document.add(new StringField(NAME, name, Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(3, new IndexSearcher(reader).count(new RunPrefixQuery(NAME, prefix)));
      }
    }
  }

  /** Numbers, some of which are lists, others runs: more of them than are visited at once. */
  private static void indexNumbers(IndexWriter writer, int count) throws IOException {
    boolean inOrder = random().nextBoolean();
    for (int i = 0; i < count; i++) {
      int number = inOrder ? i / 3 : random().nextInt(count);
      Document document = new Document();
      document.add(new StringField(NAME, Integer.toString(number), Field.Store.NO));
      writer.addDocument(document);
    }
    if (random().nextInt(4) > 0) {
      String gone = Integer.toString(random().nextInt(30));
      writer.deleteDocuments(new PrefixQuery(new Term(NAME, gone)));
    }
  }

  public void testCountsOfThousandsOfTerms() throws IOException {
    for (int n = 0; n < 4; n++) {
      StreakCodec.Builder codec = StreakCodec.builder();
      if (random().nextBoolean()) {
        codec.prefixes(NAME, 1, 2, TestUtil.nextInt(random(), 1, 40));
      }
      IndexWriterConfig config = new IndexWriterConfig().setCodec(codec.build());
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, config)) {
        indexNumbers(writer, TestUtil.nextInt(random(), 5_000, 20_000));
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          IndexSearcher searcher = new IndexSearcher(reader);
          searcher.setQueryCache(null);
          for (int i = 0; i < 20; i++) {
            int number = random().nextInt(300);
            Query stock =
                switch (random().nextInt(4)) {
                  case 0 -> new PrefixQuery(new Term(NAME, Integer.toString(number / 10)));
                  case 1 -> TermRangeQuery.newStringRange(NAME, "" + number, "8", true, true);
                  case 2 -> new WildcardQuery(new Term(NAME, number / 30 + "*"));
                  default -> new WildcardQuery(new Term(NAME, "*" + number / 30 + "*"));
                };
            Query run = StreakQueries.accelerate(stock);
            assertEquals(stock.toString(), searcher.count(stock), searcher.count(run));
          }
        }
      }
    }
  }

  /** A listed prefix says what it costs without visiting a term. */
  public void testCostAndCountOfListedPrefixes() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, 0);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        for (LeafReaderContext context : reader.leaves()) {
          if (context.reader().terms(NAME) instanceof StreakTerms terms
              && terms.prefixSets() != null) {
            checkListed(searcher, context, terms);
          }
        }
      }
    }
  }

  private static void checkListed(
      IndexSearcher searcher, LeafReaderContext context, StreakTerms terms) throws IOException {
    for (int i = 0; i < terms.prefixSets().size(); i++) {
      Query query = new RunPrefixQuery(NAME, terms.prefixSets().prefix(i));
      Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
      ScorerSupplier supplier = weight.scorerSupplier(context);
      assertEquals(terms.prefixSets().docCount(i), supplier.cost());
      int matches = 0;
      int live = 0;
      Bits liveDocs = context.reader().getLiveDocs();
      var iterator = supplier.get(Long.MAX_VALUE).iterator();
      while (iterator.nextDoc() != Integer.MAX_VALUE) {
        matches++;
        live += liveDocs == null || liveDocs.get(iterator.docID()) ? 1 : 0;
      }
      assertEquals(matches, supplier.cost());
      assertEquals(live, weight.count(context));
    }
  }

  /** Whatever happens to the file, hits stay the same, and somebody can see that it happened. */
  public void testDamagedFileIsSlowerNotWrong() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setUseCompoundFile(false)
              .setCodec(
                  StreakCodec.builder().bundleSmallFiles(false).prefixes(NAME, 1, 2, 50).build());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 500; i++) {
          writer.addDocument(document(0, false));
        }
      }
      String file = null;
      for (String name : directory.listAll()) {
        file = name.endsWith(".skx") ? name : file;
      }
      byte[] intact = FileBytes.read(directory, file);
      List<Integer> expected = counts(directory);
      long before = PrefixSetsReader.failures();
      assertEquals(expected, counts(directory));
      assertEquals(before, PrefixSetsReader.failures());
      for (int position = 0; position < intact.length; position++) {
        byte[] damaged = intact.clone();
        damaged[position] ^= (byte) (1 << random().nextInt(8));
        FileBytes.replace(directory, file, damaged, damaged.length);
        assertEquals("position=" + position, expected, counts(directory));
      }
      for (int length = 0; length < intact.length; length += 1 + random().nextInt(20)) {
        before = PrefixSetsReader.failures();
        FileBytes.replace(directory, file, intact, length);
        assertEquals("length=" + length, expected, counts(directory));
        assertTrue(before < PrefixSetsReader.failures());
      }
      FileBytes.replace(directory, file, intact, intact.length);
    }
  }

  private static List<Integer> counts(Directory directory) throws IOException {
    List<Integer> counts = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      for (String prefix : new String[] {"", "n", "no", "noo", "s", "se", "b"}) {
        counts.add(searcher.count(new RunPrefixQuery(NAME, prefix)));
        counts.add(
            searcher
                .search(new RunPrefixQuery(NAME, prefix), new FirstDocsCollectorManager(1000))
                .docs()
                .length);
      }
    }
    return counts;
  }
}
