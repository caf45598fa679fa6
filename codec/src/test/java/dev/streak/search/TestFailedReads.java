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
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A read that fails, and the same one again when the disk answers. */
public class TestFailedReads extends LuceneTestCase {

  private static final int DOCS = 4_000;
  private static final int RUN = 20;

  /** A directory, one of whose reads fails. */
  private static final class Failing extends FilterDirectory {
    private String extension = "none";
    private int left;

    /** Whether a read fails as if its file had been closed, or a search been cancelled. */
    private boolean closed;

    Failing(Directory in) {
      super(in);
    }

    /** The {@code nth} read of such a file fails, from 1. */
    void fail(String newExtension, int nth) {
      extension = newExtension;
      left = nth;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      return new Input(name, in.openInput(name, context));
    }

    private void read(String name) throws IOException {
      if (name.endsWith(extension) && --left == 0) {
        if (closed) {
          throw new AlreadyClosedException("as told");
        }
        throw new IOException("as told");
      }
    }

    private final class Input extends FilterIndexInput {
      private final String name;

      Input(String name, IndexInput in) {
        super(name, in);
        this.name = name;
      }

      @Override
      public byte readByte() throws IOException {
        read(name);
        return in.readByte();
      }

      @Override
      public void readBytes(byte[] bytes, int offset, int length) throws IOException {
        read(name);
        in.readBytes(bytes, offset, length);
      }

      @Override
      public IndexInput clone() {
        return new Input(name, in.clone());
      }

      @Override
      public IndexInput slice(String description, long offset, long length) throws IOException {
        return new Input(name, in.slice(description, offset, length));
      }
    }
  }

  /** Documents of one color each, in runs; the first of each run is deleted. */
  private static Failing index() throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(
                StreakCodec.builder().bundleSmallFiles(false).prefixes("name", 1, 1, 100).build())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        document.add(new StringField("name", "n" + i % 100, Field.Store.NO));
        String color = Integer.toString(i / RUN % 4);
        document.add(new StringField("color", color, Field.Store.NO));
        writer.addDocument(document);
      }
      for (int i = 0; i < DOCS; i += RUN) {
        writer.deleteDocuments(new Term("id", Integer.toString(i)));
      }
    }
    return new Failing(directory);
  }

  /** Whoever asks a weight again, to iterate or to count, gets what is there. */
  public void testListsOfAWeight() throws Exception {
    try (Failing directory = index();
        DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      Query query = RunTermsQuery.ofStrings("color", "0", "1", "2");
      LeafReaderContext leaf = reader.leaves().get(0);
      int live = DOCS * 3 / 4 / RUN * (RUN - 1);
      int failures = 0;
      for (int nth = 1; nth < 200; nth++) {
        Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
        directory.fail("skp", nth);
        try {
          weight.scorer(leaf);
        } catch (IOException e) {
          assertEquals("as told", e.getMessage());
          failures++;
        }
        assertEquals("read " + nth, live, weight.count(leaf));
      }
      assertTrue("failures=" + failures, failures > 1);
    }
  }

  /** Nothing half-made is kept, whatever was read and however it failed. */
  public void testAllReadsOfAWeight() throws Exception {
    try (Failing directory = index();
        DirectoryReader healthy = DirectoryReader.open(directory)) {
      directory.closed = random().nextBoolean();
      int failures = 0;
      for (Query query :
          List.of(
              RunTermsQuery.ofStrings("color", "0", "1", "2", "no color"),
              RunTermsQuery.ofStrings("id", "17", "18", "20", "x"),
              new RunPrefixQuery("name", "n"),
              new RunPrefixQuery("id", "1"),
              new RunTermRangeQuery(TermRangeQuery.newStringRange("id", "1", "3", true, true)))) {
        List<Integer> expected = docs(healthy, query);
        boolean failed = true;
        for (int nth = 1; failed && nth < 60; nth += 1 + nth / 16) {
          failed = false;
          try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
            directory.fail("", nth);
            for (int again = 0; again < 3; again++) {
              try {
                assertEquals(query + " read " + nth, expected, docs(weight, reader));
                assertEquals(expected.size(), searcher.count(query));
              } catch (IOException | AlreadyClosedException e) {
                assertEquals("as told", e.getMessage());
                assertFalse("fails once only", failed);
                failed = true;
                failures++;
              }
            }
          } finally {
            directory.fail("none", 0);
          }
        }
      }
      assertTrue("failures=" + failures, failures > 30);
    }
  }

  private static List<Integer> docs(DirectoryReader reader, Query query) throws IOException {
    Weight weight = new IndexSearcher(reader).createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1f);
    return docs(weight, reader);
  }

  private static List<Integer> docs(Weight weight, DirectoryReader reader) throws IOException {
    List<Integer> docs = new ArrayList<>();
    LeafReaderContext leaf = reader.leaves().get(0);
    Scorer scorer = weight.scorer(leaf);
    DocIdSetIterator iterator = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
    for (int doc = iterator.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = iterator.nextDoc()) {
      if (leaf.reader().getLiveDocs().get(doc)) {
        docs.add(doc);
      }
    }
    return docs;
  }

  /** Not to be taken for damage: the sets are used as soon as they can be read. */
  public void testPrefixSets() throws Exception {
    try (Failing directory = index();
        DirectoryReader healthy = DirectoryReader.open(directory)) {
      IndexSearcher healthySearcher = new IndexSearcher(healthy);
      Query query = new RunPrefixQuery("name", "n");
      int expected = healthySearcher.count(query);
      int failedOpening = 0;
      int failedQueries = 0;
      for (int nth = 1; nth < 100; nth++) {
        directory.fail("skx", nth);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          StreakTerms terms = (StreakTerms) getOnlyLeafReader(reader).terms("name");
          failedQueries += terms.prefixSets() == null ? 1 : 0;
          assertEquals(expected, new IndexSearcher(reader).count(query));
          PrefixSets sets = terms.prefixSets();
          assertNotNull("read " + nth, sets);
          assertTrue(sets.size() > 0);
        } catch (IOException e) {
          assertEquals("as told", e.getMessage());
          failedOpening++;
        }
      }
      assertTrue("failedOpening=" + failedOpening, failedOpening > 0);
      assertTrue("failedQueries=" + failedQueries, failedQueries > 0);
    }
  }
}
