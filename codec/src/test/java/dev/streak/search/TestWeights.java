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
import dev.streak.field.KeyProbes;
import dev.streak.keyvalue.KeyTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/** Weights that are asked by somebody else than the searcher that they were made for. */
public class TestWeights extends LuceneTestCase {

  private static final int SEGMENTS = KeyProbes.MIN_SEGMENTS + 1;
  private static final int NUMBERS = 40;
  private static final List<ScoreMode> MODES =
      List.of(ScoreMode.COMPLETE_NO_SCORES, ScoreMode.COMPLETE, ScoreMode.TOP_DOCS);

  /** Segments of which some are long runs, with deletions in most of them. */
  private static DirectoryReader open(Directory directory, int segments) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().prefixes("one", 1, 1, 5).build())
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment < segments; segment++) {
        for (int i = TestUtil.nextInt(random(), 2, 100); i > 0; i--) {
          Document document = new Document();
          int one = random().nextBoolean() ? i / 10 : random().nextInt(NUMBERS);
          document.add(new StringField("one", Integer.toString(one), Field.Store.NO));
          for (int some = random().nextInt(3); some > 0; some--) {
            String number = Integer.toString(random().nextInt(NUMBERS));
            document.add(new StringField("some", number, Field.Store.NO));
          }
          // Its terms have frequencies, so they are Lucene's.
          document.add(new TextField("text", Integer.toString(one), Field.Store.NO));
          document.add(new StringField("gone", "" + random().nextInt(10), Field.Store.NO));
          writer.addDocument(document);
        }
        writer.flush();
      }
      writer.deleteDocuments(new Term("gone", "3"));
    }
    return DirectoryReader.open(directory);
  }

  private static List<Query> queries(String field) {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = random().nextInt(NUMBERS); i >= 0; i--) {
      terms.add(new BytesRef(Integer.toString(random().nextInt(NUMBERS))));
    }
    return List.of(
        new TermInSetQuery(field, terms),
        new PrefixQuery(new Term(field, Integer.toString(random().nextInt(5)))),
        TermRangeQuery.newStringRange(field, "1", "3", true, true));
  }

  private interface Check {
    void run(Query query, Weight weight, ScoreMode mode) throws IOException;
  }

  private static IndexSearcher searcher(DirectoryReader reader) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher;
  }

  private static void duel(
      DirectoryReader reader, List<String> fields, List<ScoreMode> modes, Check check)
      throws IOException {
    IndexSearcher searcher = searcher(reader);
    for (String field : fields) {
      for (Query query : queries(field)) {
        Query run = searcher.rewrite(StreakQueries.accelerate(query));
        for (ScoreMode mode : modes) {
          check.run(query, searcher.createWeight(run, mode, 3f), mode);
        }
      }
    }
  }

  private static List<Integer> docs(Weight weight, LeafReaderContext leaf) throws IOException {
    List<Integer> docs = new ArrayList<>();
    Scorer scorer = weight.scorer(leaf);
    DocIdSetIterator iterator = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      docs.add(iterator.docID());
    }
    return docs;
  }

  /** Counts what is live of the documents that were found. */
  private static int live(List<Integer> docs, LeafReaderContext leaf) {
    Bits live = leaf.reader().getLiveDocs();
    return (int) docs.stream().filter(doc -> live == null || live.get(doc)).count();
  }

  /** A percolator and a join may have segments of their own: what is kept is not theirs. */
  public void testSegmentsOfAnotherReader() throws IOException {
    try (Directory first = newDirectory();
        Directory second = newDirectory();
        DirectoryReader own = open(first, SEGMENTS);
        DirectoryReader other = open(second, SEGMENTS + 2)) {
      KeyTables tables = KeyTables.build(own, "one", 1 << 24);
      IndexSearcher of = searcher(own);
      IndexSearcher ofOther = searcher(other);
      duel(
          own,
          List.of("one", "some"),
          List.of(ScoreMode.COMPLETE_NO_SCORES),
          (query, weight, mode) -> {
            Weight expected = of.createWeight(of.rewrite(query), mode, 3f);
            Weight expectedOfOther = ofOther.createWeight(ofOther.rewrite(query), mode, 3f);
            for (int i = 0; i < SEGMENTS + 2; i++) {
              boolean ownFirst = random().nextBoolean();
              for (int turn = 0; turn < 4; turn++) {
                if ((turn % 2 == 0) != ownFirst) {
                  check(expectedOfOther, weight, other.leaves().get(i));
                } else if (i < SEGMENTS) {
                  check(expected, weight, own.leaves().get(i));
                }
              }
            }
          });
      assertEquals(SEGMENTS, tables.reader().leaves().size());
    }
  }

  private static void check(Weight lucene, Weight streak, LeafReaderContext leaf)
      throws IOException {
    List<Integer> expected = docs(lucene, leaf);
    if (random().nextBoolean()) {
      assertEquals(live(expected, leaf), streak.count(leaf));
    }
    assertEquals(expected, docs(streak, leaf));
    assertEquals(live(expected, leaf), streak.count(leaf));
  }

  private static final class Collected implements LeafCollector {
    private final List<Integer> docs = new ArrayList<>();
    private final boolean scored;
    private Scorable scorer;

    Collected(boolean scored) {
      this.scored = scored;
    }

    @Override
    public void setScorer(Scorable scorer) {
      this.scorer = scorer;
    }

    @Override
    public void collect(int doc) throws IOException {
      assertTrue(scored == false || scorer.score() == 3f);
      docs.add(doc);
    }
  }

  /** The documents that are found, in parts whose bounds are anywhere. */
  private static List<Integer> docs(
      Weight weight, LeafReaderContext leaf, Bits accepted, boolean scored) throws IOException {
    Collected collected = new Collected(scored);
    BulkScorer scorer = weight.bulkScorer(leaf);
    int next = scorer == null ? DocIdSetIterator.NO_MORE_DOCS : 0;
    while (next != DocIdSetIterator.NO_MORE_DOCS) {
      int max =
          random().nextInt(4) == 0 ? DocIdSetIterator.NO_MORE_DOCS : next + random().nextInt(60);
      int returned = scorer.score(collected, accepted, next, max);
      assertTrue(returned >= max);
      next = returned;
    }
    return collected.docs;
  }

  /** A join asks for all documents, a filter of an application for others than the reader has. */
  public void testDocumentsThatAreAccepted() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader reader = open(directory, 6)) {
      IndexSearcher searcher = searcher(reader);
      duel(
          reader,
          List.of("one", "some", "text"),
          MODES,
          (query, weight, mode) -> {
            Weight expected = searcher.createWeight(searcher.rewrite(query), mode, 3f);
            for (LeafReaderContext leaf : reader.leaves()) {
              FixedBitSet some = new FixedBitSet(leaf.reader().maxDoc());
              for (int i = random().nextInt(some.length()); i >= 0; i--) {
                some.set(random().nextInt(some.length()));
              }
              List<Bits> accepted = new ArrayList<>(List.of(some, some.asReadOnlyBits()));
              accepted.add(null);
              accepted.add(leaf.reader().getLiveDocs());
              for (Bits bits : accepted) {
                boolean scored = mode.needsScores();
                assertEquals(docs(expected, leaf, bits, scored), docs(weight, leaf, bits, scored));
              }
            }
          });
    }
  }

  /** Collects of a scorer that is told, with the first document, which score is the least. */
  private static int collectedIfLeastIs(float least, Weight weight, LeafReaderContext leaf)
      throws IOException {
    int[] count = {0};
    LeafCollector collector =
        new LeafCollector() {
          private Scorable scorer;

          @Override
          public void setScorer(Scorable scorer) {
            this.scorer = scorer;
          }

          @Override
          public void collect(int doc) throws IOException {
            if (count[0]++ == 0) {
              scorer.setMinCompetitiveScore(least);
            }
          }
        };
    weight.bulkScorer(leaf).score(collector, null, 0, DocIdSetIterator.NO_MORE_DOCS);
    return count[0];
  }

  /** A run may be all of a segment; who has enough of it says so after the first document. */
  public void testLongRunIsLeftWhereScoresDoNotCompete() throws IOException {
    int docs = 10_000;
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < docs; i++) {
        Document document = new Document();
        document.add(new StringField("all", "1", Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Query query = RunTermsQuery.ofIds("all", 1);
        Weight weight = searcher(reader).createWeight(query, ScoreMode.TOP_SCORES, 3f);
        LeafReaderContext leaf = reader.leaves().get(0);
        assertEquals(docs, collectedIfLeastIs(3f, weight, leaf));
        int collected = collectedIfLeastIs(Math.nextUp(3f), weight, leaf);
        assertTrue("collected=" + collected, collected < docs / 2);
      }
    }
  }
}
