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
package dev.streak.codec;

import dev.streak.postings.PostingShapes;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * The same documents with our postings and with Lucene's, compared term by term, document by
 * document, and by skipping. The directory checks each index at the most thorough level when it is
 * closed.
 */
public class TestPostingsDuel extends LuceneTestCase {

  private static final FieldType DOCS_WITH_NORMS = new FieldType();

  static {
    DOCS_WITH_NORMS.setIndexOptions(IndexOptions.DOCS);
    DOCS_WITH_NORMS.setTokenized(true);
    DOCS_WITH_NORMS.freeze();
  }

  public void testEveryShape() throws IOException {
    duel(TestUtil.nextInt(random(), 1, 3_000), null);
  }

  public void testIndexSorting() throws IOException {
    duel(
        TestUtil.nextInt(random(), 100, 2_000),
        new Sort(new SortField("order", SortField.Type.LONG)));
  }

  public void testOneDocument() throws IOException {
    duel(1, null);
  }

  @Nightly
  public void testManyDocuments() throws IOException {
    duel(TestUtil.nextInt(random(), 65_000, 75_000), null);
  }

  private void duel(int maxDoc, Sort sort) throws IOException {
    List<FixedBitSet> lists = new ArrayList<>();
    List<BytesRef> terms = terms();
    for (int i = 0; i < terms.size(); i++) {
      lists.add(PostingShapes.random(random(), maxDoc));
    }
    boolean compound = random().nextBoolean();
    int bufferedDocs = TestUtil.nextInt(random(), 2 + maxDoc / 1_000, 2 + maxDoc);
    boolean merge = random().nextBoolean();
    boolean delete = random().nextBoolean();
    Codec streak =
        StreakCodec.builder()
            .postingsFormat(
                "list", new StreakPostingsFormat(TermHashSettings.DEFAULT, random().nextBoolean()))
            .build();
    Codec lucene = new org.apache.lucene.codecs.lucene104.Lucene104Codec();
    try (Directory expected = newDirectory();
        Directory actual = newDirectory()) {
      long seed = random().nextLong();
      IntFunction<Document> documents = doc -> document(doc, terms, lists);
      write(expected, lucene, maxDoc, documents, sort, compound, bufferedDocs, merge, delete, seed);
      write(actual, streak, maxDoc, documents, sort, compound, bufferedDocs, merge, delete, seed);
      try (DirectoryReader left = DirectoryReader.open(expected);
          DirectoryReader right = DirectoryReader.open(actual)) {
        assertReaderEquals("maxDoc=" + maxDoc, left, right);
        assertEquals(left.leaves().size(), right.leaves().size());
        for (int i = 0; i < left.leaves().size(); i++) {
          assertReaderEquals("leaf", left.leaves().get(i).reader(), right.leaves().get(i).reader());
        }
      }
    }
  }

  private static List<BytesRef> terms() {
    List<String> terms = new ArrayList<>();
    terms.add("");
    terms.add("x".repeat(IndexWriter.MAX_TERM_LENGTH));
    terms.add("x".repeat(IndexWriter.MAX_TERM_LENGTH - 1) + "y");
    for (int i = 0; i < 30; i++) {
      terms.add(new UUID(random().nextLong(), random().nextLong()).toString());
      terms.add("https://example.org/shop/" + random().nextInt(100_000) + "?page=" + i);
      terms.add("\u5317\u4eac\u5e02" + (char) (0x4e00 + random().nextInt(20_000)));
      terms.add(Long.toString(random().nextLong()));
      terms.add(TestUtil.randomUnicodeString(random(), 20));
    }
    return terms.stream().distinct().map(BytesRef::new).toList();
  }

  private static Document document(int doc, List<BytesRef> terms, List<FixedBitSet> lists) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(doc), Field.Store.NO));
    document.add(new NumericDocValuesField("order", Integer.toString(doc).hashCode() % 17));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lists.size(); i++) {
      if (lists.get(i).get(doc)) {
        document.add(new StringField("list", terms.get(i), Field.Store.NO));
        text.append(" t").append(i);
      }
    }
    if (doc % 3 == 0) {
      document.add(new Field("sparse", text.toString(), DOCS_WITH_NORMS));
      document.add(
          new Field(
              "text",
              text.toString().toLowerCase(Locale.ROOT),
              org.apache.lucene.document.TextField.TYPE_NOT_STORED));
    }
    return document;
  }

  private static void write(
      Directory directory,
      Codec codec,
      int maxDoc,
      IntFunction<Document> documents,
      Sort sort,
      boolean compound,
      int bufferedDocs,
      boolean merge,
      boolean delete,
      long seed)
      throws IOException {
    LogDocMergePolicy policy = new LogDocMergePolicy();
    policy.setNoCFSRatio(compound ? 1 : 0);
    IndexWriterConfig config =
        new IndexWriterConfig(
                new org.apache.lucene.tests.analysis.MockAnalyzer(new java.util.Random(seed)))
            .setCodec(codec)
            .setUseCompoundFile(compound)
            .setMergePolicy(policy)
            .setMergeScheduler(new SerialMergeScheduler())
            .setMaxBufferedDocs(bufferedDocs)
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    if (sort != null) {
      config.setIndexSort(sort);
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int doc = 0; doc < maxDoc; doc++) {
        writer.addDocument(documents.apply(doc));
      }
      if (delete) {
        for (int doc = 0; doc < maxDoc; doc += 7) {
          writer.deleteDocuments(new Term("id", Integer.toString(doc)));
        }
      }
      if (merge) {
        writer.forceMerge(1);
      }
    }
  }
}
