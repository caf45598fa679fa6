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
package dev.streak.prefix;

import dev.streak.codec.StreakCodec;
import dev.streak.docset.DocUnion;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.file.DamagingDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

public class TestPrefixSets extends LuceneTestCase {

  private static final String FIELD = "name";

  private static StreakCodec codec(int min, int max, double budgetPercent) {
    return StreakCodec.builder().prefixes(FIELD, min, max, budgetPercent).build();
  }

  private static void index(Directory directory, StreakCodec codec, int docs, int kind)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setUseCompoundFile(random().nextBoolean())
            .setMergeScheduler(new SerialMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      int flushed = random().nextInt(docs);
      // None, or each with a chance of up to a half, before or after the flush.
      int deletedOf = random().nextBoolean() ? 0 : 2 + random().nextInt(10);
      for (int i = 0; i < docs; i++) {
        Document document = new Document();
        for (int values = random().nextInt(3); values >= 0; values--) {
          document.add(new StringField(FIELD, PrefixTerms.random(random(), kind), Field.Store.NO));
        }
        document.add(new StringField("other", "" + i, Field.Store.NO));
        writer.addDocument(document);
        if (i == flushed) {
          writer.flush();
        }
        if (deletedOf > 0 && random().nextInt(deletedOf) == 0) {
          writer.deleteDocuments(new Term("other", "" + random().nextInt(i + 1)));
        }
      }
      writer.forceMerge(1);
    }
  }

  /** Each listed prefix has the documents of all terms that begin with it, no fewer, no more. */
  public void testSetsAreTheUnionOfTheirTerms() throws IOException {
    for (int kind = 0; kind < 5; kind++) {
      int min = TestUtil.nextInt(random(), 1, 3);
      try (Directory directory = newDirectory()) {
        index(directory, codec(min, min + random().nextInt(3), 100), atLeast(1000), kind);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          LeafReader leaf = getOnlyLeafReader(reader);
          int checked = checkSets(leaf);
          assertTrue("kind=" + kind, checked > 0 || min > 1 || kind == 2);
        }
      }
    }
  }

  private static int checkSets(LeafReader leaf) throws IOException {
    StreakTerms terms = (StreakTerms) leaf.terms(FIELD);
    PrefixSets sets = terms.prefixSets();
    BytesRef previous = null;
    int stored = 0;
    for (int i = 0; i < sets.size(); i++) {
      BytesRef prefix = sets.prefix(i);
      assertTrue(previous == null || previous.compareTo(prefix) < 0);
      assertEquals(i, sets.ceiling(prefix));
      BitSet expected = docs(terms, prefix);
      assertEquals(expected.cardinality(), sets.docCount(i));
      if (sets.hasDocs(i)) {
        stored++;
        DocUnion union = new DocUnion(leaf.maxDoc(), 0);
        sets.collect(i, union);
        DocIdSetIterator docs = union.build().iterator();
        for (int doc = expected.nextSetBit(0); doc >= 0; doc = expected.nextSetBit(doc + 1)) {
          assertEquals(doc, docs.nextDoc());
        }
        assertEquals(DocIdSetIterator.NO_MORE_DOCS, docs.nextDoc());
      }
      previous = prefix;
    }
    assertEquals(sets.size(), sets.ceiling(new BytesRef(new byte[] {-1, -1, -1, -1, -1, -1, -1})));
    return stored;
  }

  private static BitSet docs(StreakTerms terms, BytesRef prefix) throws IOException {
    BitSet docs = new BitSet();
    TermsEnum termsEnum = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = termsEnum.next(); term != null; term = termsEnum.next()) {
      if (StringHelper.startsWith(term, prefix)) {
        postings = termsEnum.postings(postings, PostingsEnum.NONE);
        for (int doc = postings.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = postings.nextDoc()) {
          docs.set(doc);
        }
      }
    }
    return docs;
  }

  /**
   * {@code 61 80} begins with {@code 61} but has no code point of its own there: a set of {@code
   * 61} that only later terms went to must not be written.
   */
  public void testNoSetForPrefixThatMissedTerms() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec(1, 1, 100));
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 80; i++) {
          byte second = (byte) (i < 40 ? 0x80 : 0xC3);
          Document document = new Document();
          BytesRef term = new BytesRef(new byte[] {'a', second, (byte) ('0' + i % 40)});
          document.add(new StringField(FIELD, term, Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        checkSets(leaf);
        PrefixSets sets = ((StreakTerms) leaf.terms(FIELD)).prefixSets();
        assertEquals(1, sets.size());
        assertEquals(new BytesRef(new byte[] {'a', (byte) 0x80}), sets.prefix(0));
      }
    }
  }

  public void testBudget() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, codec(1, 4, 0.001), 500, 0);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StreakTerms terms = (StreakTerms) getOnlyLeafReader(reader).terms(FIELD);
        assertEquals(0, terms.prefixSets().size());
      }
    }
  }

  public void testOtherFieldsHaveNone() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, codec(1, 4, 100), 100, 0);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertNull(((StreakTerms) getOnlyLeafReader(reader).terms("other")).prefixSets());
      }
    }
    try (Directory directory = newDirectory()) {
      index(directory, new StreakCodec(), 100, 0);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertNull(((StreakTerms) getOnlyLeafReader(reader).terms(FIELD)).prefixSets());
      }
    }
  }

  /** The file is as it was written, so nothing is to be said of it, neither then nor later. */
  public void testAnInterruptIsNoFailure() throws IOException {
    Path folder = createTempDir();
    try (Directory directory = new NIOFSDirectory(folder)) {
      index(directory, codec(1, 2, 100), 1000, 0);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StreakTerms terms = (StreakTerms) getOnlyLeafReader(reader).terms(FIELD);
        long before = PrefixSetsReader.failures();
        Thread.currentThread().interrupt();
        try {
          assertNull(terms.prefixSets());
        } finally {
          assertTrue(Thread.interrupted());
        }
        assertNull("the interrupt closed the file", terms.prefixSets());
        assertEquals(before, PrefixSetsReader.failures());
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertTrue(checkSets(getOnlyLeafReader(reader)) > 0);
      }
    }
  }

  /** Whatever ends the opening, the file is closed: the directory knows what is open. */
  public void testClosedWhereMemoryEnds() throws IOException {
    try (Directory directory = newMockDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setUseCompoundFile(false)
              .setCodec(
                  StreakCodec.builder().bundleSmallFiles(false).prefixes(FIELD, 1, 2, 100).build());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 200; i++) {
          Document document = new Document();
          document.add(new StringField(FIELD, "name" + i, Field.Store.NO));
          writer.addDocument(document);
        }
      }
      Directory failing =
          new FilterDirectory(directory) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
              IndexInput input = in.openInput(name, context);
              return name.endsWith(".skx") ? new Failing(name, input) : input;
            }
          };
      expectThrows(OutOfMemoryError.class, () -> DirectoryReader.open(failing));
    }
  }

  private static final class Failing extends FilterIndexInput {
    Failing(String name, IndexInput in) {
      super(name, in);
    }

    @Override
    public int readVInt() throws IOException {
      // Behind the header.
      if (getFilePointer() > 64) {
        throw new OutOfMemoryError("as it may end anywhere");
      }
      return super.readVInt();
    }
  }

  public void testRefusesSettings() {
    for (int[] wrong : new int[][] {{0, 1}, {2, 1}, {1, PrefixSettings.MAX_LENGTH + 1}}) {
      expectThrows(
          IllegalArgumentException.class,
          () -> StreakCodec.builder().prefixes(FIELD, wrong[0], wrong[1]));
    }
    for (double budget : new double[] {0, -1, 101, Double.NaN}) {
      expectThrows(
          IllegalArgumentException.class,
          () -> StreakCodec.builder().prefixes(FIELD, 1, 2, budget));
    }
  }

  /** What a set has would be wrong, and the checksum of its file right. */
  public void testDamagedTemporaryFile() throws IOException {
    try (Directory files = new ByteBuffersDirectory()) {
      Directory damaging = new DamagingDirectory(files, random(), "prefixes");
      IndexWriterConfig config = new IndexWriterConfig().setCodec(codec(1, 2, 100));
      IndexWriter writer = new IndexWriter(damaging, config);
      for (int i = 0; i < 1_000; i++) {
        Document document = new Document();
        document.add(new StringField(FIELD, random().nextInt(2) + "-" + i, Field.Store.NO));
        writer.addDocument(document);
      }
      expectThrows(CorruptIndexException.class, writer::flush);
      assertFalse(writer.isOpen());
      for (String name : files.listAll()) {
        assertFalse(name, name.contains("prefixes"));
      }
    }
  }
}
