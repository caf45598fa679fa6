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
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
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
            .setCodec(StreakCodec.builder().prefixes("name", 1, 1, 100).build())
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
