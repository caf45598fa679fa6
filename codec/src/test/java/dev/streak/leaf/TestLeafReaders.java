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
package dev.streak.leaf;

import dev.streak.codec.StreakCodec;
import dev.streak.field.KeyProbes;
import dev.streak.field.LeafTerms;
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.KeyTables;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.RunTermRangeQuery;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.TermLookup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOBooleanSupplier;

/** Our terms are found behind wrappers that are known, and behind no others. */
public class TestLeafReaders extends LuceneTestCase {

  private static final String SOFT = "soft";
  private static final BytesRef THREE = new BytesRef("3");
  private static final QueryTimeout NEVER = () -> false;

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setSoftDeletesField(SOFT)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 400; i++) {
        writer.addDocument(document(i % 40));
        if (i == 100) {
          writer.commit();
        }
      }
      writer.softUpdateDocument(
          new Term("id", "3"), document(50), new NumericDocValuesField(SOFT, 1));
      writer.softUpdateDocument(
          new Term("id", "77"), document(77), new NumericDocValuesField(SOFT, 1));
      writer.deleteDocuments(new Term("id", "4"));
    }
    reader = DirectoryReader.open(directory);
  }

  private static Document document(int id) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(id), Field.Store.NO));
    return document;
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static void assertFound(boolean found, IndexReader reader) throws IOException {
    for (LeafReaderContext context : reader.leaves()) {
      assertEquals(found, LeafTerms.of(context.reader(), "id").streak() != null);
    }
  }

  private static void assertCounts(int expected, IndexReader reader) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    long[] ids = {3, 4, 5, 6, 50, 77, 1000};
    Query query = RunTermsQuery.ofIds("id", ids);
    assertEquals(expected, searcher.count(query));
    assertEquals(expected, searcher.search(query, 1000).scoreDocs.length);
    int each = 0;
    for (long id : ids) {
      each += searcher.count(new TermQuery(new Term("id", Long.toString(id))));
    }
    assertEquals(expected, each);
  }

  public void testExitableReader() throws IOException {
    DirectoryReader exitable = ExitableDirectoryReader.wrap(reader, NEVER);
    assertFound(true, exitable);
    assertCounts(32, exitable);
  }

  public void testTimeoutStillExits() throws IOException {
    boolean[] exit = {false};
    DirectoryReader exitable = ExitableDirectoryReader.wrap(reader, () -> exit[0]);
    for (Query query : List.of(RunTermsQuery.ofIds("id", 3, 5), new RunPrefixQuery("id", "1"))) {
      exit[0] = false;
      IndexSearcher searcher = new IndexSearcher(exitable);
      searcher.setQueryCache(null);
      assertTrue(searcher.count(query) > 0);
      exit[0] = true;
      expectThrows(
          ExitableDirectoryReader.ExitingReaderException.class, () -> searcher.search(query, 1000));
      expectThrows(
          ExitableDirectoryReader.ExitingReaderException.class, () -> searcher.count(query));
    }
  }

  public void testTimeoutStillExitsWhenKeysAreLookedUp() throws IOException {
    boolean[] exit = {false};
    DirectoryReader exitable = ExitableDirectoryReader.wrap(reader, () -> exit[0]);
    BatchReader batches = new BatchReader(exitable, "id");
    long[] ids = {3, 5, 1000};
    assertTrue(batches.get(ids).isFound(1));
    TermLookup lookup = new TermLookup(exitable, "id");
    exit[0] = true;
    expectThrows(ExitableDirectoryReader.ExitingReaderException.class, () -> batches.get(ids));
    expectThrows(ExitableDirectoryReader.ExitingReaderException.class, () -> lookup.find(ids));
  }

  /** A range may have as many terms as there are documents. */
  public void testTimeoutExitsWhileTermsAreEnumerated() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory terms = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(terms, config)) {
        Document document = new Document();
        for (int i = 0; i < 10_000; i++) {
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        }
        writer.addDocument(document);
      }
      int[] left = {Integer.MAX_VALUE};
      try (DirectoryReader all = DirectoryReader.open(terms)) {
        IndexSearcher searcher =
            new IndexSearcher(ExitableDirectoryReader.wrap(all, () -> left[0]-- == 0));
        searcher.setQueryCache(null);
        assertEquals(1, searcher.count(new RunPrefixQuery("id", "77")));
        int few = Integer.MAX_VALUE - left[0];
        for (Query query :
            List.of(
                new RunPrefixQuery("id", ""),
                new RunTermRangeQuery(TermRangeQuery.newStringRange("id", "1", "9", true, true)))) {
          left[0] = few;
          expectThrows(
              ExitableDirectoryReader.ExitingReaderException.class, () -> searcher.count(query));
          assertEquals(1, searcher.count(query));
        }
      }
    }
  }

  public void testSoftDeletes() throws IOException {
    DirectoryReader soft = new SoftDeletesDirectoryReaderWrapper(reader, SOFT);
    assertFound(true, soft);
    assertCounts(22, soft);
  }

  public void testSoftDeletesOverExitable() throws IOException {
    DirectoryReader both =
        new SoftDeletesDirectoryReaderWrapper(ExitableDirectoryReader.wrap(reader, NEVER), SOFT);
    assertFound(true, both);
    assertCounts(22, both);
  }

  public void testNobodyVouchedForTermsThatAreHidden() throws IOException {
    DirectoryReader hiding = new HidingReader(reader, false);
    assertFound(false, hiding);
    assertCounts(22, hiding);
    assertFound(false, ExitableDirectoryReader.wrap(hiding, NEVER));
    assertCounts(22, ExitableDirectoryReader.wrap(hiding, NEVER));
  }

  /** The raw reader knows nothing of what the wrapper takes for deleted. */
  public void testVouchedForAndDeletionsOfTheOutermost() throws IOException {
    DirectoryReader hiding = new HidingReader(reader, true);
    LeafReaders.Unwrapper unwrapper =
        leaf -> leaf instanceof HidingLeaf mine ? mine.getDelegate() : null;
    assertFound(false, hiding);
    assertCounts(22, hiding);
    LeafReaders.register(unwrapper);
    try {
      assertFound(true, hiding);
      assertCounts(22, hiding);
      assertFound(true, ExitableDirectoryReader.wrap(hiding, NEVER));
    } finally {
      LeafReaders.unregister(unwrapper);
    }
    assertFound(false, hiding);
  }

  public void testTablesOfAReaderThatNobodyVouchesForAnyMore() throws IOException {
    DirectoryReader hiding = new HidingReader(reader, false);
    IndexReader[] often = new IndexReader[KeyProbes.MIN_SEGMENTS];
    Arrays.fill(often, hiding);
    try (MultiReader many = new MultiReader(often, false)) {
      TermLookup ids = new TermLookup(many, "id");
      LeafReaders.Unwrapper unwrapper =
          leaf -> leaf instanceof HidingLeaf mine ? mine.getDelegate() : null;
      KeyTables tables;
      LeafReaders.register(unwrapper);
      try {
        tables = KeyTables.build(many, "id", 1 << 20);
        assertTrue(ids.find(new long[] {3}).hasTerm(0));
      } finally {
        LeafReaders.unregister(unwrapper);
      }
      assertFalse(tables.toString(), ids.find(new long[] {3}).hasTerm(0));
      assertTrue(ids.find(new long[] {5}).hasTerm(0));
    }
  }

  public void testReaderOfOtherDocumentsIsRefused() throws IOException {
    LeafReader first = reader.leaves().get(0).reader();
    LeafReader other = reader.leaves().get(1).reader();
    LeafReaders.Unwrapper unwrapper = leaf -> leaf == first ? other : null;
    LeafReaders.register(unwrapper);
    try {
      var e = expectThrows(IllegalStateException.class, () -> LeafReaders.unwrap(first));
      assertTrue(e.getMessage(), e.getMessage().contains("maxDoc=" + first.maxDoc()));
    } finally {
      LeafReaders.unregister(unwrapper);
    }
  }

  /** Hides id 3: its documents, or else the term. */
  private static final class HidingReader extends FilterDirectoryReader {
    private final boolean documents;

    HidingReader(DirectoryReader in, boolean documents) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new HidingLeaf(leaf, documents);
            }
          });
      this.documents = documents;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new HidingReader(in, documents);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private static final class HidingLeaf extends FilterLeafReader {
    private final boolean documents;
    private final FixedBitSet live;

    HidingLeaf(LeafReader in, boolean documents) {
      super(in);
      this.documents = documents;
      live = new FixedBitSet(in.maxDoc());
      for (int doc = 0; doc < in.maxDoc(); doc++) {
        if (in.getLiveDocs() == null || in.getLiveDocs().get(doc)) {
          live.set(doc);
        }
      }
      if (documents) {
        hideThree();
      }
    }

    private void hideThree() {
      try {
        PostingsEnum three = in.postings(new Term("id", "3"));
        while (three != null && three.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          live.clear(three.docID());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Bits getLiveDocs() {
      return live;
    }

    @Override
    public int numDocs() {
      return live.cardinality();
    }

    @Override
    public Terms terms(String field) throws IOException {
      Terms terms = in.terms(field);
      return terms == null ? null : new HidingTerms(terms, documents);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private static final class HidingTerms extends FilterLeafReader.FilterTerms {
    private final boolean documents;

    HidingTerms(Terms in, boolean documents) {
      super(in);
      this.documents = documents;
    }

    @Override
    public TermsEnum iterator() throws IOException {
      if (documents) {
        return in.iterator();
      }
      return new FilterLeafReader.FilterTermsEnum(in.iterator()) {
        @Override
        public BytesRef next() throws IOException {
          return after(in.next());
        }

        private BytesRef after(BytesRef term) throws IOException {
          return THREE.equals(term) ? in.next() : term;
        }

        @Override
        public boolean seekExact(BytesRef term) throws IOException {
          return THREE.equals(term) == false && in.seekExact(term);
        }

        @Override
        public IOBooleanSupplier prepareSeekExact(BytesRef term) throws IOException {
          return THREE.equals(term) ? null : in.prepareSeekExact(term);
        }

        @Override
        public SeekStatus seekCeil(BytesRef term) throws IOException {
          if (in.seekCeil(term) == SeekStatus.END || after(in.term()) == null) {
            return SeekStatus.END;
          }
          return in.term().equals(term) ? SeekStatus.FOUND : SeekStatus.NOT_FOUND;
        }
      };
    }
  }
}
